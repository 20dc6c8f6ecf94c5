import { refusalTexts } from '../../src/lib/refusals/refusal-texts.ts'

/**
 * Every sentence of the bot in Indonesian; `en.ts` has equal keys. They are plain text: the view that shows a text
 * escapes it.
 */
export const id = {
  unknownButton: 'Tombol ini sudah kedaluwarsa, buka /start',
  unknownCommand: 'Perintah itu tidak dikenal. Buka /start',
  formClosed: 'Formulir tadi ditutup karena ada pembaruan. Silakan ulangi langkahnya.',
  refusals: refusalTexts.id.inChats,
  formLeft: 'Isian tadi ditutup dan belum ada yang disimpan. Mulai lagi kapan saja, ya.',
  cancelled: 'Baik, dibatalkan.',
  nothingToCancel: 'Tidak ada yang sedang diisi.',
  broken: (reference: string) => `Maaf, ada gangguan di sisi kami. Coba lagi sebentar. Kode: ${reference}`,

  menu: '🏠 Menu',
  back: '⬅️ Kembali',
  page: (page: number, pageCount: number) => `${page}/${pageCount}`,
  testMode: '🧪 Mode uji: tidak ada uang sungguhan.',

  welcome: 'Selamat datang! Pilih di bawah, atau ketik nama barang yang kamu cari.',
  shopEmpty: 'Belum ada barang di toko ini. Mampir lagi nanti, ya.',
  products: '🛍️ Produk',
  search: '🔎 Cari',
  cart: (units: number) => (units > 0 ? `🛒 Keranjang (${units})` : '🛒 Keranjang'),
  myOrders: '📦 Pesanan saya',
  help: '❓ Bantuan',
  otherLanguage: '🌐 English',
  languageChosen: 'Bahasa Indonesia dipakai mulai sekarang.',
  chooseLanguage: 'Pilih bahasa:',

  allProducts: 'Semua produk',
  chooseProduct: 'Pilih produk:',
  chooseCategory: 'Pilih kategori:',
  categoryEmpty: 'Belum ada produk di sini.',
  category: (name: string, count: number) => `${name} (${count})`,
  priceFrom: (price: string) => `mulai ${price}`,
  soldOut: 'Habis',
  available: (count: number) => (count <= 5 ? `Sisa ${count}` : `Tersedia ${count}`),
  alwaysAvailable: 'Tersedia',
  searchAsk: 'Ketik nama barang yang kamu cari.',
  searchHits: (text: string) => `Hasil untuk “${text}”:`,
  searchNothing: (text: string) => `Tidak ada yang cocok dengan “${text}”. Coba kata lain, atau kirim ke penjual.`,

  productGone: 'Produk ini sudah tidak dijual.',
  chooseVariant: 'Pilih variannya:',
  addToCart: '🛒 Masukkan keranjang',
  inCart: (name: string, quantity: number) => `Masuk keranjang: ${name} × ${quantity}`,
  buyNow: '⚡ Beli sekarang',
  share: '↗️ Bagikan',
  subtotal: 'Subtotal',
  digitalByHand: '🤝 Dikirim penjual lewat chat ini',
  kinds: { physical: '📦 Dikirim ke alamatmu', service: '🤝 Jasa', digital: '⚡ Dikirim otomatis di chat ini' },

  cartTitle: 'Keranjang',
  cartEmpty: 'Keranjangmu masih kosong.',
  cartProblem: 'Ada barang yang tidak bisa dipesan. Ubah jumlahnya atau hapus dulu, ya.',
  cartProblems: {
    inactive: 'sudah tidak dijual',
    sold_out: 'habis',
    too_many: (left: number) => `sisa ${left}`,
  },
  total: 'Total',
  removeLine: '🗑️',
  emptyCart: '🗑️ Kosongkan',
  cartFull: (lines: number) => `Keranjang memuat paling banyak ${lines} macam barang.`,
  checkout: (total: string) => `✅ Pesan ${total}`,
  keepShopping: '🛍️ Belanja lagi',
  amountTooSmall: (minimum: string) => `Belanja paling sedikit ${minimum}.`,

  askPhone: '📱 Nomor HP yang bisa dihubungi? Tekan tombol di bawah, atau ketik nomornya.',
  sharePhone: '📱 Kirim nomor HP saya',
  cancelStep: '/batal',
  phoneWrong: 'Itu bukan nomor HP. Contoh: 0812-3456-7890',
  phoneNotYours: 'Itu kontak orang lain. Kirim nomormu sendiri, ya.',
  phoneThanks: (phone: string) => `Nomor HP: ${phone}`,
  askAddress:
    '🏠 Kirim ke mana? Ketik alamat lengkap: jalan, nomor, RT/RW, kota, kode pos. Bisa juga kirim lokasi lewat 📎.',
  addressWrong: {
    unusable: 'Kurir belum bisa menemukan alamat itu. Ketik jalan, nomor, kota, kode pos, atau kirim lokasi lewat 📎.',
    numberless:
      'Alamatnya belum ada nomornya. Ketik nomor rumah, RT/RW, atau kode posnya. Memang tidak ada? Kirim alamatnya ' +
      'sekali lagi.',
  },
  useAddress: 'Pakai alamat ini',
  addressKnown: (address: string) =>
    `🏠 Kirim ke alamat ini?\n\n${address}\n\nAtau ketik alamat lain, atau kirim lokasi lewat 📎.`,
  askNote: '📝 Penjual butuh catatan untuk pesanan ini, misalnya warna, ukuran, ID akun, atau waktu. Ketik di sini.',
  tooLong: (max: number) => `Terlalu panjang: paling banyak ${max} huruf.`,
  textPlease: 'Ketik jawabannya, atau /batal.',

  askAnyNote: '📝 Ketik catatanmu untuk penjual, misalnya “tanpa gula”. Tidak jadi? /batal',
  addNote: '📝 Tambah catatan',
  changeNote: '📝 Ubah catatan',
  changeAddress: '🏠 Ubah alamat',
  changePhone: '📱 Ubah HP',

  orderAgain: '🔁 Pesan lagi',
  talk: {
    textOnly: 'Kirim tulisan atau foto, ya. Tidak jadi? /batal',
    unread: 'Maaf, yang ini tidak bisa kami baca. Mau tanya penjual? Tekan tombol di bawah.',
    sticker: 'Stikernya lucu! 😄 Mau cari apa? Ketik nama barangnya, atau pilih di bawah.',
    voice: 'Maaf, pesan suara belum bisa didengar di sini. Ketik saja, ya, atau tanya penjual lewat tombol di bawah.',
    phoneKept: 'Nomor HP-mu dicatat untuk pesanan berikutnya.',
    addressKept: 'Lokasimu dicatat sebagai alamat kirim untuk pesanan berikutnya.',
    understood: {
      thanks: 'Sama-sama! Senang bisa membantu.',
      fine: 'Sip! Mau cari yang lain? Ketik nama barangnya, atau pilih di bawah.',
      greeting: 'Halo! Mau cari apa? Ketik nama barangnya, atau pilih di bawah.',
      stock: 'Harga dan stok setiap barang tertulis di halamannya. Barang apa yang kamu cari? Ketik namanya.',
      how: 'Gampang: pilih barangnya, tekan “Beli sekarang”, lalu “Bayar”. Langkah lengkapnya ada di Bantuan.',
      phone: 'Itu nomor HP, ya? Sudah dicatat untuk pesanan berikutnya.',
      address: 'Itu alamat, ya? Sudah dicatat sebagai alamat kirim untuk pesanan berikutnya.',
    },
  },

  customerOrder: 'Pesanan',
  note: 'Catatan',
  phone: 'HP',
  address: 'Alamat',
  stockHeld: (time: string) =>
    `⏳ Stok ditahan untukmu sampai ${time}. Setelah kamu tekan Bayar, stok ikut ditahan selama tagihannya berlaku.`,
  stockNotHeld: 'Stok tidak ditahan lagi. Bayar sekarang untuk memesannya kembali.',
  uniqueCodeAhead:
    'Total yang harus dibayar bisa memuat kode unik beberapa ratus rupiah, supaya pembayaranmu langsung dikenali.',
  pay: (amount: string) => `✅ Bayar ${amount}`,
  payWith: (method: string) => `👛 Bayar lewat ${method}`,
  cancelOrder: '✖️ Batalkan',
  preparingTransfer: '⏳ Menyiapkan tujuan transfer… Sebentar lagi muncul di sini.',
  transferBelow: 'Tujuan transfernya sudah dikirim di chat ini.',
  noMore: (max: number) => `Paling banyak ${max} untuk barang ini.`,
  preparingCode: '⏳ Menyiapkan QR… Sebentar lagi muncul di sini.',
  codeBelow: 'QR-nya sudah dikirim di chat ini.',
  amountDue: 'Total bayar',
  uniqueCode: (code: string) => `(termasuk kode unik ${code})`,
  withFee: (fee: string) => `(termasuk biaya ${fee})`,
  discountCode: (code: string) => `(sudah dikurangi kode unik ${code})`,
  payBefore: 'Bayar sebelum',
  timeLeft: (minutes: number) => `${minutes} menit lagi`,
  scanHow: 'Scan dari HP lain, atau simpan gambar lalu pilih “dari galeri” di aplikasi bank/e-wallet.',
  otherWays: (names: string) => `Bisa juga lewat ${names}: pilih di halaman bayar.`,
  transferHow: 'Transfer tepat nominal ini ke nomor di bawah, satu kali saja. Jangan dibulatkan.',
  transferTo: 'Transfer ke',
  walletName: 'E-wallet',
  recipient: 'Penerima',
  checkNow: '🔄 Sudah bayar? Cek status',
  openPage: '🌐 Halaman bayar',
  copyAmount: '📋 Salin nominal',
  copyNumber: '📋 Salin nomor',
  notPaidYet: 'Pembayaran belum kami terima. Biasanya 5-60 detik setelah bayar.',
  codeNotReady: 'QR sedang disiapkan. Tunggu sebentar, ya.',
  codeSlow: '⏳ QR belum siap: bank sedang lambat. QR muncul di sini begitu ada, atau batalkan dan coba lagi nanti.',
  alreadyPaid: 'Sudah dibayar. Terima kasih!',
  codeExpired: 'QR ini kedaluwarsa. Jangan dibayar.',
  overdue: 'Waktunya habis. Jangan bayar lagi; kalau sudah bayar, kami masih memeriksa.',
  newCode: '🔄 Buat QR baru',
  askNewCode: 'QR ini kedaluwarsa. Jangan dibayar. Buat QR baru?',
  codeFailed: 'QR tidak dapat dibuat saat ini. Uangmu belum terpotong. Coba buat lagi?',
  codeClosed: 'Tagihan ini sudah ditutup. Jangan dibayar.',
  codeCancelled: 'Tagihan ini dibatalkan. Jangan dibayar.',
  transferWords: {
    codeNotReady: 'Tujuan transfer sedang disiapkan. Tunggu sebentar, ya.',
    codeSlow:
      '⏳ Tujuan transfer belum siap: penyedianya sedang lambat. Muncul di sini begitu ada, atau batalkan dan coba ' +
      'lagi nanti.',
    codeExpired: 'Tagihan ini kedaluwarsa. Jangan transfer lagi.',
    newCode: '🔄 Buat tagihan baru',
    askNewCode: 'Tagihan ini kedaluwarsa. Jangan transfer lagi. Buat tagihan baru?',
    codeFailed: 'Tagihan tidak dapat dibuat saat ini. Uangmu belum terpotong. Coba buat lagi?',
  },
  askCancel: (order: string) => `Batalkan pesanan ${order}?`,
  invoiceGoesToo: 'Tagihannya ikut dibatalkan, jadi jangan dibayar lagi.',
  yesCancel: '✖️ Ya, batalkan',
  noKeep: '⬅️ Tidak jadi',

  paidTitle: '✅ LUNAS',
  paidCaption: (amount: string) => `Pembayaran ${amount} sudah diterima. Terima kasih!`,
  expiredTitle: '⌛ Kedaluwarsa',
  cancelledTitle: '✖️ Dibatalkan',

  orderUnknown: 'Pesanan tidak ditemukan.',
  ordersTitle: 'Pesanan saya',
  ordersEmpty: 'Kamu belum pernah memesan di sini.',
  statuses: {
    pending: '🕐 Belum dibayar',
    waiting_payment: '⏳ Menunggu pembayaran',
    paid: '✅ Sudah dibayar',
    processing: '📦 Sedang disiapkan',
    shipped: '🚚 Dikirim',
    completed: '🎉 Selesai',
    cancelled: '✖️ Dibatalkan',
  },
  statusIcons: {
    pending: '🕐',
    waiting_payment: '⏳',
    paid: '✅',
    processing: '📦',
    shipped: '🚚',
    completed: '🎉',
    cancelled: '✖️',
  },
  cancelledBy: {
    customer: 'Dibatalkan olehmu.',
    merchant: 'Dibatalkan oleh penjual.',
    unpaid: 'Dibatalkan karena tidak dibayar dalam 24 jam.',
  },
  refundDue: 'Uangmu akan dikembalikan oleh penjual.',
  orderedAt: 'Dipesan',
  paidAt: 'Dibayar',
  goodsAgain: '🎁 Buka isi pesanan',
  receipt: '🧾 Struk',
  orderDetail: '📦 Lihat pesanan',

  receiptTitle: 'Struk',
  shop: 'Toko',
  invoice: 'Invoice',
  uniqueCodeLine: 'Kode unik',
  feeLine: 'Biaya',
  totalPaid: 'Total dibayar',
  method: 'Metode',
  reference: 'Referensi',
  receiptCheck: 'Cek keaslian struk',
  keepThis: 'Simpan pesan ini. Ada kendala? Buka /paysupport',
  noReceipt: 'Struk ada setelah pesanan dibayar.',

  goodsTitle: '🎁 Ini pesananmu. Terima kasih!',
  goodsAgainTitle: '🎁 Barang dari pesananmu',
  goodsNone: 'Belum ada barang yang bisa dibuka di pesanan ini.',
  tapToCopy: 'Ketuk untuk menyalin.',
  copyKey: (number: number) => `📋 Salin ${number}`,
  goodsInFile: (count: number) => `${count} baris, semuanya ada di file ini.`,
  openLink: '🔗 Buka',
  goodsByHand: 'Akan dikirim oleh penjual.',
  contentFileName: (name: string) => `${name}-isi.txt`,

  processingTitle: '✅ Pembayaran diterima',
  inHandTitle: '📦 Sedang disiapkan',
  processingText: 'Penjual sedang menyiapkan pesananmu. Kami kabari di sini kalau sudah selesai.',
  unitsAsked: 'Barangmu sedang diambil dari penjual, sebentar lagi muncul di sini.',
  shortText:
    'Maaf, stok habis tepat saat kamu membayar. Penjual sudah dikabari: barangmu menyusul, atau uangmu dikembalikan.',
  completedText: (order: string) => `🎉 Pesanan ${order} selesai. Terima kasih sudah belanja!`,
  cancelledText: (order: string) => `✖️ Pesanan ${order} dibatalkan.`,
  inReview: {
    late: (amount: string) =>
      `Kami menerima ${amount} setelah waktu bayarnya habis. Uangmu aman: penjual sudah dikabari dan akan ` +
      'menindaklanjuti.',
    closed: (amount: string) =>
      `Kami menerima ${amount} untuk tagihan yang sudah ditutup. Uangmu aman: penjual sudah dikabari dan akan ` +
      'menindaklanjuti.',
    cancelled: (amount: string) =>
      `Kami menerima ${amount} untuk pesanan yang sudah dibatalkan. Uangmu aman: penjual sudah dikabari dan akan ` +
      'mengembalikannya.',
    paid_twice: (amount: string) =>
      `Kami menerima ${amount} sekali lagi untuk pesanan yang sudah dibayar. Uangmu aman: penjual sudah dikabari ` +
      'dan akan mengembalikannya.',
    unmatched: (amount: string) =>
      `Kami menerima ${amount}, berbeda dari tagihan. Pesanan ditahan dan penjual sudah dikabari.`,
    early: (amount: string) =>
      `Kami menerima ${amount} sebelum pesanan ini dibuat. Uangmu aman: penjual sudah dikabari dan sedang ` +
      'memeriksanya.',
    inexact: (amount: string) =>
      `Kami menerima ${amount}, berbeda dari tagihan. Uangmu aman: penjual sudah dikabari dan akan menindaklanjuti.`,
    ambiguous: (amount: string) =>
      `Kami menerima ${amount}. Uangmu aman: penjual sedang memastikan uang itu untuk pesanan yang mana.`,
    unproved: (amount: string) => `Ada kabar ${amount} masuk untuk pesananmu. Penjual sedang memastikannya.`,
  },

  helpPaying: {
    code: 'Scan QR-nya, atau simpan gambarnya dan pilih “dari galeri” di aplikasi bank/e-wallet.',
    transfer: 'Transfer tepat sesuai nominalnya ke nomor e-wallet yang muncul di chat ini, satu kali saja.',
    either:
      'Scan QR-nya (atau simpan gambarnya dan pilih “dari galeri”), atau transfer tepat sesuai nominalnya kalau ' +
      'kamu memilih e-wallet.',
  },
  helpText: (shop: string, paying: string) => [
    `❓ Bantuan ${shop}`,
    '1. Pilih barang di /produk, atau ketik namanya.',
    '2. Tekan “Beli sekarang”, lalu “Bayar”.',
    `3. ${paying}`,
    '4. Barang digital langsung dikirim di chat ini; yang lain dikabari di sini.',
    'Barang dan struk bisa dibuka lagi di /pesanan. Masalah pembayaran: /paysupport',
  ],
  noProof:
    'Bukti bayar tidak perlu dikirim: pembayaranmu dikenali otomatis, biasanya dalam 5-60 detik. Statusnya ada di ' +
    '/pesanan.',
  paysupportText: (shop: string) =>
    `💬 Masalah pembayaran di ${shop}\n\nBuka pesananmu di /pesanan dan tekan “Cek status”. Sudah bayar tetapi ` +
    'belum diterima setelah 10 menit? Hubungi penjual dengan nomor pesanan dan bukti bayar. Uang yang datang ' +
    `terlambat atau dua kali selalu dicatat dan tidak hilang.\n\nDukungan Telegram tidak dapat membantu pembelian ` +
    'di toko ini. Jangan pernah memberikan PIN atau kode OTP kepada siapa pun.',
  termsText: (shop: string) =>
    `📄 Ketentuan\n\nPenjualnya adalah ${shop}; bot ini hanya menyampaikan pesanan dan pembayaranmu. Pesanan ` +
    'berlaku setelah pembayaran diterima. Barang digital yang sudah dibuka tidak bisa dikembalikan, kecuali rusak. ' +
    'Pesanan yang tidak dibayar dibatalkan otomatis.',
  privacyText: (shop: string, deletion: string | null) =>
    `🔒 Privasi\n\nYang disimpan: nama Telegram-mu, pesananmu, dan yang kamu isi sendiri (nomor HP, alamat, ` +
    `catatan). Hanya ${shop} yang melihatnya, untuk mengurus pesananmu. ${
      deletion ?? 'Minta dihapus? Hubungi penjual.'
    }`,

  about: {
    description: (shop: string) =>
      `Belanja di ${shop} langsung dari chat: pilih barangnya, bayar dari HP-mu, dan ikuti pesananmu di sini. ` +
      `Barang digital langsung dikirim begitu dibayar.\n\nTekan MULAI untuk melihat-lihat.`,
    short: (shop: string) => `Toko ${shop} di Telegram. Pilih, bayar, dan ikuti pesananmu di satu chat.`,
  },

  commands: {
    start: 'Buka toko',
    produk: 'Daftar produk',
    cari: 'Cari produk',
    keranjang: 'Keranjang',
    pesanan: 'Pesanan saya',
    favorit: 'Barang yang disimpan',
    bahasa: 'Ganti bahasa',
    bantuan: 'Bantuan',
    batal: 'Batalkan langkah ini',
    stop: 'Berhenti terima promo',
    paysupport: 'Masalah pembayaran',
    terms: 'Ketentuan',
    privacy: 'Privasi',
  },

  codeFor: {
    sign_in: '🔐 Kode masuk',
    reset: '🔐 Kode untuk kata sandi baru',
    prove: '🔐 Kode untuk memastikan ini kamu',
  },
  codeHint: (minutes: number) =>
    `Berlaku ${minutes} menit. Jangan berikan kepada siapa pun. Bukan kamu yang meminta? Abaikan dan ganti kata ` +
    'sandimu.',

  signedIn: {
    title: '🔐 Ada yang masuk ke akunmu',
    browser: 'Perangkat',
    address: 'Alamat IP',
    time: 'Waktu',
    hint: 'Ini kamu? Abaikan saja. Bukan kamu? Keluarkan sekarang, lalu ganti kata sandimu.',
    signOut: '🚪 Bukan saya, keluarkan',
    signedOut: 'Perangkat itu sudah dikeluarkan. Ganti kata sandimu sekarang juga.',
    gone: 'Perangkat itu memang sudah keluar.',
  },

  merchant: {
    methods: {
      qris: 'QRIS',
      qris_platform: 'QRIS',
      qris_user: 'QRIS bank',
      wallet_qris: 'QRIS e-wallet',
      wallet_direct: 'E-wallet',
    },
    about: {
      description: (name: string) =>
        `${name} mengabari pemilik toko: pesanan baru, pembayaran, pesan pelanggan, dan kode masuk ` +
        `dasbor.\n\nHubungkan chat ini lewat tautan di dasbor, bagian “Bot dan chat”.`,
      short: (name: string) => `${name} untuk pemilik toko: pesanan, pembayaran, dan kode masuk.`,
    },
    commands: {
      start: 'Beranda toko: angka hari ini dan semua alat',
      pesanan: 'Pesanan masuk',
      stok: 'Barang, harga, dan stok',
      aturan: 'Jam buka, hari libur, ongkir, kontak',
      ulasan: 'Ulasan pembeli',
      uang: 'Uang yang perlu diperiksa',
      rekening: 'Rekening dan penyedia untuk uangmu',
      kabar: 'Atur kabar yang dikirim',
      bantuan: 'Bantuan',
      bahasa: 'Ganti bahasa',
    },
    keyCreated: '🔑 API key baru dibuat',
    keyCreatedHint: 'Bukan timmu yang membuatnya? Cabut di dasbor, bagian API key.',
    addressChanged: '📮 Alamat callback diganti',
    addressNone: 'Alamatnya sekarang kosong, jadi callback tidak dikirim.',
    addressChangedHint: 'Bukan timmu yang menggantinya? Periksa di dasbor, bagian Callback.',
    actor: 'Oleh',
    linked: (account: string) =>
      `✅ Chat ini terhubung dengan ${account}. Kamu akan dikabari di sini soal pesanan dan pembayaran.`,
    linkDead: 'Tautan itu sudah dipakai atau kedaluwarsa. Minta tautan baru, ya.',
    accounts: (names: string) =>
      `Chat ini terhubung dengan: ${names}. Kamu akan dikabari di sini soal pesanan dan pembayaran.`,
    noAccount:
      'Chat ini belum terhubung dengan toko mana pun. Buka dasbor, bagian “Bot dan chat”, lalu buka tautan untuk ' +
      'menghubungkannya.',
    helpText:
      'Di sini kamu dikabari soal pesanan baru, pembayaran, dan masalah. Tekan “Selesaikan” setelah barang ' +
      'diserahkan, atau “Batalkan” untuk membatalkan pesanan; pelanggan dikabari.',
    unclear:
      'Di sini kami hanya mengenal perintah dan tombol. Misalnya /pesanan untuk pesanan, /stok untuk barang, atau ' +
      '/bantuan. Mau membalas pelanggan? Balas pesannya, atau tekan tombol “Balas” di bawahnya.',
    test: '🧪 UJI',
    orderNew: '🆕 Pesanan baru',
    guestsWaiting: (count: number, total: string) =>
      `🧾 ${count} pesanan dari halaman tokomu belum dibayar, seluruhnya ${total}. ` +
      'Kami kabari satu per satu begitu dibayar.',
    orderPaid: '💰 Pesanan dibayar',
    orderPaidLate: '💰 Pesanan dibayar (terlambat)',
    orderShort: '⚠️ Dibayar, tetapi stok habis',
    orderCancelled: '✖️ Pesanan dibatalkan',
    orderCard: '📦 Pesanan',
    delivered: 'Barang sudah dikirim otomatis.',
    asked: 'Barangnya sedang diminta dari server-mu dan dikirim otomatis.',
    unitsFailed: '⚠️ Dibayar, tetapi server-mu tidak memberi barangnya',
    unitsError: (error: string) => `Jawaban server: ${error}.`,
    needsHands: 'Siapkan barangnya, lalu tekan “Selesaikan”.',
    shortHint: 'Kirim barangnya dengan cara lain lalu “Selesaikan”, atau “Batalkan” dan kembalikan uangnya.',
    customer: 'Pelanggan',
    complete: '✅ Selesaikan',
    takeInHand: '🛠 Kerjakan',
    inHand: 'Dikerjakan. Pelanggan dikabari.',
    cancel: '✖️ Batalkan',
    askCancel: (order: string) => `Batalkan pesanan ${order}? Pelanggan dikabari.`,
    askCancelPaid: (order: string) =>
      `Batalkan pesanan ${order}? Sudah dibayar: kembalikan uang pelanggan. Pelanggan dikabari.`,
    yesCancel: '✖️ Ya, batalkan',
    keep: '⬅️ Tidak jadi',
    completed: 'Selesai. Pelanggan dikabari.',
    cancelledBy: {
      customer: 'Dibatalkan oleh pelanggan.',
      merchant: 'Dibatalkan oleh penjual.',
      unpaid: 'Tidak dibayar dalam 24 jam.',
    },
    refundDue: '⚠️ Sudah dibayar: kembalikan uang pelanggan.',
    paymentPaid: '💰 Pembayaran diterima',
    paymentPaidLate: '💰 Pembayaran diterima (terlambat)',
    moneyTitle: {
      unmatched: '⚠️ Uang tanpa tagihan',
      early: '⚠️ Uang datang sebelum tagihannya dibuat',
      inexact: '⚠️ Nominal uang tidak pas',
      ambiguous: '⚠️ Uang yang cocok untuk beberapa tagihan',
      late: '⚠️ Uang datang terlambat',
      cancelled: '⚠️ Uang untuk tagihan yang dibatalkan',
      paid_twice: '⚠️ Dibayar dua kali',
      unproved: '⚠️ Uang yang perlu dipastikan',
    },
    moneyHint: {
      unmatched: 'Tidak ada tagihan yang cocok. Periksa lalu tentukan di dasbor.',
      early:
        'Ada tagihan dengan nominal ini, tetapi dibuat setelah uangnya masuk. Periksa dulu, lalu terima atau ' +
        'kembalikan.',
      inexact: 'Nominalnya berbeda dari tagihan. Kalau memang untuk tagihan itu, terima; kalau bukan, kembalikan.',
      ambiguous: 'Nominalnya mirip beberapa tagihan. Tentukan untuk tagihan yang mana di dasbor.',
      late: 'Tagihannya sudah kedaluwarsa. Terima atau kembalikan uangnya.',
      cancelled: 'Tagihannya sudah dibatalkan. Kembalikan uangnya.',
      paid_twice: 'Tagihannya sudah lunas. Kembalikan yang lebih.',
      unproved: 'Dikabarkan oleh sumber tanpa tanda tangan, atau di atas batasnya. Periksa mutasimu, lalu terima.',
    },
    amount: 'Nominal',
    payer: 'Pembayar',
    time: 'Waktu',
    description: 'Untuk',
    callbackExhausted: '⚠️ Callback gagal terus',
    callbackHint: 'Tidak dicoba lagi. Periksa alamatnya; status pembayaran tetap bisa dibaca lewat API.',
    endpointFailing: '⚠️ Callback ke alamat ini gagal terus',
    endpointFailingHint: (since: string) =>
      `Gagal terus sejak ${since}. Kami terus mencoba; setelah lima hari callback baru disimpan dan tidak dikirim. ` +
      'Periksa alamat dan servernya.',
    endpointDisabled: '⚠️ Callback ke alamat ini dijeda',
    endpointDisabledHint: (since: string) =>
      `Gagal terus sejak ${since}. Callback baru disimpan, belum dikirim: perbaiki alamatnya, aktifkan lagi, lalu ` +
      'kirim ulang.',
    endpointOff: '⚠️ Endpoint dimatikan',
    endpointOffHint: (since: string) =>
      `Tidak ada yang sampai sejak ${since}. Yang menunggu disimpan. Perbaiki alamatnya, lalu aktifkan lagi di ` +
      'halaman Endpoint.',
    endpointGoneHint:
      'Penerima menolak untuk seterusnya: bot dikeluarkan dari chat itu, webhook-nya dihapus, atau server menjawab ' +
      '410. Yang menunggu disimpan. Kalau sudah beres, aktifkan lagi di halaman Endpoint.',
    endpointBehindHint:
      'Lebih dari 50.000 event menunggu karena penerimanya lebih lambat daripada kejadiannya. Yang menunggu ' +
      'disimpan. Percepat servernya atau kurangi jenis event, lalu aktifkan lagi di halaman Endpoint.',
    errorLabel: 'Kesalahan',
    connectionFailing: '⚠️ Koneksi pembayaran tidak berfungsi',
    connectionHint: 'Pembayaran lewat koneksi ini tetap menunggu.',
    connectionFlooded: '⚠️ Terlalu banyak notifikasi yang tidak dikenali',
    connectionFloodedHint: (perHour: number) =>
      `HP-mu meneruskan lebih dari ${perHour} notifikasi per jam yang tidak dikenali. Selebihnya disimpan tanpa ` +
      'isinya: hanya aplikasi, nominal, dan waktunya. Periksa aplikasi yang diteruskan, lalu buka halaman koneksinya.',
    planEnding: {
      trial: '⏳ Masa uji coba hampir habis',
      paid: '⏳ Langganan hampir habis',
      premium: '⏳ Langganan premium hampir habis',
    },
    planEndsAt: (moment: string) => `Berakhir ${moment}.`,
    planEndingHint:
      'Setelah itu tagihan baru tidak bisa dibuat. Tagihan yang sudah ada tetap bisa dibayar. Hubungi operator ' +
      'untuk memperpanjang.',
    connectionRecovered: '✅ Koneksi pembayaran pulih',
    botRevoked: (username: string) =>
      `⚠️ Telegram menolak token @${username}, jadi bot itu berhenti. Ambil token baru di BotFather dan daftarkan ` +
      'lagi.',
    customerBlocked: (customer: string, order: string) =>
      `⚠️ ${customer} memblokir bot, jadi kabar pesanan ${order} belum sampai. Terkirim sendiri kalau ia kembali.`,
  },
}
