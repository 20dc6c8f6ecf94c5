import type { Mode } from '../../database/scope.ts'

/** The events of digital goods paid with Telegram Stars. */
export interface StarEvents {
  'stars.paid': StarsPayload
  'stars.refund_due': StarsPayload
  'stars.refunded': StarsPayload
}

export interface StarsPayload {
  purchaseId: number
  mode: Mode
  customerId: number
}

export interface StarNotices {
  /** To the customer: the goods that they bought with Telegram Stars. */
  'customer.star_goods': { purchaseId: number; mode: Mode }
  /** To the customer: their Stars are refunded, and why. */
  'customer.star_refund': { purchaseId: number; mode: Mode }
  /** To the merchant: a customer bought with Telegram Stars. */
  'merchant.stars_paid': { purchaseId: number; mode: Mode }
  /** Changes that message to show the outcome of the Stars. */
  'merchant.stars_moved': { purchaseId: number; mode: Mode }
}

interface StarActs {
  'stars.refunded': unknown
}

declare module '../../events/payloads.ts' {
  interface EventPayloads extends StarEvents {}
}
declare module '../../notices/notice.ts' {
  interface NoticeData extends StarNotices {}
}
declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends StarActs {}
}

export const starAuditTexts = {
  id: { 'stars.refunded': 'Telegram Stars dikembalikan' },
  en: { 'stars.refunded': 'Telegram Stars refunded' },
} satisfies Record<'id' | 'en', Record<keyof StarActs, string>>
