import type { Mode } from '../../database/scope.ts'

export interface RefundEvents {
  'refund.failed': RefundFailed
}

/** The payload of `refund.failed`: a provider did not return the money, or its outcome can no longer be looked up. */
export interface RefundFailed {
  invoiceId: string
  mode: Mode
  /** The public id of the refund. */
  refund: string
  /** The amount in whole rupiah. */
  amount: number
  /** The provider's message. */
  failure: string | null
  state: 'failed' | 'unknown'
  /** Whether goods that it had returned to stock were removed again, or are still in stock. */
  goods: 'none' | 'taken_out' | 'in_stock'
}

export interface RefundNotices {
  /** To the merchant: a refund failed, and what remains to be done. */
  'merchant.refund_failed': Omit<RefundFailed, 'refund'>
}

interface RefundActs {
  'refund.requested': unknown
  'refund.failed': unknown
  'refund.corrected': unknown
  'refund.changed': unknown
  'refund.proved': unknown
}

declare module '../../events/payloads.ts' {
  interface EventPayloads extends RefundEvents {}
}
declare module '../../notices/notice.ts' {
  interface NoticeData extends RefundNotices {}
}
declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends RefundActs {}
}

export const refundAuditTexts = {
  id: {
    'refund.requested': 'Penyedia diminta mengembalikan uang',
    'refund.failed': 'Penyedia menolak mengembalikan uang',
    'refund.corrected': 'Catatan pengembalian dibatalkan',
    'refund.changed': 'Catatan pengembalian dibetulkan',
    'refund.proved': 'Bukti pengembalian disimpan',
  },
  en: {
    'refund.requested': 'Provider asked to return money',
    'refund.failed': 'Provider refused to return money',
    'refund.corrected': 'Refund taken back',
    'refund.changed': 'Refund corrected',
    'refund.proved': 'Proof of a refund stored',
  },
} satisfies Record<'id' | 'en', Record<keyof RefundActs, string>>
