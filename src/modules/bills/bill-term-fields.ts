import type { BilingualText, Field } from '../../lib/fields/field.ts'

interface More {
  /** Its description in requests of the API, and in answers and events. */
  api?: { request?: string; answer?: string }
  /** Whether the form shows it at once, instead of among the other options. */
  isFirst?: true
  /** The headings of its column in a sheet of bills, in small letters; unset if sheets do not have it. */
  columns?: readonly string[]
  /** How the chat asks for it. */
  chat?: { key: string; question: BilingualText }
}

const optional = { id: 'Boleh kosong.', en: 'Optional.' }

/**
 * The terms of a bill that are a number, a text, a day or a checkbox, in the order of the form. To add one, add a
 * column to `Bill`, its migration, an entry here, and its behaviour.
 */
const described = [
  {
    property: 'customerPhone',
    name: 'customer_phone',
    kind: 'phone',
    max: 32,
    label: { id: 'Nomor HP', en: 'Phone' },
    hint: optional,
    isFirst: true,
    columns: ['hp', 'telepon', 'telp', 'wa', 'whatsapp', 'phone'],
    chat: {
      key: 'phone',
      question: {
        id: 'Nomor HP pembayarnya? Misalnya 0812-3456-7890.',
        en: 'What is the payer’s phone number? Such as 0812-3456-7890.',
      },
    },
  },
  {
    property: 'customerName',
    name: 'customer_name',
    kind: 'text',
    max: 100,
    label: { id: 'Untuk siapa', en: 'Who it is for' },
    hint: optional,
    api: { request: 'Name of the customer whom the bill is for' },
    columns: ['nama', 'name', 'siswa', 'anggota'],
    chat: {
      key: 'customer',
      question: { id: 'Tagihan ini untuk siapa? Ketik namanya.', en: 'Whom is this bill for? Type the name.' },
    },
  },
  {
    property: 'dueAt',
    name: 'due_date',
    kind: 'day',
    edge: 'end',
    label: { id: 'Jatuh tempo', en: 'Due date' },
    hint: optional,
    api: { request: 'The last day on which payment is on time; it can still be paid later' },
    columns: ['tempo', 'jatuh tempo', 'due', 'due date'],
    chat: {
      key: 'due',
      question: {
        id: 'Jatuh tempo tanggal berapa? Ketik seperti 31/12/2026.',
        en: 'When is it due? Type the day such as 31/12/2026.',
      },
    },
  },
  {
    property: 'reminders',
    name: 'reminders',
    kind: 'tick',
    label: {
      id: 'Ingatkan di chat toko, bila nomor HP-nya dikenal di sana',
      en: 'Remind in the chat of the shop, where the phone number is known there',
    },
    api: {
      request: "Send reminders to the payer in the shop's chat, if the phone number belongs to a customer",
      answer: 'Whether the payer gets reminders: the day before, the day after and a week after',
    },
  },
  {
    property: 'endsAt',
    name: 'end_date',
    kind: 'day',
    edge: 'end',
    label: { id: 'Hari terakhir bisa dibayar', en: 'Last day to pay' },
    hint: optional,
    api: { request: 'The last day on which the bill can be opened' },
    columns: ['hari terakhir', 'end date'],
    chat: {
      key: 'end',
      question: {
        id: 'Sampai tanggal berapa bisa dibayar? Ketik seperti 31/12/2026.',
        en: 'Until which day can it be paid? Type it such as 31/12/2026.',
      },
    },
  },
  {
    property: 'usesMax',
    name: 'uses_max',
    kind: 'count',
    min: 1,
    max: 1_000_000,
    label: { id: 'Ditutup setelah berapa pembayaran', en: 'Close after this many payments' },
    hint: { id: 'Untuk tagihan banyak orang. Boleh kosong.', en: 'For bills that many people pay. Optional.' },
    api: { request: 'The bill is closed after this many payments' },
  },
  {
    property: 'note',
    name: 'note',
    kind: 'text',
    max: 500,
    rows: 2,
    label: { id: 'Catatan', en: 'Note' },
    hint: optional,
    columns: ['catatan', 'keterangan', 'note'],
    chat: {
      key: 'note',
      question: { id: 'Catatan untuk pembayarnya?', en: 'What should the payer read about it?' },
    },
  },
  {
    property: 'thanks',
    name: 'thanks',
    kind: 'text',
    max: 500,
    rows: 2,
    label: { id: 'Ucapan setelah dibayar', en: 'Words after paying' },
    hint: optional,
    api: { request: 'Text shown once the bill is paid' },
  },
  {
    property: 'reference',
    name: 'reference',
    kind: 'text',
    max: 100,
    label: { id: 'Referensimu', en: 'Your reference' },
    hint: optional,
    api: { request: "The merchant's own id", answer: "The merchant's own id" },
    columns: ['referensi', 'reference'],
  },
] as const satisfies readonly (Field & More)[]

type Described = (typeof described)[number]
export type BillTermField = Field<Described['property']> & More
export const billTermFields: readonly BillTermField[] = described

type Stored<Kind extends Field['kind']> = Kind extends 'tick'
  ? boolean
  : Kind extends 'day'
    ? Date | null
    : (Kind extends 'rupiah' | 'count' ? number : string) | null

/** The described terms of a bill, as they are stored. */
export type StoredBillTerms = { [One in Described as One['property']]: Stored<One['kind']> }

/** The described terms of a bill as callers set them: days are `YYYY-MM-DD`, null removes a value. */
export type BillTermValues = {
  [Property in keyof StoredBillTerms]: Date extends StoredBillTerms[Property]
    ? string | null
    : StoredBillTerms[Property]
}

/** Returns the terms that `pick` returns for each field. */
export function pickBillTerms(pick: (field: BillTermField) => unknown): Partial<BillTermValues> {
  return Object.fromEntries(billTermFields.map(field => [field.property, pick(field)]))
}

export function findBillTermField(property: keyof StoredBillTerms): BillTermField {
  return billTermFields.find(field => field.property === property)!
}
