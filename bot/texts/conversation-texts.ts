import type { Language } from './texts.ts'

const id = {
  refund: {
    text:
      'Uang yang sudah dibayar dikembalikan oleh penjual, kalau ia setuju. Kirim pesanmu ini ke penjual, dengan ' +
      'nomor pesanan dan alasannya.',
    refunded: (order: string) => `Uang pesanan ${order} sudah ditandai dikembalikan oleh penjual.`,
    due: (order: string) => `Uang pesanan ${order} akan dikembalikan oleh penjual.`,
    notPaid: (order: string) => `Pesanan ${order} belum dibayar, jadi belum ada uang yang perlu dikembalikan.`,
  },
  cancel: {
    own: (order: string) => `Pesanan ${order} belum dibayar, jadi bisa kamu batalkan sendiri lewat tombol di bawah.`,
    paid: (order: string) =>
      `Pesanan ${order} sudah dibayar, jadi hanya penjual yang bisa membatalkannya dan mengembalikan uangmu. Kirim ` +
      'permintaanmu ke penjual.',
    none: 'Tidak ada pesananmu yang bisa dibatalkan sekarang. Ada masalah lain? Kirim ke penjual.',
    button: (order: string) => `✖️ Batalkan ${order}`,
  },
  complaint:
    'Maaf ya, semoga cepat beres. Kirim ceritamu ini ke penjual; setelah itu kamu bisa langsung menambah kata-kata ' +
    'atau foto.',
  moved: {
    open: (order: string) => `Alamat pesanan ${order} masih bisa diubah: buka pesanannya, lalu tekan “🏠 Ubah alamat”.`,
    late: (order: string) => `Pesanan ${order} sudah dibayar. Kirim alamat yang benar ke penjual sebelum dikirim, ya.`,
    none: 'Alamat diisi saat memesan, dan bisa diubah di halaman pesanan selama belum dibayar.',
  },
  changed: {
    own: (order: string) =>
      `Isi pesanan ${order} tidak bisa diubah, tetapi belum dibayar: batalkan lewat tombol di bawah, lalu pesan lagi.`,
    paid: (order: string) => `Pesanan ${order} sudah dibayar. Kirim perubahannya ke penjual sebelum diproses, ya.`,
    none: 'Isi pesanan yang sudah dibuat tidak bisa diubah di sini. Kirim perubahannya ke penjual.',
  },
  code:
    'QR ada di halaman pesananmu. Kalau sudah kedaluwarsa atau tidak terbaca, buat QR baru di sana. Kalau uangmu ' +
    'sudah keluar, jangan bayar lagi: pembayarannya dikenali otomatis.',
  order: {
    one: (order: string, status: string) => `Pesanan ${order}: ${status}.`,
    none: 'Kamu belum punya pesanan yang sedang berjalan di sini.',
  },
  paid:
    'Pembayaranmu dikenali otomatis, biasanya dalam 5-60 detik. Uang yang terlambat, lebih, atau dua kali juga ' +
    'tercatat.',
  receipt: 'Struk ada di setiap pesanan yang sudah dibayar: buka pesanannya, lalu tekan “🧾 Struk”.',
  least: (amount: string) => `Belanja paling sedikit ${amount}, belum termasuk ongkir.`,
  noLeast: 'Tidak ada batas belanja paling sedikit di toko ini.',
  fee: {
    none: 'Toko ini tidak mengantar pesanan.',
    free: 'Ongkirnya gratis.',
    flat: (fee: string) => `Ongkirnya ${fee} untuk semua alamat.`,
    zones: 'Ongkir menurut daerah:',
    zone: (name: string, fee: string) => `${name}: ${fee}`,
    perKg: (fee: string) => `tiap kg berikutnya ${fee}`,
    others: 'Daerah lain belum diantar.',
    to: (name: string, fee: string) => `Ongkir ke ${name}: ${fee}.`,
    freeFrom: (amount: string) => `Gratis ongkir mulai belanja ${amount}.`,
    freeWord: 'gratis',
  },
  hours: {
    always: 'Toko ini menerima pesanan kapan saja.',
    week: (times: string) => `Jam buka: ${times}.`,
    open: 'Sekarang sedang buka.',
    opens: (when: string) => `Sekarang sedang tutup, buka lagi ${when}.`,
    closed: 'Sekarang sedang tutup.',
    holidays: (days: string) => `Libur: ${days}.`,
  },
  place: {
    address: (address: string) => `Alamat toko: ${address}`,
    pickup: (place: string) => `Pesanan bisa diambil sendiri di ${place}.`,
    noPickup: 'Pesanan belum bisa diambil sendiri.',
    tables: 'Bisa juga makan di tempat.',
    none: 'Toko ini belum menuliskan alamatnya. Tanya penjual, ya.',
  },
  contact: {
    whatsapp: (number: string) => `WhatsApp: ${number}`,
    phone: (number: string) => `Telepon: ${number}`,
    here: 'Penjual bisa dihubungi langsung dari chat ini.',
  },
  promo: {
    news: 'Promo baru dikabarkan di chat ini.',
    price: 'Soal harga khusus, tanya penjual.',
  },
  paying: 'Uang tunai dan bayar di tempat (COD) belum bisa lewat chat ini.',
  menu: 'Semua barang ada di “Produk”, lengkap dengan harga dan stoknya.',
  person: 'Mau bicara dengan penjual? Kirim pesanmu; jawabannya muncul di sini.',
  question: 'Soal itu penjual yang paling tahu. Kirim pertanyaanmu; jawabannya muncul di sini.',
  privacy: 'Mau datamu dihapus? Kirim permintaanmu ke penjual.',
}

export type ConversationTexts = typeof id

const en: ConversationTexts = {
  refund: {
    text:
      'Money that was paid is refunded by the seller, if they agree. Send your message to the seller, with the order ' +
      'number and the reason.',
    refunded: order => `The seller has marked the money of order ${order} as refunded.`,
    due: order => `The seller will refund the money of order ${order}.`,
    notPaid: order => `Order ${order} isn’t paid yet, so there is nothing to refund.`,
  },
  cancel: {
    own: order => `Order ${order} isn’t paid yet, so you can cancel it yourself with the button below.`,
    paid: order =>
      `Order ${order} is paid, so only the seller can cancel it and refund you. Send your request to the seller.`,
    none: 'You have no order that can be cancelled now. Something else? Send it to the seller.',
    button: order => `✖️ Cancel ${order}`,
  },
  complaint:
    'Sorry about that. Send this to the seller with the button below; after that you can simply add more words or ' +
    'photos.',
  moved: {
    open: order => `You can still change the address of order ${order}: open it and press “🏠 Change address”.`,
    late: order => `Order ${order} is paid. Send the right address to the seller before it is shipped.`,
    none: 'You enter the address when you order, and can change it on the order page until you pay.',
  },
  changed: {
    own: order =>
      `The items of order ${order} can’t be changed, but it isn’t paid: cancel it with the button below and order ` +
      'again.',
    paid: order => `Order ${order} is paid. Send the change to the seller before they prepare it.`,
    none: 'The items of an order can’t be changed here. Send the change to the seller.',
  },
  code:
    'The QR is on your order page. If it has expired or can’t be scanned, make a new one there. If the money has ' +
    'left your account, don’t pay again: the payment is recognised automatically.',
  order: {
    one: (order, status) => `Order ${order}: ${status}.`,
    none: 'You have no order under way here.',
  },
  paid:
    'Your payment is recognised automatically, usually within 5-60 seconds. Money that is late, too much or paid ' +
    'twice is recorded too.',
  receipt: 'Every paid order has a receipt: open the order and press “🧾 Receipt”.',
  least: amount => `The smallest order is ${amount}, without delivery.`,
  noLeast: 'This shop has no smallest order.',
  fee: {
    none: 'This shop doesn’t deliver.',
    free: 'Delivery is free.',
    flat: fee => `Delivery costs ${fee} to every address.`,
    zones: 'Delivery fees by area:',
    zone: (name, fee) => `${name}: ${fee}`,
    perKg: fee => `each further kg ${fee}`,
    others: 'Other areas aren’t delivered to yet.',
    to: (name, fee) => `Delivery to ${name}: ${fee}.`,
    freeFrom: amount => `Delivery is free from ${amount}.`,
    freeWord: 'free',
  },
  hours: {
    always: 'This shop takes orders at any time.',
    week: times => `Opening hours: ${times}.`,
    open: 'It is open now.',
    opens: when => `It is closed now and opens again ${when}.`,
    closed: 'It is closed now.',
    holidays: days => `Holidays: ${days}.`,
  },
  place: {
    address: address => `The shop’s address: ${address}`,
    pickup: place => `You can pick up your order at ${place}.`,
    noPickup: 'Orders can’t be picked up yet.',
    tables: 'You can also eat there.',
    none: 'This shop hasn’t published its address. Please ask the seller.',
  },
  contact: {
    whatsapp: number => `WhatsApp: ${number}`,
    phone: number => `Phone: ${number}`,
    here: 'You can reach the seller right here in this chat.',
  },
  promo: {
    news: 'New promotions are announced in this chat.',
    price: 'For a special price, ask the seller.',
  },
  paying: 'Cash and cash on delivery aren’t possible in this chat yet.',
  menu: 'You’ll find everything under “Products”, with prices and stock.',
  person: 'Want to talk to the seller? Send your message; the reply will appear here.',
  question: 'The seller knows that best. Send your question; the answer will appear here.',
  privacy: 'Want your data deleted? Send your request to the seller.',
}

/** Answers to questions that customers ask in their own words. */
export const conversationTexts: Record<Language, ConversationTexts> = { id, en }
