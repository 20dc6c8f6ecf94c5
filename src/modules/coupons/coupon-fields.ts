import type { BilingualText, Field } from '../../lib/fields/field.ts'
import type { Coupon } from './coupon.ts'

/** How the chat asks for a term of a coupon. */
export interface TermChat {
  /** The field's name in button presses. */
  key: string
  button: BilingualText
  question: BilingualText
  /** Whether only coupons with a percentage have it. */
  isOfPercent?: true
}

interface More {
  chat?: TermChat
  /** How lists write it; `{}` is the value. Unset if lists show it elsewhere. */
  line?: BilingualText
}

const amountMax = 1_000_000_000
const usesLimit = 1_000_000
const hint = { id: 'Boleh kosong.', en: 'May be left empty.' }

/**
 * The terms of a coupon that are a number or a day, in the order of the form. To add one, add a column to `Coupon`, its
 * migration, an entry here, and its behaviour. An entry contains only data, because it is sent to the process that
 * reads catalogue files.
 */
const described = [
  {
    property: 'totalMin',
    name: 'min_total',
    kind: 'rupiah',
    min: 0,
    max: amountMax,
    usual: 0,
    label: { id: 'Belanja paling sedikit', en: 'For orders of at least' },
    hint,
    short: { id: 'belanja minimal', en: 'smallest order' },
    line: { id: 'belanja mulai {}', en: 'orders from {}' },
    chat: {
      key: 'min',
      button: { id: 'Belanja minimal', en: 'Minimum order' },
      question: {
        id: 'Berlaku mulai belanja berapa? Ketik dalam rupiah, misalnya 50.000.',
        en: 'From which total on? Type it in rupiah, such as 50.000.',
      },
    },
  },
  {
    property: 'discountMax',
    name: 'max_discount',
    kind: 'rupiah',
    min: 1,
    max: amountMax,
    label: { id: 'Potongan paling banyak', en: 'Discount at most' },
    hint,
    short: { id: 'potongan terbesar', en: 'largest discount' },
    line: { id: 'paling banyak {}', en: '{} at most' },
    chat: {
      key: 'most',
      button: { id: 'Potongan maksimal', en: 'Largest discount' },
      question: {
        id: 'Potongannya paling banyak berapa? Ketik dalam rupiah, misalnya 20.000.',
        en: 'What is the most that it takes off? Type it in rupiah, such as 20.000.',
      },
      isOfPercent: true,
    },
  },
  {
    property: 'startsAt',
    name: 'from',
    kind: 'day',
    edge: 'start',
    label: { id: 'Berlaku dari', en: 'Valid from' },
    hint,
    short: { id: 'mulai', en: 'from' },
    line: { id: 'mulai {}', en: 'from {}' },
    chat: {
      key: 'from',
      button: { id: 'Mulai tanggal', en: 'First day' },
      question: {
        id: 'Berlaku mulai tanggal berapa? Ketik seperti 25/12/2026.',
        en: 'From which day on? Type it such as 25/12/2026.',
      },
    },
  },
  {
    property: 'endsAt',
    name: 'until',
    kind: 'day',
    edge: 'end',
    label: { id: 'Berlaku sampai', en: 'Valid until' },
    hint,
    short: { id: 'sampai', en: 'until' },
    line: { id: 'sampai {}', en: 'until {}' },
    chat: {
      key: 'until',
      button: { id: 'Sampai tanggal', en: 'Last day' },
      question: {
        id: 'Berlaku sampai tanggal berapa? Ketik seperti 31/12/2026.',
        en: 'Until which day? Type it such as 31/12/2026.',
      },
    },
  },
  {
    property: 'usesMax',
    name: 'uses',
    kind: 'count',
    min: 1,
    max: usesLimit,
    label: { id: 'Bisa dipakai berapa kali', en: 'How often it can be used' },
    hint,
    short: { id: 'batas pakai', en: 'uses' },
  },
  {
    property: 'perCustomerMax',
    name: 'per_customer',
    kind: 'count',
    min: 1,
    max: usesLimit,
    label: { id: 'Paling banyak per pelanggan', en: 'At most per customer' },
    hint,
    short: { id: 'batas per pelanggan', en: 'uses by customer' },
    line: { id: '{} per pelanggan', en: '{} per customer' },
    chat: {
      key: 'each',
      button: { id: 'Per pelanggan', en: 'Per customer' },
      question: {
        id: 'Satu pelanggan boleh memakainya berapa kali? Ketik angkanya, misalnya 1.',
        en: 'How often can one customer use it? Type a number, such as 1.',
      },
    },
  },
] as const satisfies readonly (Field & More)[]

type CouponProperty = (typeof described)[number]['property']
export type CouponField = Field<CouponProperty> & More
export const couponFields: readonly CouponField[] = described

/** The described terms of a coupon; days are `YYYY-MM-DD`, both included. */
export type CouponTerms = {
  [Property in CouponProperty]: Date extends Coupon[Property] ? string | null : Coupon[Property]
}

/** Returns the terms of a coupon; a missing one has its usual value. */
export function pickCouponTerms(pick: (field: CouponField) => unknown): CouponTerms {
  return Object.fromEntries(
    couponFields.map(field => [field.property, pick(field) ?? field.usual ?? null]),
  ) as unknown as CouponTerms
}
