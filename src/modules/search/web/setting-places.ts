import type { Act } from '../../../people/membership.ts'
import type { Language } from '../../../web/parts/language.ts'

/** A page with the terms by which people look for its content, besides its name in the menu. */
export interface SettingPlace {
  path: string
  text: Record<Language, string>
  /** Other terms for it, in both languages. */
  words: string
  role?: Act
}

export const settingPlaces: readonly SettingPlace[] = [
  {
    path: '/dashboard/rules',
    text: { id: 'Jam buka dan hari libur', en: 'Opening hours and holidays' },
    words: 'jam buka tutup libur jadwal sekarang open close hours holiday schedule now',
  },
  {
    path: '/dashboard/rules/delivery',
    text: { id: 'Ongkir dan daerah antar', en: 'Delivery fee and areas' },
    words: 'ongkir ongkos kirim antar daerah wilayah kecamatan kurir delivery shipping fee area zone courier',
  },
  {
    path: '/dashboard/rules/pickup',
    text: { id: 'Ambil sendiri dan meja', en: 'Pickup and tables' },
    words: 'ambil sendiri makan di tempat meja slot pickup dine in table',
  },
  {
    path: '/dashboard/rules/texts',
    text: { id: 'Kata-kata toko', en: 'Texts of the shop' },
    words: 'salam sambutan ucapan kata teks pesan greeting welcome message text words',
  },
  {
    path: '/dashboard/rules/contact',
    text: { id: 'Kontak dan alamat toko', en: 'Contact and address of the shop' },
    words: 'kontak nomor whatsapp telepon alamat peta contact phone address map',
  },
  {
    path: '/dashboard/catalog/new',
    text: { id: 'Barang baru', en: 'New product' },
    words: 'tambah barang produk jualan menu add product item',
    role: 'orders',
  },
  {
    path: '/dashboard/profile',
    text: { id: 'Kata sandi, passkey, dan keamanan', en: 'Password, passkey and security' },
    words: 'kata sandi password passkey keamanan dua langkah e-mail sesi security two step email session',
  },
  {
    path: '/dashboard/new-payment',
    text: { id: 'Tampilkan QRIS sekarang', en: 'Show a QRIS code now' },
    words: 'qris kode bayar tagih show code charge',
    role: 'orders',
  },
  {
    path: '/dashboard/connections',
    text: { id: 'Menyambungkan uang', en: 'Connect your money' },
    words: 'koneksi rekening gopay dana ovo shopeepay bca midtrans xendit uang bank wallet connection live',
  },
]
