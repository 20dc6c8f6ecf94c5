import type { Field } from '../lib/fields/field.ts'
import type { Account } from './account.ts'

interface More {
  part: 'shop' | 'api'
  /** Set if the field exists only in an edition that sells all methods in one invoice. */
  isOfAll?: true
}

/**
 * The account settings that are a number, a text or a checkbox, in the order of the form. To add one, add a column to
 * `Account`, its migration, an entry here, and its behaviour.
 */
const described = [
  {
    property: 'displayName',
    name: 'display_name',
    kind: 'text',
    max: 100,
    isRequired: true,
    part: 'shop',
    label: { id: 'Nama toko', en: 'Shop name' },
  },
  {
    property: 'invoiceLifetimeS',
    name: 'invoice_lifetime',
    kind: 'count',
    min: 5,
    max: 1440,
    times: 60,
    isRequired: true,
    part: 'shop',
    label: { id: 'Masa berlaku tagihan (menit)', en: 'Invoice lifetime (minutes)' },
    hint: {
      id: '5 sampai 1440 menit. Beberapa penyedia punya batas yang lebih pendek.',
      en: '5 to 1440 minutes. Some providers have a shorter limit.',
    },
  },
  {
    property: 'acceptsLateMoney',
    name: 'late',
    kind: 'tick',
    part: 'shop',
    label: {
      id: 'Otomatis terima uang yang terlambat kalau nominalnya pas, misalnya 10 menit setelah tagihannya kedaluwarsa',
      en: 'Accept late money automatically if the amount is exact, such as 10 minutes after the invoice expired',
    },
  },
  {
    property: 'subtractsUniqueCode',
    name: 'subtract',
    kind: 'tick',
    part: 'shop',
    label: {
      id: 'Kode unik mengurangi nominal (jadi diskon), bukan menambah: Rp 25.000 dibayar Rp 24.983, bukan Rp 25.017',
      en: 'The unique code is subtracted (a discount), not added: Rp 25,000 is paid as Rp 24,983, not Rp 25,017',
    },
  },
  {
    property: 'offersAllMethods',
    name: 'all',
    kind: 'tick',
    part: 'shop',
    isOfAll: true,
    label: {
      id: 'Di toko Telegram: semua metode di satu tagihan. QR-nya di chat, cara lain di halaman bayar.',
      en:
        'In the Telegram store: every method on one invoice. The QR is in the chat, other ways are ' +
        'on the payment page.',
    },
  },
  {
    property: 'acceptsKeyInQuery',
    name: 'in_query',
    kind: 'tick',
    part: 'api',
    label: {
      id: 'Izinkan API key di alamat (?apiKey=). Lebih aman dimatikan.',
      en: 'Allow the API key in the address (?apiKey=). Off is safer.',
    },
  },
  {
    property: 'refusesUnknownFields',
    name: 'strict',
    kind: 'tick',
    part: 'api',
    label: {
      id: 'Tolak permintaan API yang berisi nama isian yang tidak dikenal',
      en: 'Refuse API requests with field names that are not known',
    },
  },
] as const satisfies readonly (Field & More)[]

type SettingProperty = (typeof described)[number]['property']
export type SettingField = Field<SettingProperty> & More
export const settingFields: readonly SettingField[] = described

export type DescribedSettings = Pick<Account, SettingProperty>
