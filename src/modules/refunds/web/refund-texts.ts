import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Kembalikan uang',
  link: 'Kembalikan sebagian',
  payment: 'Pembayaran',
  left: (amount: string) => `Masih bisa dikembalikan: ${amount}.`,
  nothingLeft: 'Tidak ada lagi yang bisa dikembalikan dari pembayaran ini.',
  byProvider: (provider: string) =>
    `${provider} mengirim uangnya ke pembayar. Statusnya muncul di bawah; uangnya dihitung kembali setelah berhasil.`,
  byYou:
    'Warung tidak bisa mengirim uang ini. Kirim dulu ke pembeli lewat bank atau e-wallet-mu, lalu catat di sini. ' +
    'Saldo tidak berubah.',
  amount: 'Nominal',
  amountHint: 'Kosongkan untuk mengembalikan semua yang tersisa.',
  amountOrLinesHint: 'Kosongkan untuk mengembalikan semua yang tersisa, atau senilai barang yang dipilih.',
  lines: 'Barang yang dikembalikan',
  linesHint: 'Isi jumlahnya. Kosongkan kalau yang dikembalikan bukan barang tertentu.',
  quantity: (name: string, most: number) => `${name} (paling banyak ${most})`,
  reason: 'Alasan',
  reasonHint: 'Pembeli juga membacanya.',
  restock: 'Kembalikan barangnya ke stok',
  isNoted: 'Saya sudah mengirim uangnya sendiri',
  submit: 'Kembalikan uang',
  sure: 'Kembalikan uang ini?',
  sureSent: (provider: string, amount: string) => `${provider} diminta mengirim ${amount} ke pembayar.`,
  sureNoted: (amount: string) => `${amount} dicatat sudah kamu kembalikan; Warung tidak mengirim uangnya.`,
  isTold: 'Pembeli diberi tahu.',
  yes: 'Ya, kembalikan',
  earlier: 'Yang sudah dicatat',
  states: {
    requested: 'Menunggu dikirim penyedia',
    sent: 'Sedang diproses penyedia',
    succeeded: 'Berhasil',
    failed: 'Ditolak penyedia',
  },
  correction: 'Koreksi',
  correct: 'Betulkan',
  change: 'Simpan alasan',
  takeBack: 'Batalkan catatan ini',
  takeBackReason: 'Alasan membatalkan',
  sureTakeBack: 'Batalkan catatan pengembalian ini?',
  sureTakeBackText: (amount: string) =>
    `${amount} dianggap belum dikembalikan. Catatan lama tetap ada, dan koreksinya ditambahkan.`,
}

const en: typeof id = {
  title: 'Refund',
  link: 'Refund a part',
  payment: 'Payment',
  left: amount => `Can still be refunded: ${amount}.`,
  nothingLeft: 'Nothing of this payment is left to refund.',
  byProvider: provider =>
    `${provider} sends the money to the payer. Its state appears below; it counts as refunded once that succeeded.`,
  byYou:
    'Warung cannot send this money. Send it to the customer by your bank or e-wallet first, then record it here. ' +
    'Your balance does not change.',
  amount: 'Amount',
  amountHint: 'Leave empty to refund all that is left.',
  amountOrLinesHint: 'Leave empty to refund all that is left, or what the chosen goods cost.',
  lines: 'Returned goods',
  linesHint: 'Enter how many. Leave empty if the refund is not for particular goods.',
  quantity: (name, most) => `${name} (${most} at most)`,
  reason: 'Reason',
  reasonHint: 'The customer reads it too.',
  restock: 'Put the goods back into stock',
  isNoted: 'I have sent the money myself',
  submit: 'Refund',
  sure: 'Refund this money?',
  sureSent: (provider, amount) => `${provider} is asked to send ${amount} to the payer.`,
  sureNoted: amount => `${amount} is recorded as returned by you; Warung does not send the money.`,
  isTold: 'The customer is told.',
  yes: 'Yes, refund',
  earlier: 'Recorded so far',
  states: {
    requested: 'Waiting to be sent by the provider',
    sent: 'Being processed by the provider',
    succeeded: 'Succeeded',
    failed: 'Refused by the provider',
  },
  correction: 'Correction',
  correct: 'Correct it',
  change: 'Save the reason',
  takeBack: 'Take this record back',
  takeBackReason: 'Why it is taken back',
  sureTakeBack: 'Take this refund record back?',
  sureTakeBackText: amount => `${amount} counts as not refunded. The record stays, and a correction is added.`,
}

export type RefundTexts = typeof id

export const refundTexts: Record<Language, RefundTexts> = { id, en }
