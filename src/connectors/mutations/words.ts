// The meaning of words of a notification for its money, as data: apps change their words more often than programs
// change.

const list = (text: string) => text.trim().split(/\s+/)

/**
 * Beside an amount each of them takes it back, only promises it, or tells of another direction. They count with what
 * Indonesian puts before and behind a word: `batal` is also "dibatalkan", "pembatalan" and "membatalkannya".
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
`)

/** The same in English, with its own endings. */
export const doubtfulStems = list(`
  cancel fail reject declin refus pend held hold confirm verifi verify verification return refund revers void expir
  expiry chargeback disput withdraw withdrew deduct debit bounc
  recall request invit sent sends sending sender paid payment unpaid unsuccess error adjust duplicat transfer await
  wait process schedul promis claim reward discount
  cashback voucher rollback rupiah receiv balance account wallet
`)

/** Words of a sentence: none is part of a name, so that what follows is more than one. */
export const sentenceWords = new Set(
  list(`
  anda kamu kau engkau kalian you your yours dari kepada untuk yang telah sudah sedang akan belum tidak tak bukan
  jangan jika kalau bila apabila agar
  supaya namun tetapi karena sehingga lalu kemudian sebesar senilai sejumlah ingin segera from has have been was were
  your not until rb jt rp idr
`),
)

/** Small words that names have without a capital. */
export const nameParticles = new Set(list('bin binti van von der den de del da dos al el ibn'))

const times = list(`
  pada melalui via lewat dengan qris hari ini tanggal tgl pukul jam wib wita wit
  senin selasa rabu kamis jumat sabtu minggu
  januari februari maret april mei juni juli agustus september oktober november desember jan feb mar apr jun jul agu
  agt ags aug sep sept okt oct nov
  des dec
`)

/** Words that may stand behind a blank where a sentence allows anything: when it was, and that it was QRIS. */
export const wordsOfTime = new Set(times)

/** Sentences that may stand there by themselves: none of these says who got the money, or what became of it. */
export const harmlessWords = new Set([
  ...times,
  ...list(`
    di ke dan sukses berhasil masuk langsung otomatis saldo saldomu rekening rekeningmu dompet dompetmu akun akunmu
    anda kamu bertambah aplikasi app
    silakan silahkan cek lihat buka rincian rinciannya detail detailnya riwayat transaksi mutasi selengkapnya sini
    untuk info terima kasih
    no nomor ref referensi id order pesanan
    at on in the to your account balance wallet check see view details successfully thank you
  `),
])
