import type { PaymentMethodId } from '../methods/method.ts'

const id = {
  amountDue: 'Total yang harus dibayar',
  payBefore: (time: string) => `Bayar sebelum ${time}`,
  transferTo: 'Transfer ke',
  exactly: 'Tepat sampai angka terakhir, satu kali saja',
  paidWord: 'LUNAS',
  paid: 'Sudah dibayar',
  expiredWord: 'KEDALUWARSA',
  cancelledWord: 'DIBATALKAN',
  closedWord: 'DITUTUP',
  doNotPay: 'Jangan dibayar',
  test: 'MODE UJI',
  cardFile: (invoice: string) => `bayar-${invoice}.png`,

  receipt: 'Struk',
  receiptFile: (number: string) => `struk-${number}.png`,
  order: 'Pesanan',
  invoice: 'Invoice',
  paidAt: 'Dibayar',
  payment: 'Pembayaran',
  delivery: 'Ongkos kirim',
  coupon: (code: string) => `Kupon ${code}`,
  uniqueCode: 'Kode unik',
  fee: 'Biaya',
  totalPaid: 'Total dibayar',
  method: 'Metode',
  reference: 'Referensi',
  check: 'Scan untuk cek keaslian struk',

  sales: 'Penjualan 7 hari',
  salesFile: (day: string) => `penjualan-${day}.png`,
  methods: {
    qris: 'QRIS',
    qris_platform: 'QRIS',
    qris_user: 'QRIS bank',
    wallet_qris: 'QRIS e-wallet',
    wallet_direct: 'E-wallet',
  } satisfies Record<PaymentMethodId, string> as Record<string, string>,
}

const en: typeof id = {
  amountDue: 'Total to pay',
  payBefore: time => `Pay before ${time}`,
  transferTo: 'Transfer to',
  exactly: 'Exact to the last digit, one transfer only',
  paidWord: 'PAID',
  paid: 'Paid',
  expiredWord: 'EXPIRED',
  cancelledWord: 'CANCELLED',
  closedWord: 'CLOSED',
  doNotPay: 'Don’t pay this',
  test: 'TEST MODE',
  cardFile: invoice => `pay-${invoice}.png`,

  receipt: 'Receipt',
  receiptFile: number => `receipt-${number}.png`,
  order: 'Order',
  invoice: 'Invoice',
  paidAt: 'Paid',
  payment: 'Payment',
  delivery: 'Delivery',
  coupon: code => `Coupon ${code}`,
  uniqueCode: 'Unique code',
  fee: 'Fee',
  totalPaid: 'Total paid',
  method: 'Method',
  reference: 'Reference',
  check: 'Scan to check this receipt',

  sales: 'Sales, last 7 days',
  salesFile: day => `sales-${day}.png`,
  methods: {
    qris: 'QRIS',
    qris_platform: 'QRIS',
    qris_user: 'Bank QRIS',
    wallet_qris: 'E-wallet QRIS',
    wallet_direct: 'E-wallet',
  },
}

/** The words of pictures of payments, which leave the product: in a gallery no page explains them. */
export const pictureTexts = { id, en }
