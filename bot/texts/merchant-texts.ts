import type { NoticeKind, switchableKinds } from '../../src/notices/notice.ts'
import type { Language } from './texts.ts'

type SwitchableKind = (typeof switchableKinds)[number] & NoticeKind

const id = {
  money: { accept: '✅ Terima, lunas', refund: '↩️ Sudah dikembalikan', ignore: '🗄 Abaikan' },
  moneyYes: { accept: 'Ya, terima', refund: 'Ya, sudah saya kembalikan', ignore: 'Ya, abaikan' },
  moneyKeep: 'Batal',
  askMoney: {
    accept: (amount: string, invoice: string) =>
      `Terima ${amount} untuk ${invoice}? Tagihannya menjadi lunas dan pembelinya dikabari.`,
    refund: (amount: string) =>
      `Catat bahwa kamu sudah mengembalikan ${amount}? Warung tidak mengirim uang: kembalikan dulu lewat bank atau ` +
      'e-wallet-mu.',
    ignore: (amount: string) =>
      `Abaikan ${amount}? Uangnya tetap di rekeningmu dan tidak dihitung untuk tagihan mana pun.`,
  },
  moneyDone: { settled: '✅ Uang diterima', refunded: '↩️ Uang dicatat sudah dikembalikan', ignored: 'Uang diabaikan' },
  moneyUnknown: 'Uang ini tidak ada, atau bukan milik tokomu.',
  probablyFor: 'Mungkin untuk',
  ordersTitle: 'Pesanan masuk',
  ordersNone: 'Tidak ada pesanan di sini.',
  filters: {
    todo: '🛠 Perlu dikerjakan',
    shipped: '🚚 Dalam perjalanan',
    unpaid: '⏳ Belum dibayar',
    done: '🎉 Selesai',
    cancelled: '✖️ Batal',
    all: '📋 Semua',
  },
  allOrders: '📋 Pesanan lain',
  search: {
    found: (text: string) => `🔎 Hasil untuk “${text}”`,
    nothing: (text: string) =>
      `Tidak ada pesanan, pelanggan, atau barang yang cocok dengan “${text}”. Ketik nomor pesanan, nama atau HP ` +
      'pelanggan, atau nama barang. Semua perintah ada di /bantuan.',
    orders: 'Pesanan',
    customers: 'Pelanggan',
    goods: 'Barang',
    bought: (orders: number, spent: string) => `${orders} pesanan, ${spent}`,
    more: (count: number) => `… dan ${count} lagi. Ketik lebih lengkap untuk mempersempit.`,
  },
  received: 'Uang masuk',
  sendTracking: '📮 Kirim resi',
  contact: '💬 Tulis ke pembeli',
  askMessage: (customer: string, order: string) =>
    `Ketik pesan untuk ${customer} tentang pesanan ${order}. Nomormu dan nomornya tidak terlihat. Tidak jadi? /batal`,
  messageSent: (customer: string) => `✅ Pesan dikirim ke ${customer}.`,
  sellerSays: (shop: string, order: string) => `💬 Pesan dari ${shop} tentang pesanan ${order}:`,
  sellerNote: 'Pesan penjual',
  reason: 'Alasan',
  chooseReason: 'Pilih alasannya; pembeli ikut membacanya.',
  reasons: {
    stock: 'Stok habis',
    area: 'Di luar jangkauan pengiriman',
    closed: 'Toko sedang tutup',
    wish: 'Permintaan pembeli',
  },
  otherReason: '✏️ Tulis alasan',
  askReason: (order: string) => `Ketik alasan pembatalan pesanan ${order}. Tidak jadi? /batal`,
  tooLong: (max: number) => `Terlalu panjang: paling banyak ${max} huruf. Coba lebih singkat.`,
  textPlease: 'Ketik pesannya di sini, atau /batal.',
  goodsTitle: 'Barang dan stok',
  goodsNone: 'Belum ada barang di toko ini.',
  goodsHint: 'Pilih barang untuk mengubah harga, stok, atau menyembunyikannya.',
  goodsUnknown: 'Barang itu tidak ditemukan.',
  askedOwner: 'Ini perlu persetujuan pemilik. Permintaanmu sudah sampai; ulangi setelah disetujui.',
  hidden: '🙈 disembunyikan',
  hiddenName: (name: string) => `🙈 ${name}`,
  hide: '🙈 Sembunyikan',
  unhide: '👁 Tampilkan',
  allGoods: '🏷 Barang lain',
  endless: 'stok tanpa batas',
  left: (count: number) => (count === 0 ? 'stok habis' : `stok ${count}`),
  price: '💵 Harga',
  stock: '📦 Stok',
  testStock: '🧪 Stok uji: hanya dipakai pesanan uji.',
  addLines: '➕ Kode',
  askPrice: (name: string, price: string) =>
    `Berapa harga baru ${name}? Sekarang ${price}. Pesanan yang sudah dibuat tetap memakai harga lama. Tidak jadi? ` +
    '/batal',
  askCount: (name: string, left: number) =>
    `Stok ${name} sekarang ${left}. Ketik +10 untuk menambah, atau -3 untuk mengurangi. Tidak jadi? /batal`,
  askLines: (name: string) => `Tempel kode untuk ${name}, satu kode per baris. Tidak jadi? /batal`,
  lowTitle: '⚠️ Stok menipis',
  openItem: '🏷 Buka barang',
  threshold: '🔔 Batas',
  askThreshold: (name: string, now: number | null) =>
    `Mau dikabari saat stok ${name} tinggal berapa? ` +
    `${now === null ? 'Sekarang kamu tidak dikabari.' : `Sekarang ${now}.`} Ketik angkanya, atau 0 supaya tidak ` +
    'dikabari. Tidak jadi? /batal',
  source: '🔌 Server',
  askSource: (name: string, now: string) =>
    `Setelah ${name} dibayar, barangnya diminta dari ${now}. Ketik alamat baru yang diawali https://. Tidak jadi? ` +
    '/batal',
  wrong: {
    url:
      'Alamat itu tidak bisa dipakai. Ketik alamat lengkap yang bisa dibuka dari internet, misalnya ' +
      'https://contoh.id/stok.',
    threshold: 'Ketik angka bulat, misalnya 5. Ketik 0 supaya tidak dikabari.',
    price: 'Ketik harga dalam rupiah bulat, misalnya 25000. Paling banyak Rp 1.000.000.000.',
    count: 'Ketik +10 atau -3. Yang dikurangi tidak boleh lebih dari stok yang ada.',
    lines:
      'Kodenya tidak bisa dipakai. Tulis satu kode per baris, paling panjang 500 huruf dan paling banyak 10.000 baris.',
  },
  changed: '✅ Sudah diubah.',
  linesAdded: (added: number, existing: number) =>
    `✅ ${added} kode ditambahkan.${existing > 0 ? ` ${existing} sudah ada dan dilewati.` : ''}`,
  sales: {
    title: (day: string) => `📊 Penjualan ${day}`,
    count: (payments: number) => `${payments} pembayaran`,
    week: '7 hari terakhir',
  },
  noLink: 'Chat ini belum terhubung dengan toko mana pun, jadi belum ada yang bisa ditampilkan.',
  switchesTitle: (account: string) => `🔔 Kabar untuk ${account}`,
  switchesHint: 'Tekan untuk menyalakan atau mematikan. Kabar lain selalu dikirim.',
  switchOn: (kind: string) => `✅ ${kind}`,
  switchOff: (kind: string) => `🔕 ${kind}`,
  switches: {
    'merchant.order_new': 'Pesanan baru',
    'merchant.order_paid': 'Pesanan dibayar',
    'merchant.payment_paid': 'Pembayaran lewat API',
    'merchant.order_cancelled': 'Pesanan dibatalkan',
    'merchant.order_paid_in_vain': 'Uang yang harus dikembalikan',
    'merchant.transfer_in_review': 'Uang yang perlu diperiksa',
    'merchant.callback_exhausted': 'Callback gagal',
    'merchant.customer_blocked': 'Pembeli memblokir bot',
    'merchant.stock_low': 'Stok menipis',
    'merchant.review': 'Ulasan pembeli',
    'merchant.sales_day': 'Ringkasan penjualan harian',
  } satisfies Record<SwitchableKind, string> as Record<SwitchableKind, string>,
}

export type MerchantTexts = typeof id

const en: MerchantTexts = {
  money: { accept: '✅ Accept as paid', refund: '↩️ Already refunded', ignore: '🗄 Ignore' },
  moneyYes: { accept: 'Yes, accept it', refund: 'Yes, I have refunded it', ignore: 'Yes, ignore it' },
  moneyKeep: 'Cancel',
  askMoney: {
    accept: (amount, invoice) =>
      `Accept ${amount} for ${invoice}? The invoice becomes paid and the customer is notified.`,
    refund: amount =>
      `Record that you have refunded ${amount}? Warung sends no money: refund it from your bank or e-wallet first.`,
    ignore: amount => `Ignore ${amount}? The money stays in your account and counts towards no invoice.`,
  },
  moneyDone: { settled: '✅ Money accepted', refunded: '↩️ Recorded as refunded', ignored: 'Money ignored' },
  moneyUnknown: 'This money doesn’t exist, or isn’t your shop’s.',
  probablyFor: 'Probably for',
  ordersTitle: 'Orders',
  ordersNone: 'No orders here.',
  filters: {
    todo: '🛠 To do',
    shipped: '🚚 On the way',
    unpaid: '⏳ Unpaid',
    done: '🎉 Completed',
    cancelled: '✖️ Cancelled',
    all: '📋 All',
  },
  allOrders: '📋 Other orders',
  search: {
    found: text => `🔎 Results for “${text}”`,
    nothing: text =>
      `No order, customer or product matches “${text}”. Type an order number, the name or phone of a customer, ` +
      'or the name of a product. Every command is in /help.',
    orders: 'Orders',
    customers: 'Customers',
    goods: 'Products',
    bought: (orders, spent) => `${orders} ${orders === 1 ? 'order' : 'orders'}, ${spent}`,
    more: count => `… and ${count} more. Type more of it to narrow it down.`,
  },
  received: 'Received',
  sendTracking: '📮 Add tracking',
  contact: '💬 Message the buyer',
  askMessage: (customer, order) =>
    `Type your message to ${customer} about order ${order}. Neither of you sees the other’s number. Changed your ` +
    'mind? /cancel',
  messageSent: customer => `✅ Your message is on its way to ${customer}.`,
  sellerSays: (shop, order) => `💬 ${shop} wrote about order ${order}:`,
  sellerNote: 'Message from the seller',
  reason: 'Reason',
  chooseReason: 'Choose a reason; the buyer reads it too.',
  reasons: {
    stock: 'Out of stock',
    area: 'Outside our delivery area',
    closed: 'The shop is closed',
    wish: 'The buyer asked for it',
  },
  otherReason: '✏️ Type a reason',
  askReason: order => `Type why order ${order} is cancelled. Changed your mind? /cancel`,
  tooLong: max => `Too long: ${max} characters at most. Try a shorter one.`,
  textPlease: 'Type your message, or /cancel.',
  goodsTitle: 'Products and stock',
  goodsNone: 'This shop has no products yet.',
  goodsHint: 'Choose a product to change its price or stock, or to hide it.',
  goodsUnknown: 'Product not found.',
  askedOwner: 'This needs the owner’s approval. Your request was sent; try again once it is approved.',
  hidden: '🙈 hidden',
  hiddenName: name => `🙈 ${name}`,
  hide: '🙈 Hide',
  unhide: '👁 Show',
  allGoods: '🏷 Other products',
  endless: 'unlimited',
  left: count => (count === 0 ? 'sold out' : `${count} left`),
  price: '💵 Price',
  stock: '📦 Stock',
  testStock: '🧪 Test stock: only test orders take from it.',
  addLines: '➕ Codes',
  askPrice: (name, price) =>
    `What’s the new price of ${name}? It’s ${price} now. Orders already placed keep the old price. Changed your ` +
    'mind? /cancel',
  askCount: (name, left) =>
    `Stock of ${name}: ${left}. Type +10 to add some, or -3 to take some away. Changed your mind? /cancel`,
  askLines: name => `Paste the codes for ${name}, one per line. Changed your mind? /cancel`,
  lowTitle: '⚠️ Low stock',
  openItem: '🏷 Open the product',
  threshold: '🔔 Alert',
  askThreshold: (name, now) =>
    `How many ${name} should be left when we alert you? ` +
    `${now === null ? 'There’s no alert yet.' : `It’s ${now} now.`} Type a number, or 0 for never. Changed your ` +
    'mind? /cancel',
  source: '🔌 Server',
  askSource: (name, now) =>
    `Once ${name} is paid for, we ask ${now} for the goods. Type a new address that starts with https://. Changed ` +
    'your mind? /cancel',
  wrong: {
    url: 'That address can’t be used. Type a full public address, such as https://example.com/stock.',
    threshold: 'Type a whole number such as 5, or 0 for never.',
    price: 'Type a price in whole rupiah, such as 25000. The maximum is Rp 1.000.000.000.',
    count: 'Type +10 or -3. You can’t take away more than there is.',
    lines: 'Those codes can’t be used: one per line, 500 characters and 10,000 lines at most.',
  },
  changed: '✅ Saved.',
  linesAdded: (added, existing) =>
    `✅ ${added} ${added === 1 ? 'code' : 'codes'} ` +
    `added.${existing > 0 ? ` ${existing} ${existing === 1 ? 'was' : 'were'} there already and skipped.` : ''}`,
  sales: {
    title: day => `📊 Sales on ${day}`,
    count: payments => `${payments} ${payments === 1 ? 'payment' : 'payments'}`,
    week: 'Last 7 days',
  },
  noLink: 'This chat isn’t linked to a shop yet, so there is nothing to show.',
  switchesTitle: account => `🔔 Notifications for ${account}`,
  switchesHint: 'Tap to turn one on or off. Everything else is always sent.',
  switchOn: kind => `✅ ${kind}`,
  switchOff: kind => `🔕 ${kind}`,
  switches: {
    'merchant.order_new': 'New order',
    'merchant.order_paid': 'Order paid',
    'merchant.payment_paid': 'Payment made through the API',
    'merchant.order_cancelled': 'Order cancelled',
    'merchant.order_paid_in_vain': 'Money to refund',
    'merchant.transfer_in_review': 'Money to review',
    'merchant.callback_exhausted': 'Failing callback',
    'merchant.customer_blocked': 'Buyer blocked the bot',
    'merchant.stock_low': 'Low stock',
    'merchant.review': 'Customer reviews',
    'merchant.sales_day': 'Daily sales summary',
  },
}

/** Texts for merchants on the platform bot, besides `texts.merchant`. */
export const merchantTexts: Record<Language, MerchantTexts> = { id, en }
