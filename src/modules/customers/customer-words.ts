interface CustomerActs {
  'customer.changed': unknown
  'customer.merged': unknown
  'customer.split': unknown
  'customer.shown': unknown
  'customer.erased': unknown
  'customer.code_made': unknown
}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends CustomerActs {}
}

export const customerAuditTexts = {
  id: {
    'customer.changed': 'Kartu pelanggan diubah',
    'customer.merged': 'Kartu pelanggan digabung',
    'customer.split': 'Kartu pelanggan dipisah',
    'customer.shown': 'Data pelanggan diunduh',
    'customer.erased': 'Data pelanggan dihapus',
    'customer.code_made': 'Kode bukti nomor HP dibuat',
  },
  en: {
    'customer.changed': 'Customer card changed',
    'customer.merged': 'Customer cards merged',
    'customer.split': 'Customer card split',
    'customer.shown': 'Customer data downloaded',
    'customer.erased': 'Customer data deleted',
    'customer.code_made': 'Code to prove a phone number made',
  },
} satisfies Record<'id' | 'en', Record<keyof CustomerActs, string>>
