import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Kupon',
  referral: 'Undang teman',
  lead: 'Pelanggan mengetik kodenya saat memesan: lewat chat, atau di keranjang halaman menu.',
  none: 'Belum ada kupon.',
  add: 'Buat kupon',
  code: 'Kode',
  codeHint: '3 sampai 32 huruf, angka, atau tanda hubung.',
  kind: 'Jenis potongan',
  kinds: { percent: 'Persen', amount: 'Rupiah' },
  products: 'Hanya untuk produk tertentu',
  limits: 'Batas, tanggal, dan produk',
  make: 'Buat kupon ini',
  used: 'Terpakai',
  of: (used: number, max: number | null) => (max === null ? `${used} kali dipakai` : `${used} dari ${max} dipakai`),
  state: 'Status',
  active: 'Aktif',
  ended: 'Berakhir',
  planned: 'Belum mulai',
  terms: 'Syarat',
  some: (count: number) => `untuk ${count} produk`,
  acts: 'Tindakan',
  end: 'Akhiri',
  sure: (code: string) => `Akhiri kupon ${code}?`,
  sureText: 'Tidak bisa dipakai lagi. Pesanan yang sudah memakainya tetap berharga sama.',
}

export type CouponTexts = typeof id

const en: CouponTexts = {
  title: 'Coupons',
  referral: 'Invite friends',
  lead: 'Customers type the code when they order: in the chat, or in the cart of the menu page.',
  none: 'There are no coupons yet.',
  add: 'Create a coupon',
  code: 'Code',
  codeHint: '3 to 32 letters, digits or dashes.',
  kind: 'Kind of discount',
  kinds: { percent: 'Percent', amount: 'Rupiah' },
  products: 'Only for some products',
  limits: 'Limits, dates and products',
  make: 'Create this coupon',
  used: 'Used',
  of: (used, max) => (max === null ? `used ${used}×` : `${used} of ${max} used`),
  state: 'Status',
  active: 'Active',
  ended: 'Ended',
  planned: 'Not yet valid',
  terms: 'Terms',
  some: count => `for ${count} products`,
  acts: 'Actions',
  end: 'End',
  sure: code => `End the coupon ${code}?`,
  sureText: 'Nobody can use it any more. Orders that have it keep their price.',
}

export const couponTexts: Record<Language, CouponTexts> = { id, en }
