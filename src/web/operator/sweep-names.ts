import type { Language } from '../parts/language.ts'

/** Returns the readable name of recurring work, by its name in the schedule. Unknown work keeps that name. */
export function formatSweepName(name: string, language: Language): string {
  return names[name]?.[language] ?? name
}

const names: Record<string, Record<Language, string>> = {
  'charge-payments': { id: 'Meminta kode QRIS ke penyedia', en: 'Requesting QRIS codes from providers' },
  'charge-own': { id: 'Meminta kode lewat koneksi merchant', en: 'Requesting codes by merchants’ connections' },
  'ask-charges': { id: 'Menanyakan kode mana yang sudah dibayar', en: 'Asking which codes are paid' },
  'ask-own': { id: 'Menanyakan kode lewat koneksi merchant', en: 'Asking for codes by merchants’ connections' },
  'read-transfers': { id: 'Membaca uang masuk', en: 'Reading incoming money' },
  'deliver-callbacks': { id: 'Mengirim callback', en: 'Sending callbacks' },
  'deliver-events': { id: 'Mengirim kejadian ke endpoint', en: 'Sending events to endpoints' },
  'spread-events': { id: 'Membagi kejadian ke endpoint', en: 'Planning events for endpoints' },
  'fetch-units': { id: 'Mengambil isi barang digital', en: 'Fetching digital goods' },
  'expire-payments': { id: 'Mengakhiri tagihan yang lewat waktu', en: 'Ending payments past their deadline' },
  'follow-pushes': { id: 'Mengikuti kabar dari penyedia', en: 'Following news from providers' },
  'retry-unsettled': { id: 'Mencoba lagi uang yang belum beres', en: 'Settling money again that was left' },
  'probe-connections': { id: 'Memeriksa koneksi', en: 'Checking connections' },
  'fold-statistics': { id: 'Menjumlahkan statistik pembayaran', en: 'Adding up statistics of payments' },
  'free-idle-goods': { id: 'Membebaskan stok yang tertahan', en: 'Freeing stock that is held' },
  'replay-reactions': {
    id: 'Mengerjakan yang tertunda dari modul yang mati',
    en: 'Doing what modules owe that were off',
  },
  'free-idle-stars': { id: 'Membebaskan pembelian Stars', en: 'Freeing purchases by Stars' },
  'total-sales': { id: 'Menjumlahkan penjualan', en: 'Adding up sales' },
  'watch-stock': { id: 'Memperhatikan stok yang menipis', en: 'Watching stock that runs low' },
  'tell-restocks': { id: 'Mengabari barang yang tersedia lagi', en: 'Telling of goods that are back' },
  'cancel-leftover-invoices': { id: 'Membatalkan tagihan yang tertinggal', en: 'Cancelling payments left behind' },
  'cancel-stale-orders': { id: 'Membatalkan pesanan yang ditinggal', en: 'Cancelling abandoned orders' },
  'remind-of-bills': { id: 'Mengingatkan tagihan yang jatuh tempo', en: 'Reminding of bills that are due' },
  'cancel-leftover-parts': {
    id: 'Membatalkan kode dari tagihan yang sudah lunas',
    en: 'Cancelling codes of bills that are paid',
  },
  'pass-due-bills': { id: 'Menandai tagihan yang lewat waktunya', en: 'Marking bills whose time has passed' },
  'count-missed-parts': { id: 'Menghitung pembayaran tagihan yang terlewat', en: 'Counting missed payments of bills' },
  'receive-shipped-orders': { id: 'Menyelesaikan pesanan yang sampai', en: 'Completing orders that arrived' },
  'tell-ending-plans': { id: 'Mengabari langganan yang akan habis', en: 'Telling of subscriptions that end' },
  'tell-sales': { id: 'Mengirim ringkasan penjualan', en: 'Sending summaries of sales' },
  'reseal-values': { id: 'Menyegel ulang rahasia', en: 'Sealing secrets anew' },
  'fill-statistics': { id: 'Melengkapi statistik lama', en: 'Completing older statistics' },
  'close-book-days': { id: 'Menutup buku harian', en: 'Closing the books of a day' },
  'make-months': { id: 'Menyiapkan bulan berikutnya', en: 'Preparing the next months' },
  'analyze-tables': { id: 'Merawat basis data', en: 'Looking after the database' },
  'forget-old': { id: 'Menghapus yang sudah lama', en: 'Erasing what is old' },
}
