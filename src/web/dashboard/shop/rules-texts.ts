import type { Weekday } from '../../../catalog/opening-hours.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Aturan toko',
  lead: 'Berlaku untuk pesanan di toko Telegram-mu, mulai saat disimpan.',
  hours: 'Jam buka',
  hoursHint:
    'Di luar jam buka, barang yang disiapkan orang tidak bisa dipesan; barang digital tetap bisa. ' +
    'Tutup lewat tengah malam boleh: 18.00 sampai 02.00.',
  always: 'Selalu buka (jam di bawah tidak dipakai)',
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
  holidays: 'Hari libur',
  holidaysHint: 'Toko tutup sepanjang hari ini. Kosongkan tanggalnya untuk menghapus.',
  holiday: (number: number) => `Tanggal libur ${number}`,
  holidayNote: (number: number) => `Catatan libur ${number}`,
  note: 'Catatan',
  tooManyHolidays: 'Hari libur',
  shipping: 'Kirim dan ambil',
  deliveryFee: 'Ongkos kirim',
  deliveryFeeHint: '0 berarti gratis.',
  freeFrom: 'Gratis ongkir mulai belanja',
  freeFromHint: 'Kosongkan kalau tidak ada.',
  pickup: 'Tempat ambil sendiri',
  pickupHint: 'Alamat yang dilihat pelanggan. Kosongkan kalau tidak bisa diambil.',
  slots: 'Lama satu slot waktu (menit)',
  slotsHint: 'Pelanggan memilih slot dalam jam buka, 15 sampai 480 menit. Kosongkan kalau tanpa slot.',
  arrives: 'Dianggap sampai setelah dikirim (hari)',
  arrivesHint: 'Pesanan yang tidak dikonfirmasi pelanggan selesai sendiri setelah sekian hari.',
  save: 'Simpan aturan',
  more: 'Lainnya',
  toSettings: 'Nama, logo, dan uang terlambat',
  toReferral: 'Hadiah undang teman',
  toCoupons: 'Kupon',
}

export type RulesTexts = typeof id

const en: RulesTexts = {
  title: 'Shop rules',
  lead: 'For orders in your Telegram shop, from the moment they are saved.',
  hours: 'Opening hours',
  hoursHint:
    'Outside of them nobody can order what people prepare; digital goods are sold all the same. ' +
    'A shop may close after midnight: 18:00 to 02:00.',
  always: 'Always open (the hours below are not used)',
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
  holidays: 'Holidays',
  holidaysHint: 'The shop is closed the whole day. Empty a date to remove it.',
  holiday: number => `Date of holiday ${number}`,
  holidayNote: number => `Note of holiday ${number}`,
  note: 'Note',
  tooManyHolidays: 'Holidays',
  shipping: 'Delivery and pickup',
  deliveryFee: 'Delivery fee',
  deliveryFeeHint: '0 for free.',
  freeFrom: 'Free delivery from',
  freeFromHint: 'Leave it empty for never.',
  pickup: 'Pickup place',
  pickupHint: 'The address that customers see. Leave it empty where nothing can be picked up.',
  slots: 'Length of a time slot (minutes)',
  slotsHint: 'Customers choose a slot within the opening hours, 15 to 480 minutes. Leave it empty for none.',
  arrives: 'Taken to have arrived after shipping (days)',
  arrivesHint: 'An order that its customer does not confirm is completed after so many days.',
  save: 'Save the rules',
  more: 'More',
  toSettings: 'Name, logo and late money',
  toReferral: 'Reward for inviting friends',
  toCoupons: 'Coupons',
}

export const rulesTexts: Record<Language, RulesTexts> = { id, en }
