import type { Mode } from '../../database/scope.ts'
import type { SummedShift } from './shift-totals.ts'

/** The payload of each event of a shift: a cashier began or ended it at a counter. */
export interface ShiftEvents extends Record<'shift.opened' | 'shift.closed', { mode: Mode; shiftId: number }> {}

interface CounterActs
  extends Record<
    | `cashier.${'added' | 'pin' | 'on' | 'off'}`
    | `device.${'invited' | 'paired' | 'revoked'}`
    | `counter.${'rules' | 'refunded' | 'offline_accepted' | 'offline_rejected' | 'offline_seen' | 'station'}`,
    unknown
  > {}

declare module '../../events/payloads.ts' {
  interface EventPayloads extends ShiftEvents {}
}
declare module '../../events/outward.ts' {
  interface OutwardTypes extends ShiftEvents {}
}
declare module '../../callbacks/outward/outward.ts' {
  interface Subjects {
    shift: SummedShift
  }
}
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
    'counter.offline_accepted': 'Penjualan tanpa jaringan diterima',
    'counter.offline_rejected': 'Penjualan tanpa jaringan ditolak',
    'counter.offline_seen': 'Selisih penjualan tanpa jaringan dilihat',
    'counter.station': 'Tempat menyiapkan diubah',
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
    'counter.refunded': 'Cash refunded',
    'counter.offline_accepted': 'Sale without a network accepted',
    'counter.offline_rejected': 'Sale without a network rejected',
    'counter.offline_seen': 'Difference of a sale without a network seen',
    'counter.station': 'Station changed',
  },
} satisfies Record<'id' | 'en', Record<keyof CounterActs, string>>
