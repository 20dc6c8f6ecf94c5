import type { Language } from '../../../../bot/texts/texts.ts'

const id = {
  title: 'Datamu di toko ini',
  name: 'Nama',
  phone: 'Nomor HP',
  proved: 'terbukti lewat Telegram',
  addresses: 'Alamat',
  visits: (count: number, total: string) => `${count} pesanan dan pembayaran, ${total}`,
  newest: 'Pesanan dan pembayaran terakhir',
  erase: '🗑 Hapus dataku',
  ask: 'Hapus datamu dari toko ini?',
  askText:
    'Nama, nomor HP, alamat, catatan, dan isi chat dihapus. ' +
    'Nominal, waktu, dan nomor pesanan tetap disimpan toko untuk pembukuan dan pajak. Tidak bisa dibatalkan.',
  yes: 'Ya, hapus',
  keep: 'Tidak jadi',
  done: 'Datamu sudah dihapus. Kalau menulis lagi ke bot ini, kamu dikenal sebagai orang baru.',
  isOpen: 'Masih ada pesanan yang berjalan. Tunggu sampai selesai atau batalkan dulu, lalu coba lagi.',
}

const en: typeof id = {
  title: 'Your data in this shop',
  name: 'Name',
  phone: 'Phone number',
  proved: 'proved by Telegram',
  addresses: 'Addresses',
  visits: (count, total) => `${count} orders and payments, ${total}`,
  newest: 'Latest orders and payments',
  erase: '🗑 Delete my data',
  ask: 'Delete your data from this shop?',
  askText:
    'Name, phone number, address, notes and chat are deleted. ' +
    'The shop keeps amounts, times and order numbers for its books and tax. This cannot be undone.',
  yes: 'Yes, delete',
  keep: 'Keep it',
  done: 'Your data was deleted. If you write to this bot again, it knows you as somebody new.',
  isOpen: 'An order is still open. Wait until it is finished, or cancel it, and try again.',
}

export const myDataTexts: Record<Language, typeof id> = { id, en }
