import type { Weekday } from '../../../catalog/opening-hours.ts'
import type { AskedField } from '../../../catalog/product-kinds.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Aturan toko',
  lead: 'Berlaku untuk pesanan di chat dan di halaman menu, mulai saat disimpan.',
  hours: 'Jam buka',
  hoursHint:
    'Di luar jam buka, barang yang disiapkan orang tidak bisa dipesan; barang digital tetap bisa. ' +
    'Tutup lewat tengah malam boleh: 18.00 sampai 02.00.',
  always: 'Selalu buka',
  days: {
    mon: 'Senin',
    tue: 'Selasa',
    wed: 'Rabu',
    thu: 'Kamis',
    fri: 'Jumat',
    sat: 'Sabtu',
    sun: 'Minggu',
  } satisfies Record<Weekday, string>,
  opens: (day: string) => `${day}, buka`,
  closes: (day: string) => `${day}, tutup`,
  closing: 'Tutup sementara',
  closeNow: 'Tutup sekarang sampai besok',
  closeNowHint: 'Toko tutup sampai hari ini berakhir. Hapus tanggalnya di Hari libur untuk membuka lagi.',
  closeDays: 'Tutup pada tanggal itu',
  closeFrom: 'Tutup dari tanggal',
  closeUntil: 'Sampai tanggal',
  holidays: 'Hari libur',
  holidaysHint: 'Toko tutup sepanjang hari ini. Kosongkan tanggalnya untuk menghapus.',
  holiday: (number: number) => `Tanggal libur ${number}`,
  holidayNote: (number: number) => `Catatan libur ${number}`,
  note: 'Catatan',
  tooManyHolidays: 'Hari libur',
  shipping: 'Kirim dan ambil',
  delivers: 'Kami mengantar atau mengirim pesanan',
  ways: 'Cara terima pesanan',
  asks: 'Ditanyakan ke setiap pelanggan, selain yang diminta barangnya',
  asked: { note: 'Catatan', phone: 'Nomor telepon', address: 'Alamat' } as Record<AskedField, string>,
  zones: 'Ongkir per daerah',
  zonesHint:
    'Tanpa daerah, ongkir di atas berlaku ke mana saja. Begitu ada satu daerah, hanya daerah di daftar ini yang ' +
    'diantar. Pelanggan menekan namanya di chat; alamat yang memuat kecamatan atau kode posnya langsung cocok. Untuk ' +
    'jarak, pakai nama seperti “0–3 km”. Kosongkan semua isian satu daerah untuk menghapusnya.',
  moreHolidays: 'Tanggal lain',
  addZone: 'Tambah daerah',
  anywhere: 'pelanggan memilih sendiri',
  zone: (number: number) => `Daerah ${number}`,
  zoneName: 'Nama yang dilihat pelanggan',
  zonePlaces: 'Kecamatan dan kode pos, dengan koma',
  zoneAround: 'Titik pusat dan radius',
  zoneAroundHint: 'Untuk pelanggan yang mengirim lokasi. Salin titiknya dari peta: -6.2, 106.8166, 3 km.',
  zoneFee: 'Ongkir kilogram pertama',
  zonePerKg: 'Tambahan per kilogram berikutnya',
  contact: 'Kontak toko',
  contactHint: 'Dilihat pelanggan di menu Bantuan di chat. Kosongkan yang tidak dipakai.',
  words: 'Teks untuk pelanggan',
  save: 'Simpan aturan',
  more: 'Lainnya',
  toSettings: 'Nama, logo, dan uang terlambat',
}

export type RulesTexts = typeof id

const en: RulesTexts = {
  title: 'Shop rules',
  lead: 'For orders in the chat and on the menu page, from the moment they are saved.',
  hours: 'Opening hours',
  hoursHint:
    'Outside of them nobody can order what people prepare; digital goods are sold all the same. ' +
    'A shop may close after midnight: 18:00 to 02:00.',
  always: 'Always open',
  days: {
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
    sun: 'Sunday',
  },
  opens: day => `${day}, opens`,
  closes: day => `${day}, closes`,
  closing: 'Closed for a while',
  closeNow: 'Close now, until tomorrow',
  closeNowHint: 'The shop is closed for the rest of today. Remove the date under Holidays to open again.',
  closeDays: 'Close on these days',
  closeFrom: 'Closed from',
  closeUntil: 'Until',
  holidays: 'Holidays',
  holidaysHint: 'The shop is closed the whole day. Empty a date to remove it.',
  holiday: number => `Date of holiday ${number}`,
  holidayNote: number => `Note of holiday ${number}`,
  note: 'Note',
  tooManyHolidays: 'Holidays',
  shipping: 'Delivery and pickup',
  delivers: 'We deliver or send orders',
  ways: 'Ways to receive an order',
  asks: 'Asked of every customer, beside what their goods ask',
  asked: { note: 'Note', phone: 'Phone number', address: 'Address' },
  zones: 'Delivery fee by area',
  zonesHint:
    'Without areas the fee above is for everywhere. As soon as there is one, you deliver to the areas of this list ' +
    'alone. Customers press its name in the chat; an address with one of its districts or postcodes finds it by ' +
    'itself. For distances use names such as “0–3 km”. Empty all fields of an area to remove it.',
  moreHolidays: 'More dates',
  addZone: 'Add an area',
  anywhere: 'customers choose it',
  zone: number => `Area ${number}`,
  zoneName: 'Name that customers see',
  zonePlaces: 'Districts and postcodes, with commas',
  zoneAround: 'Centre and radius',
  zoneAroundHint: 'For customers who share their location. Copy the point from a map: -6.2, 106.8166, 3 km.',
  zoneFee: 'Fee for the first kilogram',
  zonePerKg: 'For each further kilogram',
  contact: 'Contact',
  contactHint: 'Customers see it in the chat under Help. Leave empty what you do not use.',
  words: 'Texts for customers',
  save: 'Save the rules',
  more: 'More',
  toSettings: 'Name, logo and late money',
}

export const rulesTexts: Record<Language, RulesTexts> = { id, en }
