import { moreWordings } from './more-wordings.ts'

/**
 * A notification of received money, as quoted in public code and posts, with amounts, names and numbers replaced.
 * `source` is the repository and path, or the id of the file in the index of public code.
 */
export interface Wording {
  packageName: string
  title: string
  /** The text, with `{}` for the amount with dots. */
  text: string
  source: string
}

const rows: [packageName: string, title: string, text: string, source: string][] = [
  // GoPay, GoPay Merchant
  [
    'com.gojek.gopaymerchant',
    'Pembayaran QRIS statis diterima',
    'Rp {} di TOKO CONTOH YOGYAKARTA, Digital & Kreatif.',
    '60577129490',
  ],
  [
    'com.gojek.gopaymerchant',
    'Pembayaran QRIS statis diterima',
    'Rp {} di AKBAR CONTOH PRATAMA, Digital & Kreatif.',
    '69502731966',
  ],
  ['com.gojek.gopay', 'Pembayaran QRIS statis diterima', 'Rp {} di TOKO CONTOH, Makanan & Minuman.', '69408543377'],
  ['com.gojek.gopaymerchant', 'GoPay Merchant', 'Pembayaran QRIS statis diterima: Rp {} di J Store.', '65963267455'],
  [
    'com.gojek.gopaymerchant',
    'Pembayaran diterima',
    'Pembayaran QRIS sebesar Rp{} telah diterima.',
    'Matsumiko/fadzPay install_fadzpay_v2.sh',
  ],
  ['com.gojek.resto', 'Penerimaan GoPay', 'Penerimaan GoPay: Rp {} berhasil diterima dari Budi Contoh', '71639035507'],
  ['com.gojek.resto', 'GoBiz', 'GoBiz: Pembayaran Diterima Rp {},00 dari QRIS GoPay', '70225866640'],
  ['com.gojek.gopay', 'GoPay', 'GoPay: Kamu menerima transfer Rp{} dari Budi', '68496365521'],
  ['com.gojek.gopay', 'GoPay', 'GoPay: Pembayaran diterima Rp {} dari Budi Contoh', '68764768668'],
  ['com.gojek.gopay', 'GoPay', 'Pembayaran QRIS Rp{} berhasil diterima dari Budi S.', '68435847815'],
  ['com.gojek.gopay', 'GoPay', 'Kamu menerima saldo GoPay Rp {} dari Ahmad', '69575386052'],
  ['com.gojek.gopay', 'Saldo Masuk', 'Kamu menerima transfer sebesar Rp {} dari AHMAD CONTOH', '67514887321'],
  ['com.gojek.gopay', 'GoPay', 'Kamu menerima Rp {} dari SITI', '52155773867'],
  ['com.gojek.gopay', 'GoPay', 'Pembayaran diterima! Rp {} masuk ke GoPay Anda dari QRIS', '59275596584'],
  ['com.gojek.gopay', 'GoPay', 'Kamu menerima transfer Rp{} dari Andi', '70469273707'],
  ['com.gojek.gopay', 'GoPay Masuk', 'Transfer masuk sebesar Rp {} dari Pelanggan', '59240854245'],
  // DANA, DANA Bisnis
  ['id.dana', 'Pembayaran Masuk', 'Rp{} diterima DANA Bisnis.', '71133045165'],
  ['id.dana', 'Pembayaran Masuk', 'Rp{} dari Gopay berhasil diterima DANA Bisnis.', '59904095644'],
  ['id.dana', 'Pembayaran Masuk', 'Rp{} dari PT BANK JAGO TBK berhasil diterima DANA Bisnis.', '54716735108'],
  ['id.dana', 'Pembayaran Masuk', 'Rp{} dari PT.BANK SEABANK INDONESIA berhasil diterima DANA Bisnis.', '55234858765'],
  ['id.dana', 'Pembayaran Masuk', 'Rp{} dari DANA berhasil diterima DANA Bisnis.', '51825343552'],
  ['id.dana', 'Pembayaran Masuk', 'Rp{} dari BRI berhasil diterima DANA Bisnis', '51912929732'],
  ['id.dana.kasir', 'Pembayaran Masuk', 'Rp{} diterima DANA Bisnis.', '60711245096'],
  ['id.dana', 'Pembayaran Masuk', 'Rp{} dari Endra Contoh Putra berhasil diterima DANA Bisnis.', '54716735108'],
  ['id.dana', 'Pembayaran Masuk', 'Rp {} diterima dari Budi Contoh', '60684558342'],
  ['id.dana', 'DANA Bisnis', 'DANA Bisnis: Kamu menerima pembayaran sebesar Rp{} dari Sakti Contoh', '69658392776'],
  ['id.dana', 'DANA Bisnis', 'DANA Bisnis: Pembayaran QRIS diterima Rp {}', '69658392776'],
  ['id.dana', 'DANA', 'Pembayaran QRIS Rp{},00 sukses diterima.', '68435847815'],
  ['id.dana', 'DANA', 'Kamu menerima Saldo DANA sebesar Rp {} dari BUDI CONTOH.', '68435847815'],
  ['id.dana', 'DANA Saldo Masuk', 'Kamu menerima saldo DANA sebesar Rp {} dari Pelanggan', '59240854245'],
  ['id.dana', 'DANA Bisnis', 'Berhasil menerima pembayaran QRIS sebesar Rp {} dari Siti Contoh', '71639035507'],
  [
    'id.dana',
    'DANA Bisnis',
    'Pembayaran QRIS dari Hendra Contoh sebesar Rp {} berhasil diterima ke saldo tokomu.',
    '70617128877',
  ],
  ['id.dana', 'DANA', 'Pembayaran QRIS masuk Rp{}', '67649540812'],
  ['id.dana', 'DANA', 'DANA Masuk Rp{} dari Siti', '61937581772'],
  ['id.dana', 'DANA', 'DANA: Berhasil menerima pembayaran QRIS sebesar Rp {}', '61937581772'],
  ['id.dana', 'DANA', 'Mutasi Masuk DANA Bisnis Rp{},00', '61937581772'],
  ['id.dana', 'DANA', 'DANA QRIS Masuk Rp{}', '62377980712'],
  ['id.dana', 'DANA', 'DANA Bisnis: Masuk pembayaran QRIS Rp{}', '61937581772'],
  ['id.dana', 'DANA', 'Yeay! Ada uang masuk sebesar Rp{} ke saldo DANA kamu', '69112133285'],
  ['id.dana', 'DANA', 'Dana masuk Rp {},00', '69112133285'],
  ['id.dana', 'DANA', 'Anda menerima transfer Rp {} via DANA', '59275596584'],
  ['id.dana', 'DANA', 'Kamu telah menerima pembayaran sebesar Rp {} dari Doni', '69450399076'],
  ['id.dana', 'DANA', 'Kamu terima Rp{} dari BUDI', '25217550647'],
  ['id.dana', 'DANA', 'Kamu menerima Rp {} dari pelanggan', '57928421066'],
  ['id.dana', 'DANA', 'Kamu menerima Rp {},- dari BUDI CONTOH', '69658392776'],
  // OVO, LinkAja
  ['ovo.id', 'OVO', 'OVO QRIS Rp{} berhasil diterima.', '68435847815'],
  ['ovo.id', 'OVO', 'Kamu menerima transfer sebesar Rp{} dari BUDI', '68435847815'],
  ['ovo.id', 'OVO', 'Uang masuk Rp {} ke saldo OVO Anda', '59275596584'],
  ['ovo.id', 'OVO Saldo Masuk', 'Kamu telah menerima transfer dana sebesar Rp {}', '59240854245'],
  ['ovo.id', 'OVO', 'Transfer sebesar Rp{} dari BUDI diterima', '25217550647'],
  ['com.telkom.mwallet', 'LinkAja', 'Kamu menerima saldo sebesar Rp {} dari BUDI', '68435847815'],
  // ShopeePay
  ['com.shopeepay.id', 'ShopeePay', 'ShopeePay: Pembayaran QRIS Rp{} diterima.', '68435847815'],
  ['com.shopeepay.id', 'ShopeePay', 'Kamu menerima transfer saldo ShopeePay sebesar Rp {} dari SITI', '68435847815'],
  ['com.shopeepay.id', 'Saldo ShopeePay Diterima', 'Rp{} telah diterima dari ANANDA CONTOH.', '66326654652'],
  [
    'com.shopeepay.id',
    'Saldo ShopeePay Diterima',
    'Rp{} telah diterima dari ANANDA CONTOH. Klik untuk cek rinciannya',
    '66082765893',
  ],
  [
    'com.shopeepay.id',
    'Saldo ShopeePay diterima!',
    'RAKA CONTOH SENTOSA mengirimkan dana sebesar Rp{} ke ShopeePay-mu melalui BI-Fast.',
    '70992788382',
  ],
  ['com.shopeepay.id', 'ShopeePay', 'Kamu menerima transfer saldo sebesar Rp {} dari Mega.', '70617128877'],
  ['com.shopeepay.id', 'ShopeePay', 'Kamu menerima transfer ShopeePay sebesar Rp{} dari SITI', '25217550647'],
  ['com.shopeepay.id', 'ShopeePay', 'Pembayaran QRIS Rp {} berhasil masuk ke saldo Anda', '59240854245'],
  [
    'com.shopeepay.id',
    'Pembayaran sebesar Rp{} diterima',
    'Pembayaran sebesar Rp{} telah diterima pada transaksi 133500000000000000.',
    'Matsumiko/fadzPay install_fadzpay_shopee.sh',
  ],
  [
    'com.shopeepay.merchant.id',
    'Pembayaran sebesar Rp{} diterima',
    'Pembayaran sebesar Rp{} telah diterima pada transaksi 20820696399434593.',
    '66326654652',
  ],
  [
    'com.shopeepay.merchant.id',
    'Pembayaran sebesar Rp{}',
    'Pembayaran sebesar Rp{} telah diterima pada transaksi 120009123456.',
    '68321759244',
  ],
  [
    'com.shopeepay.merchant.id',
    'Shopee Partner',
    'Pembayaran sebesar Rp{} telah diterima pada transaksi 240823ABCDEF.',
    '68668712988',
  ],
  [
    'com.shopeepay.merchant.id',
    'Shopee Partner',
    'Pembayaran sebesar Rp {} berhasil diterima dari ShopeePay',
    '71639035507',
  ],
  // BCA, myBCA, blu
  ['com.bca', 'Dana masuk', 'Dana masuk Rp {},00 dari BUDI CONTOH', 'darmariduan/docs-payhook index.html'],
  [
    'com.bca',
    'Uang masuk dari BUDI CONTOH',
    'Rp {},00 sudah masuk ke rekening Anda',
    'darmariduan/docs-payhook index.html',
  ],
  ['com.bca', 'm-BCA', 'm-Transfer: Rp {},00 dari BUDI CONTOH telah masuk ke rek 1234567890', '68435847815'],
  ['com.bca', 'm-Transfer BCA', 'Dana Masuk Sebesar Rp {},00 dari Ahmad', '59240854245'],
  [
    'com.bca',
    'BCA mobile',
    'Financial Diary: Pemasukan sebesar IDR {en}.00 dari ***PET **AK ***GSA di kategori Transfer Rekening.',
    '58004053438',
  ],
  ['com.bca', 'BCA mobile', 'Anda menerima Rp {} dari BUDI CONTOH', '68489536469'],
  ['com.bca', 'BCA Mobile', 'Transfer Masuk Rp {} dari JOHN CONTOH', '70470373505'],
  ['com.bca', 'BCA mobile', 'Transfer masuk Rp{} dari 9876543210 a.n RINA CONTOH', '42736813204'],
  [
    'com.bca.mybca.omni.android',
    'Financial Diary',
    'You received IDR {en}.00 from ****TA LA**IT M at Account Transfer category.',
    '70992788382',
  ],
  [
    'com.bca.mybca.omni.android',
    'Financial Diary',
    'You received IDR {en}.00 from ***SKY ****LIA *IJ at Account Transfer category.',
    '67352423514',
  ],
  [
    'com.bca.mybca.omni.android',
    'Financial Diary',
    'You received IDR {en}.00 from MUHA**AD **FAN *AD at Account Transfer category.',
    '54794842268',
  ],
  [
    'com.bca.mybca.omni.android',
    'Catatan Finansial',
    'Pemasukan sebesar IDR {en}.00 dari ***SKY ****LIA *IJ di kategori Transfer Rekening.',
    '67352423514',
  ],
  [
    'com.bca.mybca.omni.android',
    'Catatan Finansial',
    'Pemasukan sebesar IDR {en}.00 dari **KAS **CKY K di kategori Transfer Rekening.',
    '69391160447',
  ],
  [
    'com.bca.mybca.omni.android',
    'Catatan Finansial',
    'Pemasukan sebesar IDR {en}.00 dari **TU **KTI ****GUN di kategori Transfer Rekening.',
    '70530153132',
  ],
  ['com.bca.mybca.omni.android', 'myBCA', 'Transfer Masuk sebesar Rp {} dari SITI CONTOH', '68435847815'],
  ['com.bcadigital.blu', 'blu', 'Kamu menerima transfer sebesar Rp {} dari SITI CONTOH.', '58430988675'],
  [
    'com.bcadigital.blu',
    'Kamu Menerima Dana Nih!',
    'Kamu menerima transfer sebesar Rp {} dari SITI CONTOH.',
    '55604716203',
  ],
  // BRI
  ['id.co.bri.brimo', 'BRImo', 'Transfer Masuk: Rp {} dari BUDI ke rek 9876***', '68435847815'],
  ['id.co.bri.brimo', 'BRImo', 'Transaksi QRIS Rp{} sukses diterima', '68435847815'],
  ['id.co.bri.brimo', 'BRImo Info Mutasi', 'Transfer dana masuk sebesar Rp {} berhasil dari Ahmad', '59240854245'],
  ['id.co.bri.brimo', 'Notifikasi Transaksi', 'Transfer masuk sebesar Rp{} dari BUDI BERHASIL.', '61969794239'],
  ['id.co.bri.brimo', 'BRImo', 'Transfer Masuk Rp {} dari NOREK 0012398481 Berhasil', '70617128877'],
  ['id.co.bri.brimo', 'Dana Masuk', 'Kamu menerima Rp {},00 dari PT CONTOH JAYA.', '70530153132'],
  ['id.co.bri.brimo', 'BRImo', 'Transfer masuk Rp{} dari PT CONTOH', '70702406821'],
  ['id.co.bri.merchant', 'Pembayaran Diterima', 'QRIS Rp{} berhasil', '54871322116'],
  ['id.co.bri.merchant', 'Pembayaran Diterima', 'Pembayaran QRIS sebesar Rp{} berhasil diterima', '54871322116'],
  // BNI
  ['id.bni.wondr', 'wondr by BNI', 'Transfer Masuk: Rp {} dari AHMAD ke rekening 1234***', '68435847815'],
  ['id.bni.wondr', 'wondr by BNI', 'Transaksi QRIS Rp{} berhasil diterima', '68435847815'],
  ['src.com.bni', 'BNI', 'Anda menerima Rp{} dari BUDI', '25217550647'],
  ['id.co.bni.merchant', 'BNI Merchant', 'Transaksi Sebesar Rp {} dari BLU BCA telah berhasil', '66326654652'],
  // Mandiri
  [
    'id.bmri.livin',
    'Livin',
    'Transfer Masuk: Dana sebesar Rp {},00 dari SITI CONTOH telah masuk ke rekening Anda',
    '68435847815',
  ],
  ['id.bmri.livin', 'Livin', 'Pembayaran QRIS Rp{} berhasil diterima dari Rudi', '68435847815'],
  ['id.bmri.livin', 'Livin by Mandiri', 'Penerimaan transfer Rp {} berhasil diterima dari Ahmad', '59240854245'],
  ['id.bmri.livin', "Livin' by Mandiri", 'Dana masuk Rp {} dari BUDI CONTOH berhasil diterima.', '70617128877'],
  [
    'id.bmri.livin',
    "Livin' by Mandiri",
    'Transaksi Berhasil\nTransfer Diterima Rp {}\nDari: AHMAD CONTOH',
    '42736813204',
  ],
  ['id.bmri.livin', 'Livin', 'Uang masuk Rp{} dari BUDI CONTOH', '52699294302'],
  ['id.bmri.livinmerchant', "Livin' Merchant", 'Dana masuk Rp{} dari BUDI', '71299956045'],
  // BSI, Jago, SeaBank
  [
    'co.id.bankbsi.superapp',
    'BYOND by BSI',
    'Transfer masuk dari AHMAD CONTOH sebesar Rp {} ke rekening 7123456789 berhasil.',
    '70617128877',
  ],
  ['com.bsm.activity2', 'BSI Mobile Uang Masuk', 'Transfer masuk sebesar Rp {} dari Ahmad', '59240854245'],
  [
    'com.jago.digitalBanking',
    'Jago',
    'RIZKI CONTOH YANTO telah mengirim Rp{} ke kamu. Buka aplikasi Jago untuk melihat detailnya.',
    '68321759244',
  ],
  [
    'com.jago.digitalBanking',
    'Jago',
    'RIZKI CONTOH YANTO telah mengirim Rp{} ke kamu. Buka aplikasi untuk melihat detail.',
    '68668712988',
  ],
  [
    'com.jago.digitalBanking',
    'Jago',
    'ANDIKA CONTOH telah mengirim Rp{} ke kamu. Butuh bantuan? Silakan Tanya Jago di 1500 746.',
    '52843908724',
  ],
  [
    'com.jago.digitalBanking',
    'Jago',
    'Raka Contoh Sentosa has sent Rp{} to you. Need help? Contact Tanya Jago at 1500 746.',
    '70992788382',
  ],
  ['com.jago.digitalBanking', 'Jago', 'Kamu menerima kiriman Rp{} dari SHADIQ CONTOH', '68321759244'],
  ['com.jago.digitalBanking', 'Bank Jago', 'Kamu menerima Rp{} dari AHMAD ke Kantong Utama', '68435847815'],
  ['com.jago.digitalBanking', 'Bank Jago', 'Ada uang masuk sebesar Rp {} dari BUDI CONTOH', '68435847815'],
  ['com.jago.digitalBanking', 'Bank Jago', 'QRIS Rp{} diterima dari Siti R.', '68435847815'],
  [
    'com.jago.digitalBanking',
    'Bank Jago',
    'Uang Masuk Rp {} dari SITI CONTOH masuk ke Kantong Utama kamu.',
    '70617128877',
  ],
  [
    'id.co.bankbkemobile.digitalbank',
    'SeaBank',
    'Kamu menerima transfer masuk sebesar Rp {} dari SITI CONTOH',
    '68435847815',
  ],
  ['id.co.bankbkemobile.digitalbank', 'SeaBank', 'Transaksi QRIS sebesar Rp {} berhasil diterima.', '68435847815'],
  ['id.co.bankbkemobile.digitalbank', 'SeaBank', 'Transfer masuk sebesar Rp {} dari AHMAD', '68435847815'],
  [
    'id.co.bankbkemobile.digitalbank',
    'Transfer Masuk',
    'Kamu menerima transfer saldo senilai Rp{} ke rekening 7776. Ref. number 20260828BMRIIDJA01000227869030.',
    '58430988675',
  ],
  [
    'id.co.bankbkemobile.digitalbank',
    'Dana Masuk ke Rekeningmu',
    'Kamu menerima dana sebesar Rp{} dari ShopeePay DAVID CONTOH pada 28 Agu 2026 20:43 WIB.',
    '58430988675',
  ],
  [
    'id.co.bankbkemobile.digitalbank',
    'Dana Masuk',
    'Anda menerima dana sebesar Rp{} dari JANE CONTOH pada 14 Agu 2026',
    '58046766593',
  ],
  [
    'id.co.bankbkemobile.digitalbank',
    'Transfer Masuk',
    'Transfer masuk sebesar Rp {} dari SITI CONTOH telah masuk ke rekening Anda.',
    '67514887321',
  ],
  [
    'id.co.bankbkemobile.digitalbank',
    'SeaBank',
    'Transfer Masuk Rp {} dari RIANTO CONTOH berhasil diterima.',
    '70617128877',
  ],
  // Jenius, Neobank, OCTO, Permata, Krom, InterActive
  ['com.btpn.dc', 'Jenius', 'Money In: Uang sebesar Rp {} dari BUDI telah masuk ke Saldo Aktif', '68435847815'],
  ['com.bnc.finance', 'Neobank', 'Transfer Masuk: Kamu menerima uang sebesar Rp {} dari BUDI', '68435847815'],
  ['id.co.cimbniaga.mobile.android', 'OCTO Mobile', 'Transfer Masuk: Dana Rp {} dari BUDI telah masuk', '68435847815'],
  ['net.myinfosys.PermataMobileX', 'Permata ME', 'Transfer Masuk: Rp {} dari BUDI', '68435847815'],
  ['com.krom.android', 'Dana Masuk', 'Transfer dari SITI Rp{} berhasil diterima.', '70530153132'],
  [
    'com.interactive.qrisid',
    'QRIS',
    'Pembayaran QRIS sebesar Rp {} atas nama toko anda telah diterima',
    'suriyadi15/qrishook',
  ],
]

export const realWordings: Wording[] = [...rows, ...moreWordings].map(([packageName, title, text, source]) => ({
  packageName,
  title,
  text,
  source,
}))

/** Returns the wording with an amount, formatted in the Indonesian or, for `{en}`, the English way. */
export function worded({ packageName, title, text }: Wording, amount: number) {
  const filled = (one: string) =>
    one.replaceAll('{}', amount.toLocaleString('id')).replaceAll('{en}', amount.toLocaleString('en'))
  return { packageName, title: filled(title), text: filled(text) }
}
