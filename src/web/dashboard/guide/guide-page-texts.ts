import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Panduan mulai berjualan',
  intro: 'Enam langkah dari toko kosong sampai uang sungguhan pertamamu. Setiap langkah tercentang sendiri.',
  progress: (done: number, of: number) => `${done} dari ${of} selesai`,
  next: 'Berikutnya',
  done: 'Selesai',
  all: 'Lihat semua langkah',
  away: 'Sembunyikan',
  bring: 'Tampilkan lagi di beranda',
  isAway: 'Panduan ini tidak tampil di beranda.',
  finished: '🎉 Tokomu sudah menerima uang sungguhan pertamanya.',
  finishedText: 'Semua langkah selesai. Bagikan tautan bot-mu, dan selamat berjualan!',
  back: 'Beranda',
  noMethod: 'Belum ada metode pembayaran yang bisa dipakai di mode live. Lihat apa yang kurang saat membuat tagihan.',
  extras: 'Supaya lebih aman dan enak',
  chat: 'Hubungkan chat Telegram-mu, supaya pesanan dan uang masuk dikabari ke HP',
  second: 'Nyalakan verifikasi dua langkah',
}

export type GuidePageTexts = typeof id

const en: GuidePageTexts = {
  title: 'Getting started',
  intro: 'Six steps from an empty shop to your first real money. Each one ticks itself.',
  progress: (done, of) => `${done} of ${of} done`,
  next: 'Next',
  done: 'Done',
  all: 'See all steps',
  away: 'Put away for now',
  bring: 'Show it on the home page again',
  isAway: 'This guide is not shown on the home page.',
  finished: '🎉 Your shop has received its first real money.',
  finishedText: 'All steps are done. Share the link of your bot, and happy selling!',
  back: 'Home',
  noMethod: 'No payment method can be used in live mode yet. Creating an invoice shows what is missing.',
  extras: 'Safer and easier',
  chat: 'Link your Telegram chat, so that orders and money are told to your phone',
  second: 'Turn on two-step verification',
}

export const guidePageTexts: Record<Language, GuidePageTexts> = { id, en }
