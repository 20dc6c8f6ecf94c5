import type { Language } from '../../../web/parts/language.ts'
import type { BillQuestion } from '../bill-kinds.ts'

const id = {
  unknown: {
    title: 'Tagihan tidak ditemukan',
    text: 'Periksa lagi tautannya, atau minta yang baru ke penjual.',
  },
  title: (title: string, merchant: string) => `${title}: tagihan dari ${merchant}`,
  summary: (amount: string) => `${amount}. Bayar dengan QRIS dari aplikasi bank atau e-wallet apa saja.`,
  from: 'Tagihan dari',
  for: 'Untuk',
  total: 'Total tagihan',
  left: 'Sisa yang harus dibayar',
  collected: 'Sudah dibayar',
  beingPaid: 'Sedang dibayar',
  range: (min: string, max: string) => `${min} sampai ${max}`,
  dueAt: 'Jatuh tempo',
  endsAt: 'Bisa dibayar sampai',
  testMode: 'Mode uji: tidak ada uang sungguhan.',
  overdue: 'Sudah lewat jatuh tempo, tetapi masih bisa dibayar.',
  amount: 'Nominal yang dibayar',
  partHint: (min: string, max: string) => `Boleh dicicil: ${min} sampai ${max}, atau lunasi sekaligus.`,
  onePart: (max: string) => `Satu kali bayar paling banyak ${max}. Sisanya dibayar lagi lewat tautan ini.`,
  payableBy: (ways: string[]) => `Bisa dibayar lewat ${ways.join(' atau ')}.`,
  aboveLimit: (way: string, max: string) => `Nominalnya di atas batas ${way}, ${max}.`,
  pay: (amount: string) => `Bayar ${amount}`,
  payOwn: 'Bayar',
  openPart: (amount: string) => `Lanjutkan pembayaran ${amount}`,
  allOpen: 'Sisanya sudah dibuka orang lain dan belum dibayar. Pastikan dulu bukan temanmu yang sedang membayarnya.',
  questions: { name: 'Nama', phone: 'Nomor HP', address: 'Alamat', note: 'Catatan untuk penjual' } as Record<
    BillQuestion,
    string
  >,
  optional: 'Boleh kosong.',
  paidTitle: 'Lunas',
  paidText: (merchant: string) => `${merchant} sudah menerima pembayarannya. Terima kasih!`,
  goOn: 'Lanjut',
  refundTitle: 'Uangmu akan dikembalikan',
  refundText: (merchant: string) =>
    `${merchant} sudah menerima uangmu, tetapi pesanannya dibatalkan atau barangnya keburu habis. Jangan bayar lagi; ` +
    'penjual mengembalikan uangnya. Belum kembali? Tanyakan.',
  refundedTitle: 'Pesanan dibatalkan',
  refundedText: (merchant: string) => `${merchant} mencatat bahwa uangmu sudah dikembalikan.`,
  closedTitle: 'Tagihan sudah ditutup',
  expiredTitle: 'Tagihan sudah berakhir',
  overText: (merchant: string) =>
    `Jangan bayar lagi lewat tautan atau gambar lama. Masih perlu membayar? Hubungi ${merchant}.`,
  notNow: (merchant: string) => `${merchant} sedang tidak bisa menerima pembayaran. Coba lagi nanti.`,
  busy: 'Sedang banyak yang membuka tagihan ini. Tunggu sebentar, lalu tekan lagi.',
  safety: 'Tidak ada uang yang berpindah sebelum kamu bayar di aplikasimu sendiri.',
}

export type BillPageTexts = typeof id

const en: BillPageTexts = {
  unknown: {
    title: 'There is no such bill',
    text: 'Check the link, or ask the seller for a new one.',
  },
  title: (title, merchant) => `${title}: bill from ${merchant}`,
  summary: amount => `${amount}. Pay with QRIS from any bank or e-wallet app.`,
  from: 'Bill from',
  for: 'For',
  total: 'Amount of the bill',
  left: 'Still to pay',
  collected: 'Paid so far',
  beingPaid: 'Being paid now',
  range: (min, max) => `${min} to ${max}`,
  dueAt: 'Due',
  endsAt: 'Can be paid until',
  testMode: 'Test mode: no real money.',
  overdue: 'It is past its due date and can still be paid.',
  amount: 'Amount to pay',
  partHint: (min, max) => `In parts of ${min} to ${max}, or all at once.`,
  onePart: max => `One payment takes ${max} at most. Pay the rest by this link again.`,
  payableBy: ways => `Can be paid by ${ways.join(' or ')}.`,
  aboveLimit: (way, max) => `The amount is above the limit of ${way}, ${max}.`,
  pay: amount => `Pay ${amount}`,
  payOwn: 'Pay',
  openPart: amount => `Go on with the payment of ${amount}`,
  allOpen:
    'Others have opened all of the rest and not paid it yet. Check first that a friend is not paying it for you.',
  questions: { name: 'Name', phone: 'Phone', address: 'Address', note: 'Note to the seller' },
  optional: 'optional',
  paidTitle: 'Paid',
  paidText: merchant => `${merchant} has received the payment. Thank you!`,
  goOn: 'Go on',
  refundTitle: 'Your money will be returned',
  refundText: merchant =>
    `${merchant} has received your money, but the order was cancelled or its goods were gone by then. Do not pay ` +
    'again: the seller will refund it. Not back yet? Ask them.',
  refundedTitle: 'The order was cancelled',
  refundedText: merchant => `${merchant} has noted that your money was returned.`,
  closedTitle: 'This bill is closed',
  expiredTitle: 'This bill has ended',
  overText: merchant => `Do not pay by an old link or picture any more. Do you still have to pay? Contact ${merchant}.`,
  notNow: merchant => `${merchant} cannot take payments now. Try again later.`,
  busy: 'Many people are opening this bill. Wait a moment, then press again.',
  safety: 'No money moves before you pay in your own app.',
}

export const billPageTexts: Record<Language, BillPageTexts> = { id, en }
