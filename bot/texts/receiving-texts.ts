import type { Handover } from '../../src/catalog/delivery-zones.ts'
import type { Language } from './texts.ts'

const id = {
  ways: { delivery: '🛵 Diantar', pickup: '🏪 Diambil sendiri', dine_in: '🍽 Makan di tempat' } as Record<
    Handover,
    string
  >,
  askWay: 'Pesanan ini mau diterima bagaimana?',
  onlyWay: (names: string, way: string) =>
    `${names} hanya bisa: ${way}. Semuanya begitu, atau kembali ke keranjang untuk memesannya terpisah?`,
  useButtons: 'Tekan salah satu tombolnya, ya.',
  askZone: '📍 Diantar ke mana? Tekan daerahmu, atau ketik kode pos atau kecamatanmu.',
  orLocation: 'Kirim lokasi lewat 📎 juga bisa.',
  zoneInWords: '📍 Dari itu kami belum tahu daerahmu. Tekan daerahmu, atau ketik kode pos atau kecamatanmu.',
  askTable: '🍽 Kamu duduk di meja nomor berapa?',
  free: 'gratis',
  noZone: 'Daerahku tidak ada',
  outside: (place: string) =>
    place === '' ? 'Kami belum mengantar ke luar daerah di atas.' : `Kami belum mengantar ke “${place}”.`,
  outsideNext: 'Pilih daerah di daftar kalau ternyata ada, pilih cara lain, atau tanya penjual dulu.',
  outsideAlone: 'Pilih daerah di daftar kalau ternyata ada, atau tanya penjual dulu.',
  toCart: '‹ Keranjang',
  toOrder: '‹ Pesanan',
  zone: 'Daerah antar',
  table: 'Meja',
  changeZone: '📍 Ubah daerah',
  changeTable: (table: number) => `🍽 Meja ${table}: ganti`,
  ready: {
    title: (order: string) => `Pesanan ${order} sudah siap`,
    pickup: (place: string | null) => (place === null ? 'Silakan diambil, ya.' : `Silakan diambil di ${place}, ya.`),
    table: (table: number) => `Sebentar lagi diantar ke meja ${table}.`,
    button: '🔔 Siap diambil',
    buttonTable: '🔔 Siap diantar ke meja',
    told: 'Pelanggan dikabari bahwa pesanannya siap.',
  },
  pickupAt: (place: string) => `Ambil di ${place}`,
  refused: {
    together:
      'Barang-barang ini tidak bisa diterima dengan cara yang sama, misalnya yang satu dikirim dan yang lain hanya ' +
      'dimakan di tempat. Pesan satu per satu, ya.',
    way: 'Cara itu sudah tidak ada untuk pesanan ini. Pilih cara lain, ya.',
    zone: 'Daerah antarnya sudah berubah. Pilih lagi daerahmu, ambil sendiri, atau tanya penjual.',
    otherZone:
      'Kode pos atau lokasi di alamatmu ada di daerah lain. Pilih daerah yang sesuai, atau perbaiki alamatnya.',
    table: 'Nomor meja itu tidak ada. Pilih lagi, ya.',
  },
}

type ReceivingTexts = typeof id

const en: ReceivingTexts = {
  ways: { delivery: '🛵 Delivery', pickup: '🏪 Pick it up', dine_in: '🍽 Dine in' },
  askWay: 'How would you like to get this order?',
  onlyWay: (names, way) =>
    `${names} can only be had like this: ${way}. All of it like that, or back to the cart to order it separately?`,
  useButtons: 'Please press one of the buttons.',
  askZone: '📍 Where should it go? Press your area, or type your postcode or district.',
  orLocation: 'Sharing your location with 📎 works too.',
  zoneInWords: '📍 We can’t tell your area from that. Press your area, or type your postcode or district.',
  askTable: '🍽 Which table are you at?',
  free: 'free',
  noZone: 'My area isn’t listed',
  outside: place =>
    place === '' ? 'We don’t deliver outside the areas above yet.' : `We don’t deliver to “${place}”.`,
  outsideNext: 'Press an area of the list if yours is there after all, choose another way, or ask the seller first.',
  outsideAlone: 'Press an area of the list if yours is there after all, or ask the seller first.',
  toCart: '‹ Cart',
  toOrder: '‹ Order',
  zone: 'Delivery area',
  table: 'Table',
  changeZone: '📍 Change the area',
  changeTable: table => `🍽 Table ${table}: change`,
  ready: {
    title: order => `Order ${order} is ready`,
    pickup: place => (place === null ? 'Please come and pick it up.' : `Please pick it up at ${place}.`),
    table: table => `It is coming to table ${table}.`,
    button: '🔔 Ready for pickup',
    buttonTable: '🔔 Ready for the table',
    told: 'The customer has been told that it’s ready.',
  },
  pickupAt: place => `Pick up at ${place}`,
  refused: {
    together:
      'These products can’t be handed over in the same way: one is shipped, say, and another is only eaten here. ' +
      'Please order them one after the other.',
    way: 'That way isn’t there for this order any more. Please choose another one.',
    zone: 'The delivery areas have changed. Please choose yours again, pick the order up, or ask the seller.',
    otherZone:
      'The postcode or location of your address is in another area. Please choose that one, or correct the address.',
    table: 'There is no such table. Please choose again.',
  },
}

/** Texts for customers about delivery and pickup. */
export const receivingTexts: Record<Language, ReceivingTexts> = { id, en }
