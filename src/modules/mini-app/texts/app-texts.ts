import type { Language } from '../../../web/parts/language.ts'

const id = {
  opening: 'Membuka toko…',
  dashboard: 'Buka dasbor',
  dashboardOpening: 'Membuka dasbor…',
  dashboardOutside: 'Di sini dasbor dibuka lewat peramban. Tekan tombol di bawah, lalu masuk seperti biasa.',
  dashboardRefused:
    'Chat ini belum bisa membuka dasbor. Hubungkan dulu di Keamanan, buka lagi dari tombolnya, atau masuk seperti ' +
    'biasa.',
  onlyInTelegram: 'Halaman ini dibuka dari tombol di chat Telegram toko.',
  toMenu: 'Buka halaman menu',
  overTitle: 'Buka lagi dari chat',
  overText: 'Sesi ini sudah berakhir atau tidak dikenal. Tutup halaman ini, lalu buka lagi dari tombol di chat toko.',
  unknownTitle: 'Tidak ditemukan',
  unknownText: 'Barang, pesanan, atau tagihan ini tidak ada di toko ini.',
  buy: 'Beli sekarang',
  favourites: 'Favorit',
  markFavourite: 'Simpan ke favorit',
  unmarkFavourite: 'Hapus dari favorit',
  digital: 'Barang digital dibayar dengan Telegram Stars di chat.',
  toChat: 'Buka di chat',
  inChat: (count: number) => `${count} barang digital di keranjang dibayar dengan Stars di chat.`,
  shareContact: 'Pakai nomor Telegram-ku',
  shareLocation: 'Pakai lokasiku',
  sameCode: 'Kode yang sama ada di chat.',
  backToChat: 'Kembali ke chat',
  toOrder: 'Lihat pesanan',
  again: 'Pesan lagi',
  cancel: 'Batalkan pesanan',
  receipt: 'Simpan struk',
  newCode: 'Bayar dengan kode baru',
  openPayment: 'Lihat kode bayar',
}

export type AppTexts = typeof id

const en: AppTexts = {
  opening: 'Opening the shop…',
  dashboard: 'Open the dashboard',
  dashboardOpening: 'Opening the dashboard…',
  dashboardOutside: 'Here the dashboard opens in a browser. Press the button below and sign in as usual.',
  dashboardRefused:
    'This chat can’t open the dashboard. Link it under Security, open it again from its button, or sign in as usual.',
  onlyInTelegram: 'This page opens from the button in the shop’s Telegram chat.',
  toMenu: 'Open the menu page',
  overTitle: 'Open it again from the chat',
  overText: 'This session has ended or is unknown. Close this page and open it again from the button in the chat.',
  unknownTitle: 'Not found',
  unknownText: 'This shop has no such product, order or bill.',
  buy: 'Buy now',
  favourites: 'Favourites',
  markFavourite: 'Save as a favourite',
  unmarkFavourite: 'Remove from favourites',
  digital: 'Digital goods are paid with Telegram Stars in the chat.',
  toChat: 'Open in the chat',
  inChat: count => `${count} digital items in the cart are paid with Stars in the chat.`,
  shareContact: 'Use my Telegram number',
  shareLocation: 'Use my location',
  sameCode: 'The same code is in the chat.',
  backToChat: 'Back to the chat',
  toOrder: 'See the order',
  again: 'Order again',
  cancel: 'Cancel the order',
  receipt: 'Save the receipt',
  newCode: 'Pay with a new code',
  openPayment: 'Show the payment code',
}

export const appTexts: Record<Language, AppTexts> = { id, en }
