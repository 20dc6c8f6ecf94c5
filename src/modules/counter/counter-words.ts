interface CounterActs
  extends Record<
    | `cashier.${'added' | 'pin' | 'on' | 'off'}`
    | `device.${'invited' | 'paired' | 'revoked'}`
    | `counter.${'rules' | 'refunded'}`,
    unknown
  > {}

declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends CounterActs {}
}

export const counterAuditTexts = {
  id: {
    'cashier.added': 'Kasir ditambahkan',
    'cashier.pin': 'PIN kasir diganti',
    'cashier.on': 'Kasir diaktifkan',
    'cashier.off': 'Kasir dinonaktifkan',
    'device.invited': 'Kode perangkat dibuat',
    'device.paired': 'Perangkat dipasang',
    'device.revoked': 'Perangkat dilepas',
    'counter.rules': 'Aturan kasir diubah',
    'counter.refunded': 'Uang tunai dikembalikan',
  },
  en: {
    'cashier.added': 'Cashier added',
    'cashier.pin': 'PIN of a cashier changed',
    'cashier.on': 'Cashier switched on',
    'cashier.off': 'Cashier switched off',
    'device.invited': 'Code of a device made',
    'device.paired': 'Device paired',
    'device.revoked': 'Device revoked',
    'counter.rules': 'Rules of the counter changed',
    'counter.refunded': 'Cash given back',
  },
} satisfies Record<'id' | 'en', Record<keyof CounterActs, string>>
