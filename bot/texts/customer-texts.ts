import type { Language } from './texts.ts'

const id = {
  codeEnding: (order: string, time: string) =>
    `⏰ Pesanan ${order} belum dibayar, dan waktunya tinggal sebentar: sampai ${time}. Kalau sudah bayar, abaikan ` +
    'saja pesan ini.',
  codeReady: (order: string, time: string) => `⬆️ QR pesanan ${order} sudah siap. Bayar sebelum ${time}, ya.`,
  invoiceReady: (order: string, time: string) =>
    `⬆️ Tujuan transfer pesanan ${order} sudah siap. Bayar sebelum ${time}, ya.`,
  codeExpired: (order: string) =>
    `⌛ Waktu bayar pesanan ${order} sudah habis. QR-nya jangan dibayar lagi, ya. Masih mau? Buat QR baru, selama ` +
    'barangnya masih ada.',
  invoiceExpired: (order: string) =>
    `⌛ Waktu bayar pesanan ${order} sudah habis. Jangan transfer lagi, ya. Masih mau? Buat tagihan baru, selama ` +
    'barangnya masih ada.',
  tellMe: '🔔 Kabari kalau ada lagi',
  willTell: 'Siap! Begitu ada lagi, kami kabari di sini.',
  restocked: (name: string) => `🔔 ${name} sudah ada lagi! Yuk, sebelum kehabisan.`,
  seeProduct: '👀 Lihat barangnya',
  keep: '🤍 Simpan',
  kept: '❤️ Tersimpan',
  keptAndAlerted: '❤️ Tersimpan. Kamu dikabari kalau ada lagi.',
  favourites: '❤️ Favorit',
  favouritesNone: 'Belum ada yang kamu simpan. Tekan “🤍 Simpan” di halaman barang supaya gampang dicari lagi.',
  favouritesHint: 'Barang yang kamu simpan:',
  favouritesFull: 'Favoritmu sudah penuh. Hapus beberapa dulu, ya.',
  rating: (average: string, count: number) => `⭐ ${average} (${count} ulasan)`,
  unitOf: (number: number, of: number) => `(${number} dari ${of})`,
  goodsTotal: 'Harga barang',
  delivery: 'Ongkos kirim',
  freeDelivery: 'gratis',
  discount: (code: string) => `Kupon ${code}`,
  pickupAt: (place: string) => `Diambil sendiri di ${place}`,
  slot: 'Waktu',
  buttons: {
    slot: '🕐 Pilih waktu',
  },
  priceChanged: (before: string, now: string) =>
    `Harganya baru berubah: dari ${before} jadi ${now}. Periksa lagi, lalu tekan sekali lagi kalau setuju.`,
  undone: {
    completed: (order: string) =>
      `↩️ Maaf, kabar tadi keliru: pesanan ${order} belum selesai, masih dikerjakan penjual.`,
    cancelled: (order: string) => `↩️ Maaf, kabar tadi keliru: pesanan ${order} tidak jadi dibatalkan.`,
    processing: (order: string) => `↩️ Maaf, kabar tadi keliru: pesanan ${order} belum mulai dikerjakan.`,
  },
  useFor: (order: string) => `✅ Pakai juga untuk ${order}`,
  chooseSlot: '🕐 Mau diterima kapan?',
  slotGone: 'Waktu itu sudah tidak bisa dipilih. Pilih yang lain, ya.',
  review: {
    ask: (order: string) => `Gimana pesanan ${order}? Beri bintang, ya. Ulasanmu membantu penjual dan pembeli lain.`,
    button: '⭐ Beri ulasan',
    first: (stars: string) => `${stars} Terima kasih! Mau tambah beberapa kata? Ketik saja di sini.`,
    write: '✏️ Tulis ulasan',
    question: (max: number) => `✏️ Tulis ulasanmu, paling banyak ${max} huruf. Tidak jadi? /batal`,
    written: 'Ulasanmu sudah disampaikan ke penjual. Terima kasih!',
    changed: (stars: string) => `${stars} Bintangnya sudah diganti. Terima kasih!`,
    same: (stars: string) => `${stars} Pesanan ini sudah kamu ulas. Terima kasih!`,
    change: '⭐ Ganti bintang',
    notYet: 'Ulasan bisa ditulis setelah pesanannya selesai.',
  },
  inline: { open: '🛍 Lihat dan pesan', none: 'Tidak ada yang cocok. Buka tokonya' },
  promo: {
    footer: 'Tidak mau promo lagi? /stop',
    stopped: 'Oke, kami tidak akan mengirim promo lagi. Kabar tentang pesananmu tetap dikirim. Berubah pikiran? /promo',
    resumed: 'Oke, promo dari toko ini akan dikirim lagi. Mau berhenti? /stop',
  },
}

export type CustomerTexts = typeof id

const en: CustomerTexts = {
  codeEnding: (order, time) =>
    `⏰ Order ${order} isn’t paid yet and time is almost up: pay before ${time}. Already paid? Just ignore this ` +
    'message.',
  codeReady: (order, time) => `⬆️ The QR for order ${order} is ready. Please pay before ${time}.`,
  invoiceReady: (order, time) => `⬆️ The transfer details for order ${order} are ready. Please pay before ${time}.`,
  codeExpired: order =>
    `⌛ Time to pay for order ${order} is up, so please don’t pay that QR any more. Still want it? Get a new one ` +
    'while stock lasts.',
  invoiceExpired: order =>
    `⌛ Time to pay for order ${order} is up, so please don’t transfer any more. Still want it? Get a new invoice ` +
    'while stock lasts.',
  tellMe: '🔔 Tell me when it’s back',
  willTell: 'Sure! We’ll tell you here as soon as it’s back.',
  restocked: name => `🔔 ${name} is back in stock! Get it before it sells out again.`,
  seeProduct: '👀 View product',
  keep: '🤍 Save',
  kept: '❤️ Saved',
  keptAndAlerted: '❤️ Saved. We’ll tell you when it’s back.',
  favourites: '❤️ Favourites',
  favouritesNone: 'You haven’t saved anything yet. Press “🤍 Save” on a product page to find it again easily.',
  favouritesHint: 'Products you saved:',
  favouritesFull: 'Your favourites are full. Please remove a few first.',
  rating: (average, count) => `⭐ ${average} (${count} ${count === 1 ? 'review' : 'reviews'})`,
  unitOf: (number, of) => `(${number} of ${of})`,
  goodsTotal: 'Items',
  delivery: 'Delivery',
  freeDelivery: 'free',
  discount: code => `Coupon ${code}`,
  pickupAt: place => `Pick up at ${place}`,
  slot: 'Time',
  buttons: {
    slot: '🕐 Choose a time',
  },
  priceChanged: (before, now) =>
    `The price has just changed from ${before} to ${now}. Check it, and press once more if you agree.`,
  undone: {
    completed: order => `↩️ Sorry, that was a mistake: order ${order} isn’t completed yet. The seller is still on it.`,
    cancelled: order => `↩️ Sorry, that was a mistake: order ${order} isn’t cancelled after all.`,
    processing: order => `↩️ Sorry, that was a mistake: the seller hasn’t started on order ${order} yet.`,
  },
  useFor: order => `✅ Use it for ${order} too`,
  chooseSlot: '🕐 When would you like it?',
  slotGone: 'That time is no longer available. Please choose another one.',
  review: {
    ask: order => `How was order ${order}? Tap the stars. Your review helps the seller and other buyers.`,
    button: '⭐ Leave a review',
    first: stars => `${stars} Thank you! Would you like to add a few words? Just type them here.`,
    write: '✏️ Write a review',
    question: max => `✏️ Write your review in up to ${max} characters. Changed your mind? /cancel`,
    written: 'Your review has been passed on to the seller. Thank you!',
    changed: stars => `${stars} Your stars have been changed. Thank you!`,
    same: stars => `${stars} You’ve already reviewed this order. Thank you!`,
    change: '⭐ Change the stars',
    notYet: 'You can leave a review once the order is completed.',
  },
  inline: { open: '🛍 View and order', none: 'Nothing matches. Open the shop' },
  promo: {
    footer: 'No more promotions? /stop',
    stopped: 'Done, no more promotions from this shop. You’ll still hear about your orders. Changed your mind? /promo',
    resumed: 'Done, you’ll get this shop’s promotions again. Want to stop? /stop',
  },
}

/** Texts for customers about reminders, wishes, reviews and promotions, besides `texts`. */
export const customerTexts: Record<Language, CustomerTexts> = { id, en }
