// The meaning of words in notifications for their money, as data: apps change their words more often than programs
// change.

const list = (text: string) => text.trim().split(/\s+/)

/**
 * Roots that, beside an amount, cancel it, only promise it, or mean another direction. Indonesian affixes are allowed:
 * `batal` also matches "dibatalkan", "pembatalan" and "membatalkannya".
 */
export const doubtfulRoots = list(`
  batal gagal tolak tahan tunda proses tunggu nanti konfirmasi verifikasi kembali balik pulang tarik retur anulir
  cabut hapus koreksi ralat sengketa
  klaim blokir beku hangus kadaluarsa kedaluwarsa kedaluarsa minta mohon undang ajak tagih pinjam kirim transfer bayar
  beli belanja terima tukar
  setor potong debit debet keluar jadwal rencana janji salah keliru palsu tipu duplikat syarat promosi promo kupon
  voucher diskon cashback
  hadiah rupiah ribu juta saldo akun rekening dompet tabung refund reversal reverse cancel void request pending reject
  chargeback invite hold expire
  tangguh susul kliring tinjau henti ambil urung jeda periksa kaji audit selidik coba uji simulasi tes cek
  turun utang hutang sewa lunas cicil angsur pesan jual tarif biaya denda gaji bonus cair salur limpah alih
  pindah sisa lebih kurang antre antri rekonsiliasi abai sangkal gugat bekap cekal larang tutup nonaktif aktif
  ganti rugi retur rusak hilang catat ingat peringat ketik baca jelas sebut tulis kutip terus mungkin 
  duga siap mulai akhir selesai habis lambat telat lama sementara mundur sambil guna pakai manfaat
  tuju titip wakil kuasa bagi blok telaah cermat debat soal masalah ragu curiga kredit undur setop cegah rampas sunat
  pangkas simpan ulang kendala sangkut sendat halang hambat revisi gangguan jamin taksir
`)

/** English stems with the same meaning, which may have English endings. */
export const doubtfulStems = list(`
  cancel fail reject declin refus pend held hold confirm verifi verify verification return refund revers void expir
  expiry chargeback disput withdraw withdrew deduct debit bounc
  recall request invit sent sends sending sender paid payment unpaid unsuccess error adjust duplicat transfer await
  wait process schedul promis claim reward discount
  cashback voucher rollback rupiah receiv balance account wallet
  withheld withhold suspend delay revok clawback abort block frozen freez review investigat clear settl
  simulat sampl exampl demo invoic bill order purchas buy bought charg loan debt credit lend borrow
  postpon await queue rebat bonus coin gift correct amend dismiss terminat stop halt interrupt incomplet
  invalid fraud scam suspicious limit exceed insufficient unverif unconfirm unsettl uncollect anticipat expect
  forecast plan upcoming tomorrow later soon tentativ provision conditional estimat
`)

/** Words of a sentence that are never part of a name: a text with them is more than a name. */
export const sentenceWords = new Set(
  list(`
  anda kamu kau engkau kalian you your yours dari kepada untuk yang telah sudah sedang akan belum tidak tak bukan
  jangan jika kalau bila apabila agar supaya namun tetapi karena sehingga lalu kemudian sebesar senilai sejumlah
  ingin segera from has have been was were your not until rb jt rp idr ke via atas nama buat oleh pada dengan
  tanpa bukan kami kita saya aku dia mereka ini itu sini situ sana adalah ada tiada tidaklah belumlah sudahlah
  sempat pernah hanya cuma saja juga lagi pun masih makin besok lusa kemarin tadi nanti minggu tahun menit detik
  senin selasa rabu kamis jumat sabtu januari februari maret agustus september oktober november desember depan
  lalu mendatang untuk per tiap setiap semua seluruh sebagian separuh setengah kalau andai umpama misal misalnya
  supaya of by into onto to for with without through behalf and but when while then than would shall should could
  might must are been being does did done they them our their who whom which what where why how no nope none never
  ever now today yesterday tonight next last day days week weeks month months year years date time hour hours
  minute minutes transaksi trx transaction pembelian tagihan pelanggan pembeli customer buyer seller penjual kasir
  admin kurir driver promo kaget deals deal diskon voucher kupon poin point points koin coin coins reward rewards
  hadiah undian kejutan gratis free bonus pln pdam bpjs pulsa token listrik paket data internet cicilan kredit
  debit kartu card visa mastercard jcb amex paylater spaylater gopaylater pinjaman limit tagih otp kode code pin
  password verifikasi rek norek acc acct account va kas tunai cash atm edc briva minggu rolledback reversi bulanan
  mingguan harian disita ganda dobel double kadaluwarsa fiktif bohong bodong hoax hoaks curang ilegal recheck
  escrow rekber deposit garansi dp panjar termin otw shortly eventually partially partial partly estimasi proyeksi
  target wacana niat barangkali semoga insyaallah insya mudah-mudahan reverted withdrawn annulled lapsed overdue
  outstanding incoming outgoing outbound inbound undelivered unavailable lewat melalui perantara cq qq up malam
  pagi siang sore subuh barusan timeout offline maintenance fake mock trial latihan ujicoba uat sandbox staging
  dev uangmuka lainnya lain denied denies denial sukses berhasil success successful ok oke done batal gagal
  pending test testing tes demo dummy sample example error failed info notice peringatan warning awas hati catatan
  note nb ps psst draft betul sejak dalam beberapa nearly wajib ayo pph spent tentang sangat mau nyaris tolong
  deposito serta kini tapi luar berapa cukup ketiga mulanya gadai benar pasti pertama tengah bagaimana tiruan
  rupanya siapa kapan bisa dsb calon sesudah harus konon dll ppn fee potensi perhaps statement boleh sebab saat
  terlalu plafon hingga bagai dapat almost sebelum sampai ibarat mengapa will sedikit katanya rancangan atau
  ketika hampir ya owed hendak marilah dkk ongkir bakal due setelah komisi maybe apa sekali dulu giro alert spoof
  pajak iya kelak validasi belakang banyak antara cepat kedua reminder phishing pula cs seperti perlu mampu
  keempat dst tentu bak sekarang mana awalnya offer bawah paling silakan coupon
`),
)

/**
 * Names of wallets, banks and substitutes for money. As a payer they name the source of money, not a person: refunds,
 * interest and cashback are reported in the same words.
 */
export const brandWords = new Set(
  list(`
  gopay gojek gobiz gofood goride tokopedia ovo shopee shopeepay linkaja qris astrapay isaku sakuku doku flip
  bca mybca klikbca blu bri brimo bni wondr livin bsi byond jago seabank cimb octo danamon btn jenius
  btpn neobank allo superbank krom maybank ocbc nisp panin uob dbs hsbc bank midtrans xendit tripay duitku orderkuota
  interactive bi-fast bifast rtgs sknbi grab lazada bukalapak traveloka kredivo akulaku indodana
`),
)

/** Brand names that people and shops also have: a payer is a brand only if the whole name is this. */
export const brandNames = new Set(list('dana permata mandiri bisnis'))

/** Words that mark the name of a business; only such names contain a short number. */
export const businessWords = new Set(
  list(`
  toko warung warkop kios kedai agen pt cv ud tb depot apotek bengkel konter counter cell salon laundry rumah rm cafe
  kafe resto restoran mart minimarket swalayan bakso mie sate soto nasi ayam kopi es roti klinik butik studio
`),
)

/** Particles that names contain in lower case. */
export const nameParticles = new Set(list('bin binti van von der den de del da dos al el ibn'))

const times = list(`
  pada melalui via lewat dengan qris hari ini tanggal tgl pukul jam wib wita wit
  senin selasa rabu kamis jumat sabtu minggu
  januari februari maret april mei juni juli agustus september oktober november desember jan feb mar apr jun jul agu
  agt ags aug sep sept okt oct nov
  des dec
`)

/** Words that may follow a blank in a sentence's free part: when the money came, and that it was QRIS. */
export const timeWords = new Set(times)

/** Complete sentences that are harmless there: none says who received the money, or what became of it. */
export const harmlessWords = new Set([
  ...times,
  ...list(`
    di dan sukses berhasil masuk langsung otomatis saldo saldomu rekening rekeningmu dompet dompetmu akun akunmu
    anda kamu bertambah aplikasi app
    silakan silahkan cek lihat buka rincian rinciannya detail detailnya riwayat transaksi mutasi selengkapnya sini
    info terima kasih
    no nomor ref referensi id
    at on in the your account balance wallet check see view details successfully thank you
  `),
])

/** Words of a date or time of day. */
export const months = new Set(
  list(`
  januari februari maret april mei juni juli agustus september oktober november desember jan feb mar apr jun jul agu
  agt ags aug sep sept okt oct nov des dec january february march may june july august october december
  senin selasa rabu kamis jumat sabtu minggu monday tuesday wednesday thursday friday saturday sunday
  pukul jam tanggal tgl wib wita wit (wib) (wita) (wit) at am pm
`),
)

/**
 * Categories that banks give to incoming transfers; other categories (interest, a return) are not a customer's payment.
 */
export const transferCategories = new Set([
  'account transfer',
  'transfer rekening',
  'qris',
  'business',
  'usaha',
  'sales',
  'penjualan',
  'others',
  'lainnya',
])

/** Product categories in merchants' apps. */
export const storeCategories = new Set(
  list(`
  makanan minuman digital kreatif fashion fesyen elektronik elektronika kesehatan kecantikan pendidikan transportasi
  jasa layanan hiburan olahraga otomotif retail ritel kebutuhan rumah tangga lainnya hobi mainan perlengkapan buku alat
  tulis travel wisata hotel agen pulsa donasi sosial pertanian kuliner restoran kafe kopi toko kelontong sembako grosir
  gaya hidup seni kerajinan percetakan laundry salon bengkel apotek klinik teknologi komputer gadget aksesoris perhiasan
  harian sehari-hari dan bahan pokok ibu anak bayi hewan peliharaan properti bangunan furnitur dekorasi food beverage
  beverages drink drinks services service education health beauty entertainment electronics creative home living
  lifestyle sports hobby
`),
)

const brands = `gopay|gopay merchant|gojek|gobiz|gofood merchant|ovo|ovo cash|ovo merchant|dana|dana bisnis|
  shopeepay|shopee|shopee partner|linkaja|bca|m-bca|mybca|bca mobile|bca merchant|merchant bca|blu|
  blu by bca|blu by bca digital|bri|brimo|brimerchant|bri merchant|bni|bni mobile|bni merchant|wondr|
  wondr by bni|livin|livin'|livin by mandiri|livin' by mandiri|livin merchant|livin' merchant|mandiri|
  bsi|bsi mobile|byond|byond by bsi|jago|bank jago|jago syariah|seabank|octo|octo mobile|
  octo merchant|permata|permata me|permatamobile x|jenius|neobank|superbank|allo bank|krom|krom bank|
  qris|interactive qris|orderkuota|order kuota|ocbc|ocbc merchant|astrapay|financial diary|
  catatan finansial`

/** Names of apps, as their titles and sentences write them, in lower case. */
export const titleBrands = new Set(brands.split('|').map(brand => brand.trim()))

/**
 * Words of titles: any one of the first group reports received money; otherwise all words must only name the kind of
 * notification.
 */
export const titleWords = new Set(
  list(`
  dana uang transfer saldo pembayaran qris masuk diterima terima menerima penerimaan berhasil sukses baru ada kamu anda
  telah sudah statis dinamis ke rekening rekeningmu saldomu akun notifikasi transaksi info mutasi sebesar bi-fast bifast
  notification success successful merchant bisnis catatan finansial payment received incoming money in new bertambah
`),
)
