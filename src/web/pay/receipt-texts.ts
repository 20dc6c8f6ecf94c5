import type { Language } from '../parts/language.ts'

const id = {
  title: (shop: string) => `Struk dari ${shop}`,
  from: 'Struk dari',
  paid: 'Struk asli, sudah dibayar',
  paidText: (shop: string) => `${shop} sudah menerima uang ini.`,
  refunded: 'Uangnya sudah dikembalikan',
  refundedText: (shop: string) => `${shop} mencatat bahwa uang ini sudah dikembalikan. Struk ini tidak berlaku lagi.`,
  cancelled: 'Pesanannya dibatalkan',
  cancelledText: (shop: string) => `Sudah dibayar, tetapi pesanannya dibatalkan. Tanyakan ke ${shop}.`,
  unpaid: 'Belum dibayar',
  unpaidText: (shop: string) => `${shop} belum menerima uang ini.`,
  testMode: 'Struk uji: tidak ada uang sungguhan.',
  paidAt: 'Dibayar',
  refundedAt: 'Dikembalikan',
  refundedAmount: 'Yang dikembalikan',
  order: 'Pesanan',
  invoice: 'Akhir nomor tagihan',
  customer: 'Atas nama',
  compare: 'Cocokkan nominal, waktu, dan nomornya dengan struk yang ditunjukkan kepadamu.',
  asked: (moment: string) => `Keadaan pada ${moment}, menurut catatan toko ini sendiri.`,
  address: (host: string) => `Hanya percaya halaman ini di alamat ${host}.`,
  check: 'Cek keaslian struk',
  scan: 'Scan untuk mengecek keaslian struk ini',
}

export type ReceiptTexts = typeof id

const en: ReceiptTexts = {
  title: shop => `Receipt from ${shop}`,
  from: 'Receipt from',
  paid: 'A real receipt: it is paid',
  paidText: shop => `${shop} has received this money.`,
  refunded: 'The money was returned',
  refundedText: shop => `${shop} has noted that this money was returned. This receipt is good for nothing any more.`,
  cancelled: 'The order was cancelled',
  cancelledText: shop => `It was paid, but the order was cancelled. Ask ${shop}.`,
  unpaid: 'Not paid',
  unpaidText: shop => `${shop} has not received this money.`,
  testMode: 'A receipt of a test: no real money.',
  paidAt: 'Paid',
  refundedAt: 'Returned',
  refundedAmount: 'Amount returned',
  order: 'Order',
  invoice: 'End of the invoice ID',
  customer: 'Customer',
  compare: 'Compare amount, time and numbers with the receipt that you were shown.',
  asked: moment => `As of ${moment}, by this shop’s own records.`,
  address: host => `Trust this page at the address ${host} alone.`,
  check: 'Check this receipt',
  scan: 'Scan to check that this receipt is real',
}

export const receiptTexts: Record<Language, ReceiptTexts> = { id, en }
