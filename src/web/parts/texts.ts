import type { Language } from './language.ts'

/** All sentences of the payment pages, in the same words as the bot's. */
const id = {
  payTo: 'Pembayaran ke',
  amount: 'Nominal tagihan',
  amountDue: 'Total yang harus dibayar',
  copied: 'Tersalin',
  copyAmount: 'Salin nominal',
  copyNumber: 'Salin nomor',
  copyInvoice: 'Salin nomor tagihan',
  price: 'Harga',
  uniqueCode: 'Kode unik',
  fee: 'Biaya',
  uniqueCodeWhy: 'Kode unik membuat pembayaranmu langsung dikenali, tanpa kirim bukti transfer.',
  description: 'Untuk',
  customer: 'Pelanggan',
  invoice: 'Invoice',
  method: 'Metode',
  deadline: 'Bayar sebelum',
  timeLeft: 'Sisa waktu',
  testMode: 'Mode uji: tidak ada uang sungguhan.',

  preparingTitle: 'Menyiapkan QR',
  preparingText: 'Biasanya hanya beberapa detik. Halaman ini berubah sendiri.',
  foreignCode: (merchant: string) =>
    'Pembayaran ini tidak dicek otomatis: kodenya milik merchant lain, dan uangnya tidak terlihat di sini. Setelah ' +
    `membayar, kabari ${merchant}, yang mengonfirmasinya sendiri.`,
  scanTitle: 'Scan dengan aplikasi bank atau e-wallet apa saja',
  qrAlt: (amount: string, merchant: string) => `Kode QRIS senilai ${amount} untuk ${merchant}`,
  saveQr: 'Simpan gambar QR',
  nameInApp: 'Nama di aplikasimu',
  scanSteps: (amount: string) => [
    'Di HP yang sama? Simpan gambar QR ini.',
    'Buka aplikasi bank atau e-wallet, pilih QRIS, lalu scan atau ambil gambar dari galeri.',
    `Periksa nama dan nominalnya (${amount}), lalu bayar.`,
  ],
  staticSteps: (amount: string) => [
    'Di HP yang sama? Simpan gambar QR ini. Lalu salin nominalnya.',
    'Buka aplikasi bank atau e-wallet, pilih QRIS, lalu scan atau ambil gambar dari galeri.',
    `Ketik nominalnya tepat ${amount}, periksa nama penerimanya, lalu bayar satu kali.`,
  ],
  orScan: 'Atau scan QRIS ini',
  stepsTitle: 'Langkah di aplikasimu',
  scanLast: (amount: string) => `Periksa nama penerima dan nominalnya (${amount}), lalu bayar.`,
  typeLast: (amount: string) => `Ketik tepat ${amount}, periksa nama penerimanya, lalu bayar satu kali.`,
  transferTitle: 'Transfer tepat nominal ini',
  transferText: 'Pembayaranmu dikenali dari nominalnya. Jangan dibulatkan: tiga angka terakhir harus sama persis.',
  accountNumber: 'Transfer ke',
  accountHolder: 'Atas nama',
  transferSteps: (amount: string) => [
    'Salin nominal dan nomor di atas.',
    'Buka aplikasi e-wallet atau bank, lalu transfer ke nomor itu.',
    `Kirim satu kali, tepat ${amount}.`,
  ],
  paidAlready: 'Saya sudah bayar',
  whyNotPaid: 'Kenapa belum lunas?',
  paidAnyway: 'Telanjur bayar?',
  waiting: 'Menunggu pembayaran',
  waitingText: 'Biasanya diterima 5-60 detik setelah kamu bayar. Halaman ini berubah sendiri.',
  noScript: (seconds: number) => `Halaman ini dimuat ulang setiap ${seconds} detik.`,
  sandboxTitle: 'Hanya di mode uji',
  sandboxText: 'Bayar tagihan ini dengan uang mainan dan lihat apa yang terjadi.',
  sandboxPay: 'Simulasikan pembayaran',
  sandboxSent: 'Uang mainan sudah dikirim. Sebentar lagi diterima.',

  overdueTitle: 'Waktu pembayaran habis',
  overdueText: 'Jangan bayar lagi, baik dengan scan maupun transfer.',
  overdueHint:
    'Sudah bayar sebelum waktunya habis? Tunggu sebentar, kami masih memeriksa. Halaman ini berubah sendiri.',
  expiredTitle: 'Tagihan kedaluwarsa',
  expiredCode: 'QR ini kedaluwarsa. Jangan dibayar.',
  expiredTransfer: 'Tagihan ini kedaluwarsa. Jangan transfer.',
  expiredHint: (merchant: string) =>
    `Masih mau beli? Minta tagihan baru ke ${merchant}. Telanjur bayar? Hubungi ${merchant} dan sebutkan nomor ` +
    'tagihan ini.',
  cancelledTitle: 'Tagihan dibatalkan',
  cancelledText: 'Jangan dibayar.',
  cancelledHint: (merchant: string) => `Telanjur bayar? Hubungi ${merchant} dan sebutkan nomor tagihan ini.`,
  reasonMerchant: 'Dibatalkan oleh penjual.',
  reasonCustomer: 'Dibatalkan oleh pelanggan.',
  reasonOrder: 'Pesanannya dibatalkan.',
  reasonMoved: 'Toko ini pindah sebelum tagihannya dibayar.',
  reasonProvider: 'Kode pembayaran tidak dapat dibuat. Kamu belum membayar apa pun; minta tagihan baru.',
  paidTitle: 'LUNAS',
  paidText: (merchant: string) => `Pembayaran ke ${merchant} sudah diterima. Terima kasih!`,
  refundedTitle: 'Uang sudah dikembalikan',
  refundedText: (merchant: string, amount: string, at: string) =>
    `${merchant} mencatat ${amount} sudah dikembalikan kepadamu, ${at}. Belum menerimanya? Hubungi ${merchant}.`,
  paidAmount: 'Nominal dibayar',
  paidAt: 'Waktu bayar',
  reference: 'Nomor referensi',
  orderTitle: 'Pesanan',
  saveReceipt: 'Simpan struk',
  print: 'Cetak',
  continueTo: (host: string) => `Lanjut ke ${host}`,
  continueToApp: 'Kembali ke aplikasi',
  backToBill: 'Kembali ke tagihannya',
  backToShop: 'Kembali ke pesanan',
  backToChat: 'Kembali ke chat',
  orderAgain: 'Pesan lagi di chat',
  receivedOpen: (amounts: string, merchant: string) =>
    `Kami sudah menerima ${amounts} dan ${merchant} sedang memeriksanya. Uangmu aman. Jangan bayar lagi sebelum ada ` +
    'kabar.',
  receivedEnded: (amounts: string, merchant: string) =>
    `Kami menerima ${amounts} untuk tagihan ini. Uangmu aman: ${merchant} sudah dikabari dan akan menerima atau ` +
    'mengembalikannya. Jangan bayar lagi.',
  receivedMore: (amounts: string, merchant: string) =>
    `Selain itu kami menerima ${amounts} lagi untuk tagihan ini. Uangmu aman: ${merchant} sudah dikabari dan akan ` +
    'mengembalikannya.',
  chooseWay: 'Pilih cara bayar',
  pickTitle: (way: string) => `Bayar dengan ${way}`,
  pickText: 'Kodenya dibuat khusus untuk tagihan ini, dengan nominal yang sudah terisi.',
  pickButton: 'Buat kode QRIS',
  wayFailedTitle: 'Kode QRIS tidak dapat dibuat',
  wayFailedText: 'Kamu belum membayar apa pun. Pilih cara bayar lain di atas.',
  offline:
    'Sambungan terputus, jadi status di halaman ini mungkin belum yang terbaru. Yang sudah dibayar tetap tercatat; ' +
    'halaman ini lanjut sendiri begitu tersambung lagi.',
  leaving: 'Kamu akan meninggalkan halaman ini.',
  goodsTitle: 'Pembelianmu',
  download: 'Unduh file',
  openLink: (host: string) => `Buka ${host}`,
  goodsUntil: (day: string) => `Bisa dibuka di halaman ini sampai ${day}. Jangan bagikan alamat halaman ini.`,
  goodsOver: 'Waktu untuk membukanya sudah lewat. Hubungi penjual kalau kamu masih memerlukannya.',
  downloadsUsed: 'File ini sudah diunduh sebanyak yang diizinkan. Hubungi penjual kalau kamu masih memerlukannya.',
  productImage: 'Gambar produk',
  toInvoice: 'Ke halaman tagihan',

  safety: 'Jangan pernah memberikan PIN atau kode OTP kepada siapa pun, termasuk penjual.',
  madeBy: 'Halaman pembayaran oleh Warung',

  titlePay: (amount: string, merchant: string) => `Bayar ${amount} ke ${merchant}`,
  titlePaid: (merchant: string) => `LUNAS: ${merchant}`,
  summary: 'QRIS dan e-wallet. Statusnya langsung terlihat di halaman ini.',

  receiptUnknownTitle: 'Bukan struk dari sini',
  receiptUnknownText: (host: string) =>
    `Tidak ada toko di ${host} yang membuat struk ini. Jangan serahkan barang karena struk ini. Toko yang pindah ke ` +
    'alamat ini masih bisa menunjukkan pembayarannya di catatannya sendiri.',
  menuUnknownTitle: 'Menu tidak ditemukan',
  menuUnknownText: 'Alamatnya salah, barangnya sudah tidak dijual, atau toko ini sedang menutup menunya.',
  paymentUnknownTitle: 'Tagihan tidak ditemukan',
  paymentUnknownText:
    'Periksa lagi alamatnya: mungkin ada huruf yang terpotong saat disalin. Atau minta tautan baru ke penjual.',
  pageUnknownTitle: 'Halaman tidak ditemukan',
  pageUnknownText: 'Tidak ada halaman di alamat ini.',
  toHome: 'Ke halaman depan',
  troubleTitle: 'Maaf, ada gangguan di sisi kami',
  troubleText: 'Kamu tidak perlu membayar ulang. Halaman ini mencoba lagi sendiri dalam beberapa detik.',
  troubleCode: 'Kode',
}

export type Texts = typeof id

const en: Texts = {
  payTo: 'Payment to',
  amount: 'Invoice amount',
  amountDue: 'Amount to pay',
  copied: 'Copied',
  copyAmount: 'Copy amount',
  copyNumber: 'Copy number',
  copyInvoice: 'Copy invoice ID',
  price: 'Price',
  uniqueCode: 'Unique code',
  fee: 'Fee',
  uniqueCodeWhy: 'The unique code lets us recognise your payment at once, without a transfer receipt.',
  description: 'For',
  customer: 'Customer',
  invoice: 'Invoice ID',
  method: 'Method',
  deadline: 'Pay before',
  timeLeft: 'Time left',
  testMode: 'Test mode: no real money.',

  preparingTitle: 'Preparing the QR',
  preparingText: 'This usually takes a few seconds. This page updates automatically.',
  foreignCode: merchant =>
    'This payment is not checked automatically: the code is another merchant’s, and nobody here sees its money. ' +
    `Once you have paid, tell ${merchant}, who confirms it by hand.`,
  scanTitle: 'Scan with any bank or e-wallet app',
  qrAlt: (amount, merchant) => `QRIS code of ${amount} for ${merchant}`,
  saveQr: 'Save QR image',
  nameInApp: 'Name in your app',
  scanSteps: amount => [
    'Paying on this phone? Save the QR image.',
    'Open your bank or e-wallet app, choose QRIS, then scan it or pick the image from your gallery.',
    `Check the name and the amount (${amount}), then pay.`,
  ],
  staticSteps: amount => [
    'Paying on this phone? Save the QR image, then copy the amount.',
    'Open your bank or e-wallet app, choose QRIS, then scan it or pick the image from your gallery.',
    `Enter exactly ${amount}, check the recipient’s name, then pay once.`,
  ],
  orScan: 'Or scan this QRIS',
  stepsTitle: 'Steps in your app',
  scanLast: amount => `Check the recipient’s name and the amount (${amount}), then pay.`,
  typeLast: amount => `Enter exactly ${amount}, check the recipient’s name, then pay once.`,
  transferTitle: 'Transfer exactly this amount',
  transferText: 'We recognise your payment by its amount. Don’t round it: the last three digits must match.',
  accountNumber: 'Transfer to',
  accountHolder: 'Account holder',
  transferSteps: amount => [
    'Copy the amount and the number above.',
    'Open your e-wallet or bank app and transfer to that number.',
    `Send it once, exactly ${amount}.`,
  ],
  paidAlready: 'I have paid',
  whyNotPaid: 'Why isn’t it paid yet?',
  paidAnyway: 'Paid it already?',
  waiting: 'Waiting for payment',
  waitingText: 'Usually received 5-60 seconds after you pay. This page updates automatically.',
  noScript: seconds => `This page reloads every ${seconds} seconds.`,
  sandboxTitle: 'Test mode only',
  sandboxText: 'Pay this invoice with play money and watch what happens.',
  sandboxPay: 'Simulate payment',
  sandboxSent: 'The play money is on its way. It arrives in a moment.',

  overdueTitle: 'Time is up',
  overdueText: 'Please don’t pay any more, by QR or by transfer.',
  overdueHint: 'Paid before time ran out? One moment, we’re still checking. This page updates automatically.',
  expiredTitle: 'Invoice expired',
  expiredCode: 'This QR has expired. Don’t pay it.',
  expiredTransfer: 'This invoice has expired. Don’t transfer.',
  expiredHint: merchant =>
    `Still want to buy? Ask ${merchant} for a new invoice. Already paid? Contact ${merchant} and quote this invoice ` +
    'ID.',
  cancelledTitle: 'Invoice cancelled',
  cancelledText: 'Don’t pay it.',
  cancelledHint: merchant => `Already paid? Contact ${merchant} and quote this invoice ID.`,
  reasonMerchant: 'Cancelled by the merchant.',
  reasonCustomer: 'Cancelled by the customer.',
  reasonOrder: 'Its order was cancelled.',
  reasonMoved: 'The shop moved here before it was paid.',
  reasonProvider: 'The payment code couldn’t be created. You haven’t been charged; ask for a new invoice.',
  paidTitle: 'PAID',
  paidText: merchant => `Your payment to ${merchant} has arrived. Thank you!`,
  refundedTitle: 'Your money was refunded',
  refundedText: (merchant, amount, at) =>
    `${merchant} recorded that ${amount} was returned to you, ${at}. Haven’t got it? Contact ${merchant}.`,
  paidAmount: 'Amount paid',
  paidAt: 'Paid at',
  reference: 'Reference',
  orderTitle: 'Order',
  saveReceipt: 'Save receipt',
  print: 'Print',
  continueTo: host => `Continue to ${host}`,
  continueToApp: 'Back to the app',
  backToBill: 'Back to the bill',
  backToShop: 'Back to the order',
  backToChat: 'Back to the chat',
  orderAgain: 'Order again in the chat',
  receivedOpen: (amounts, merchant) =>
    `We have received ${amounts} and ${merchant} is checking it. Your money is safe. Please don’t pay again until ` +
    'you hear back.',
  receivedEnded: (amounts, merchant) =>
    `We received ${amounts} for this invoice. Your money is safe: ${merchant} has been notified and will accept or ` +
    'refund it. Please don’t pay again.',
  receivedMore: (amounts, merchant) =>
    `We also received another ${amounts} for this invoice. Your money is safe: ${merchant} has been notified and ` +
    'will refund it.',
  chooseWay: 'Choose how to pay',
  pickTitle: way => `Pay with ${way}`,
  pickText: 'The code is made for this invoice alone, with the amount filled in.',
  pickButton: 'Create the QRIS code',
  wayFailedTitle: 'The QRIS code couldn’t be created',
  wayFailedText: 'You haven’t been charged. Choose another way above.',
  offline:
    'You’re offline, so this page may be out of date. Anything you’ve paid still counts, and the page catches up ' +
    'once you’re back online.',
  leaving: 'You’re about to leave this page.',
  goodsTitle: 'Your purchase',
  download: 'Download the file',
  openLink: host => `Open ${host}`,
  goodsUntil: day => `You can open it on this page until ${day}. Don’t share the address of this page.`,
  goodsOver: 'This can no longer be opened. Contact the merchant if you still need it.',
  downloadsUsed: 'You’ve reached the download limit. Contact the merchant if you still need it.',
  productImage: 'Product picture',
  toInvoice: 'To the invoice',

  safety: 'Never share your PIN or one-time codes with anyone, not even the merchant.',
  madeBy: 'Payment page by Warung',

  titlePay: (amount, merchant) => `Pay ${amount} to ${merchant}`,
  titlePaid: merchant => `PAID: ${merchant}`,
  summary: 'QRIS and e-wallet. This page shows the payment status live.',

  receiptUnknownTitle: 'Not a receipt of ours',
  receiptUnknownText: host =>
    `No shop at ${host} has made this receipt. Hand nothing over for it. A shop that moved to this address can still ` +
    'look the payment up in its own records.',
  menuUnknownTitle: 'Not on the menu',
  menuUnknownText: 'The address is wrong, it is not sold any more, or this shop has closed its menu for now.',
  paymentUnknownTitle: 'Invoice not found',
  paymentUnknownText:
    'Check the address: part of it may have been cut off when copying. Or ask the merchant for a new link.',
  pageUnknownTitle: 'Page not found',
  pageUnknownText: 'There’s no page at this address.',
  toHome: 'Go to the home page',
  troubleTitle: 'Sorry, something went wrong on our side',
  troubleText: 'You don’t need to pay again. This page will retry automatically in a few seconds.',
  troubleCode: 'Code',
}

export const texts: Record<Language, Texts> = { id, en }
