import type { Language } from '../../../web/parts/language.ts'
import type { OfflineReason } from '../offline/offline-sale.ts'

const id = {
  title: 'Penjualan tanpa jaringan',
  lead:
    'Yang dijual tunai saat perangkat kasir terputus. ' +
    'Yang cocok langsung dibukukan; yang berbeda atau perlu keputusan tampil di sini.',
  open: 'Perlu dilihat',
  none: 'Tidak ada yang perlu dilihat.',
  past: 'Sudah beres',
  nonePast: 'Belum ada penjualan tanpa jaringan.',
  number: (count: number) => `No. ${count}`,
  sold: (when: string) => `dijual ${when} menurut perangkat`,
  received: (when: string) => `diterima ${when}`,
  shopTotal: (sum: string) => `harga toko ${sum}`,
  accept: 'Terima',
  reject: 'Tolak',
  seen: 'Sudah saya lihat',
  sureReject: (sum: string) => `Tolak penjualan ${sum}?`,
  sureRejectText: 'Penjualan ini tidak akan masuk pembukuan, dan tidak bisa diterima lagi.',
  states: { booked: 'Dibukukan', held: 'Menunggu', rejected: 'Ditolak' },
  reasons: {
    revoked: 'Perangkatnya sudah dilepas.',
    shift: 'Shift-nya sudah ditutup, atau bukan milik perangkat ini.',
    cashier: 'Kasirnya sudah dinonaktifkan, atau shift-nya milik kasir lain.',
    limit: 'Melewati batas perangkat untuk satu shift.',
    discount: 'Potongannya melebihi batas kasir.',
    counted: 'Barang yang stoknya dihitung, padahal belum diizinkan.',
    goods: 'Barang atau pilihannya sudah tidak ada. Kalau diterima, dicatat sebagai nominal bebas.',
    sum: 'Jumlahnya tidak cocok dengan isinya. Kalau diterima, dicatat sebagai nominal bebas.',
    price: 'Harganya lain dari harga toko.',
    hidden: 'Barangnya sedang tidak ditampilkan.',
    shortage: 'Stok tidak cukup saat dibukukan. Pesanannya menunggu di Pesanan.',
    clock: 'Jam perangkatnya salah. Pembukuan memakai waktu saat dibukukan.',
    day: 'Dijual pada hari lain menurut perangkat. Masuk pembukuan pada hari dibukukan.',
  } satisfies Record<OfflineReason, string> as Record<OfflineReason, string>,
}

const en: typeof id = {
  title: 'Offline sales',
  lead:
    'Cash sales that were made while a counter was offline. ' +
    'Matching sales are booked at once; those that differ or need a decision are shown here.',
  open: 'To review',
  none: 'Nothing to review.',
  past: 'Settled',
  nonePast: 'No offline sales yet.',
  number: count => `No. ${count}`,
  sold: when => `sold ${when} according to the device`,
  received: when => `received ${when}`,
  shopTotal: sum => `shop price ${sum}`,
  accept: 'Accept',
  reject: 'Reject',
  seen: 'I have seen it',
  sureReject: sum => `Reject the sale of ${sum}?`,
  sureRejectText: 'The sale stays out of the books, and cannot be accepted later.',
  states: { booked: 'Booked', held: 'Waiting', rejected: 'Rejected' },
  reasons: {
    revoked: 'The device was revoked.',
    shift: 'Its shift was closed, or belongs to another device.',
    cashier: 'The cashier was deactivated, or the shift belongs to another cashier.',
    limit: 'Above the limit of the device for one shift.',
    discount: 'The discount is above the cashiers’ limit.',
    counted: 'Goods with counted stock, which you have not allowed.',
    goods: 'The goods or their options no longer exist. If accepted, it is booked as a typed amount.',
    sum: 'The sum does not match its lines. If accepted, it is booked as a typed amount.',
    price: 'The price differs from the shop’s.',
    hidden: 'The goods are currently hidden.',
    shortage: 'The stock was too small when it was booked. The order waits under Orders.',
    clock: 'The device’s clock is wrong. The books use the time of booking.',
    day: 'Sold on another day according to the device. It counts on the day of booking.',
  },
}

export const offlineReviewTexts: Record<Language, typeof id> = { id, en }
