interface RefundActs {
  'refund.requested': unknown
  'refund.failed': unknown
  'refund.corrected': unknown
  'refund.changed': unknown
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
  },
  en: {
    'refund.requested': 'Provider asked to return money',
    'refund.failed': 'Provider refused to return money',
    'refund.corrected': 'Refund taken back',
    'refund.changed': 'Refund corrected',
  },
} satisfies Record<'id' | 'en', Record<keyof RefundActs, string>>
