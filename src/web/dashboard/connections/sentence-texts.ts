import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Tambah kalimat',
  intro:
    'Mulai sekarang notifikasi yang sama persis dengan kalimat ini dibaca sebagai uang masuk. Tulis {amount} di ' +
    'tempat nominal dan {payer} di tempat nama pembayar. {any} berarti waktu atau kata lain yang tidak mengubah ' +
    'apa-apa.',
  once: 'Notifikasi ini sendiri tidak ikut dibukukan: kalau uangnya sudah masuk, catat dari halaman tagihan.',
  sentence: 'Kalimat',
  sentenceHint: 'Seluruh isi notifikasi, paling banyak 300 karakter. Hanya untuk uang yang sudah masuk.',
  onlyTitle: (title: string) => `Hanya kalau judulnya “${title}”`,
  preview: 'Lihat hasilnya',
  save: 'Simpan kalimat',
  saveTitle: 'Simpan kalimat ini?',
  app: 'Aplikasi',
  amount: 'Nominal yang terbaca',
  payer: 'Pembayar yang terbaca',
  nobody: 'tidak disebut',
  pays: 'Uang seperti ini langsung melunasi tagihan yang nominalnya sama.',
  waits:
    'Uang seperti ini menunggu diperiksa, karena kalimatnya bisa ditulis orang lain atau berisi lebih dari uang masuk.',
  add: 'Tambah kalimatnya',
}

const en: typeof id = {
  title: 'Add a sentence',
  intro:
    'From now on, notifications that are exactly this sentence are read as incoming money. Write {amount} where the ' +
    'amount is and {payer} where the payer’s name is. {any} stands for a time or other words that change nothing.',
  once: 'This notification itself is not booked: if its money arrived, record the payment on the payment’s page.',
  sentence: 'Sentence',
  sentenceHint: 'The whole text of the notification, at most 300 characters. Only for money that has arrived.',
  onlyTitle: title => `Only under the title “${title}”`,
  preview: 'Preview',
  save: 'Save the sentence',
  saveTitle: 'Save this sentence?',
  app: 'App',
  amount: 'Amount that it reads',
  payer: 'Payer that it reads',
  nobody: 'not named',
  pays: 'Such money pays the payment of the same amount right away.',
  waits: 'Such money waits in review, because others could write the sentence or it says more than that money came.',
  add: 'Add its sentence',
}

export const sentenceTexts: Record<Language, typeof id> = { id, en }
