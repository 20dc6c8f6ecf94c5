/** Sentences whose amount is not the merchant's money, one per line, by their real meaning. `{}` is the amount. */
export const hostileIndonesian: Record<string, string> = {
  promise: `
Kamu menerima Rp{} dari BUDI Besok
Kamu menerima Rp{} dari BUDI BESOK
Kamu menerima Rp{} dari Budi Menyusul
Kamu menerima Rp{} dari BUDI (Menyusul)
Kamu menerima Rp{} dari BUDI (H+1)
Kamu menerima Rp{} dari BUDI H+1
Kamu menerima Rp{} dari BUDI - Besok
Kamu menerima Rp{} dari BUDI, Nanti
Kamu menerima Rp{} dari BUDI lusa
Kamu akan menerima Rp{} dari BUDI
Anda akan segera menerima Rp{} dari BUDI
Kamu bakal menerima Rp{} dari BUDI
Kamu bisa menerima Rp{} dari BUDI
Kamu segera menerima transfer Rp{} dari BUDI
Dana Rp{} dari BUDI akan masuk ke rekening Anda
Dana masuk Rp{} dari BUDI dalam 1x24 jam
Dana masuk Rp{} dari BUDI dalam 2 hari kerja
Dana masuk Rp{} dari BUDI paling lambat besok
Dana masuk Rp{} dari BUDI minggu depan
Dana masuk Rp{} dari BUDI (H+3)
Transfer masuk Rp{} dari BUDI dijadwalkan 30 November
Transfer masuk Rp{} dari BUDI Terjadwal
Transfer Masuk: Rp{} dari BUDI (Terjadwal)
Uang masuk Rp{} dari BUDI kalau kamu klaim hari ini
Ada uang masuk sebesar Rp{} menunggumu
Ada uang masuk sebesar Rp{} untukmu, klaim sekarang
Rp{} dari BUDI akan diterima DANA Bisnis.
Rp{} segera diterima DANA Bisnis.
Rp{} bisa diterima DANA Bisnis besok.
Pembayaran QRIS sebesar Rp{} akan diterima
Pembayaran QRIS sebesar Rp{} segera telah diterima
BUDI akan mengirim Rp{} ke kamu
BUDI berjanji mengirim Rp{} ke kamu
BUDI ingin mengirimkan dana sebesar Rp{} ke ShopeePay-mu
BUDI mau transfer Rp{} ke kamu
Pemasukan sebesar IDR {} dari BUDI di kategori Rencana.
`,
  pending: `
Kamu menerima Rp{} dari BUDI (Ditangguhkan)
Kamu menerima Rp{} dari BUDI Ditangguhkan
Kamu menerima Rp{} dari BUDI DITANGGUHKAN
Kamu menerima Rp{} dari BUDI (Kliring)
Kamu menerima Rp{} dari BUDI KLIRING
Kamu menerima Rp{} dari BUDI (Ditinjau)
Kamu menerima Rp{} dari Budi Ditinjau
Kamu menerima Rp{} dari BUDI (Dalam Peninjauan)
Kamu menerima Rp{} dari BUDI, sedang diverifikasi
Kamu menerima Rp{} dari BUDI. Menunggu konfirmasi.
Kamu menerima Rp{} dari BUDI. Status: tertunda
Kamu menerima Rp{} dari BUDI. Sedang Diperiksa
Kamu menerima Rp{} dari BUDI [PENDING]
Kamu menerima Rp{} dari BUDI *pending*
Kamu menerima Rp{} dari BUDI #pending
Kamu menerima Rp{} dari BUDI / Tertunda
Kamu menerima Rp{} dari BUDI | menunggu
Dana masuk Rp{} dari BUDI belum efektif
Dana masuk Rp{} dari BUDI masih diproses
Dana masuk Rp{} dari BUDI ditahan sementara
Dana masuk Rp{} dari BUDI telah masuk antrean
Transfer masuk sebesar Rp{} dari BUDI sedang diproses bank
Transfer masuk Rp{} dari BUDI gagal masuk ke rekening Anda
Transfer Masuk: Dana sebesar Rp{} dari BUDI belum masuk ke rekening Anda
Uang sebesar Rp{} dari BUDI belum masuk ke Saldo Aktif
Rp{} dari Gopay belum diterima DANA Bisnis.
Rp{} dari Gopay sedang diproses DANA Bisnis.
Rp{} dari Gopay gagal diterima DANA Bisnis.
Rp{} tertahan, belum diterima DANA Bisnis.
Pembayaran QRIS sebesar Rp{} belum diterima.
Pembayaran QRIS sebesar Rp{} telah diterima (menunggu konfirmasi)
Pembayaran QRIS sebesar Rp{} telah diterima sistem dan sedang diproses
Pembayaran QRIS sebesar Rp{} telah diterima, menunggu persetujuan
Pembayaran sebesar Rp{} sedang diproses pada transaksi 120009123456.
Pembayaran sebesar Rp{} telah diterima pada transaksi tertunda.
Transaksi Sebesar Rp {} dari BLU BCA tidak berhasil
Transaksi Sebesar Rp {} dari BLU BCA belum berhasil
Transaksi Sebesar Rp {} dari BLU BCA sedang diproses
Status pembayaran Rp{} dari BUDI: menunggu
Pembayaran Rp{} dari BUDI menunggu verifikasi
`,
  takenBack: `
Kamu menerima Rp{} dari BUDI (Withheld)
Kamu menerima Rp{} dari BUDI (Dihentikan)
Kamu menerima Rp{} dari BUDI (Diambil Lagi)
Kamu menerima Rp{} dari BUDI Diambil Lagi
Kamu menerima Rp{} dari BUDI (Urung)
Kamu menerima Rp{} dari BUDI URUNG
Kamu menerima Rp{} dari BUDI (B4TAL)
Kamu menerima Rp{} dari BUDI B4TAL
Kamu menerima Rp{} dari BUDI - B4TAL
Kamu menerima Rp{} dari BUDI Dibatalkan
Kamu menerima Rp{} dari BUDI. Dibatalkan oleh pengirim.
Kamu menerima Rp{} dari BUDI dan telah dikembalikan
Kamu menerima Rp{} dari BUDI lalu ditarik kembali
Kamu menerima Rp{} dari BUDI Retur
Kamu menerima kembali Rp{} dari BUDI
Kamu menerima pengembalian Rp{} dari BUDI
Kamu menerima pengembalian dana sebesar Rp{} dari TOKO JAYA
Kamu menerima refund Rp{} dari TOKO JAYA
Kamu menerima Rp{} dari TOKO JAYA untuk pembatalan pesanan
Dana masuk Rp{} dari REFUND TOKOPEDIA
Dana masuk Rp{} dari PENGEMBALIAN TOKO JAYA
Dana masuk kembali Rp{} dari TOKO JAYA
Dana kembali masuk Rp{} dari TOKO JAYA
Uang masuk Rp{} dari TOKO JAYA (refund)
Uang kembali Rp{} dari TOKO JAYA
Transfer masuk Rp{} dari BUDI Diretur
Transfer masuk Rp{} dari BUDI dianulir
Transfer masuk sebesar Rp{} dari BUDI DIBLOKIR.
Pengembalian dana Rp{} telah masuk ke Kantong Utama.
Pengembalian Rp{} telah diterima dari TOKO JAYA.
Refund Rp{} telah diterima dari SHOPEE.
Refund Rp{} sudah masuk ke rekening Anda
Pembatalan pembayaran QRIS sebesar Rp{} telah diterima
Pembayaran QRIS sebesar Rp{} telah diterima, namun dibatalkan
Pembayaran QRIS sebesar Rp{} telah diterima kembali
Pembayaran QRIS sebesar Rp{} telah diterima dan direfund
Pembayaran QRIS sebesar Rp{} telah dikembalikan
Pembayaran QRIS sebesar Rp{} gagal diterima
Pembayaran QRIS sebesar Rp{} tidak berhasil diterima
Pembayaran QRIS sebesar Rp{} batal telah diterima
Rp{} dari Gopay berhasil diterima DANA Bisnis, lalu dibatalkan.
Rp{} dari Gopay dikembalikan DANA Bisnis.
Rp{} dari Gopay berhasil ditarik dari DANA Bisnis.
Rp{} telah diterima dari ANANDA. Transaksi dibatalkan
Rp {} di TOKO CONTOH, Dibatalkan.
Rp {} di TOKO CONTOH, Refund.
Rp {} di TOKO CONTOH (batal), Makanan & Minuman.
Rp {} di TOKO CONTOH dikembalikan, Makanan & Minuman.
Pemasukan sebesar IDR {} dari TOKO JAYA di kategori Refund.
Pemasukan sebesar IDR {} dari BUDI di kategori Transfer Rekening (dibatalkan).
Pemasukan sebesar IDR {} dibatalkan dari BUDI di kategori Transfer Rekening.
BUDI telah mengirim Rp{} ke kamu, tapi dibatalkan
BUDI batal mengirim Rp{} ke kamu
BUDI telah menarik Rp{} dari kamu
`,
  purchase: `
Pembayaran Rp{} telah diterima. Untuk pesanan no 123456789012
Pembayaran Rp{} telah diterima untuk pesanan 123456789012
Pembayaran Rp{} telah diterima. Pesanan no 123456789012 diproses
Pembayaran Rp{} dari GOPAY telah diterima
Pembayaran Rp{} dari OVO telah diterima
Pembayaran Rp{} dari KARTU BCA telah diterima
Pembayaran Rp{} dari PAYLATER telah diterima. Terima kasih
Pembayaran Rp{} dari SPayLater telah diterima
Pembayaran Rp{} dari saldo kamu telah diterima
Pembayaran Rp{} dari saldo DANA telah diterima
Pembayaran Rp{} dari Kartu Kredit telah diterima
Pembayaran Rp{} dari rekening kamu telah diterima
Pembayaran Rp{} ke TOKO JAYA berhasil
Pembayaran Rp{} ke TOKO JAYA telah diterima
Pembayaran Rp{} kepada TOKO JAYA berhasil diterima
Pembayaran QRIS Rp{} ke TOKO JAYA berhasil
Pembayaran QRIS Rp{} BERHASIL ke Toko Berkah
Pembayaran QRIS sebesar Rp {} di Kopi Kenangan telah berhasil.
Pembayaran QRIS Rp{} berhasil
Pembayaran QRIS untuk WARUNG MAKMUR sebesar Rp{} telah berhasil.
Pembayaran QR sebesar Rp {} di Kopi Kenangan berhasil.
Pembayaran sebesar Rp{} telah berhasil
Pembayaran sebesar Rp{} di ALFAMART berhasil.
Pembayaran tagihan listrik Rp{} berhasil
Pembayaran tagihan Rp{} telah diterima PLN
Pembayaran BPJS Rp{} telah diterima
Pembayaran SPayLater Rp{} telah diterima
Transaksi QRIS Rp{} berhasil.
Transaksi QRIS Rp{} berhasil di INDOMARET
Transaksi Livin' QR sebesar IDR {} di HokBen Paskal berhasil.
Kamu telah membayar Rp{} ke Ayam Goreng. Butuh bantuan? Silakan Tanya Jago di 1500 746.
Kamu bayar Rp{} di Kopi Kenangan pakai GoPay.
Kamu mengirim Rp{} ke BUDI
Kamu telah mengirim Rp{} ke BUDI
Kamu berhasil transfer uang ke Budi sebesar Rp {}
Kamu telah melakukan transfer Rp{} ke RIZKI CONTOH. Butuh bantuan? Silakan Tanya Jago di 1500 746.
Anda telah mentransfer Rp{} ke BUDI
Berhasil transfer Rp{} ke DANA Siti Contoh.
Berhasil bayar Rp{} di Janji Jiwa.
Berhasil kirim Rp{} ke BCA 1234567890 a.n BUDI
Transfer ke BUDI sebesar Rp{} berhasil
Transfer sebesar Rp{} ke Rekening BCA 0129381 berhasil.
Transfer keluar Rp{} ke BUDI berhasil.
Transfer dr 1234567890 Rp {} berhasil. Sisa saldo Rp 4.500.000
Transfer dari Rekening Utama Rp{} ke rekening 7123456789 berhasil
Transfer dari BUDI Rp{} ke SITI berhasil diterima
Rp{} udah dikirim ke BCA BUDI CONTOH.
Rp{} telah dipotong dari OVO Cash untuk biaya top up
Pengeluaran sebesar IDR {} di kategori Transfer Rekening.
Pengeluaran sebesar IDR {} dari BUDI di kategori Transfer Rekening.
Tarik tunai Rp{} berhasil di ATM BRI
Penarikan Rp{} telah diterima
Penarikan saldo Rp{} berhasil masuk ke rekening BCA 1234567890
Pencairan Rp{} dari DANA Bisnis berhasil
Debit otomatis Rp{} berhasil diproses.
Pembelian Rp{} di TOKO JAYA telah diterima
Pembelian pulsa Rp{} sukses diterima
`,
  anotherReceiver: `
Kamu menerima Rp{} dari BUDI Ke ANI
Kamu menerima Rp{} dari BUDI KE ANI
Kamu menerima Rp{} dari BUDI ke ANI
Kamu menerima Rp{} dari BUDI Atas Nama ANI
Kamu menerima Rp{} dari BUDI ATAS NAMA ANI
Kamu menerima Rp{} dari BUDI Via ANI
Kamu menerima Rp{} dari BUDI via ANI
Kamu menerima Rp{} dari BUDI Buat ANI
Kamu menerima Rp{} dari BUDI Bagi ANI
Kamu menerima Rp{} dari BUDI Untuk ANI
Kamu menerima Rp{} dari BUDI oleh ANI
Kamu menerima Rp{} dari BUDI (untuk ANI)
Kamu menerima Rp{} dari BUDI, titipan ANI
Pembayaran QRIS sebesar Rp{} telah diterima oleh TOKO LAIN
Pembayaran QRIS sebesar Rp{} telah diterima TOKO LAIN
Pembayaran QRIS sebesar Rp{} telah diterima di TOKO LAIN
Pembayaran QRIS sebesar Rp{} atas nama ANI telah diterima TOKO LAIN
Pembayaran Rp{} dari BUDI telah diterima ANI
Pembayaran Rp{} dari BUDI telah diterima oleh ANI
Dana masuk Rp{} dari BUDI ke rekening ANI
Dana masuk Rp{} dari BUDI ke ANI
Transfer masuk Rp{} dari BUDI ke saldo ANI
Transfer masuk sebesar Rp{} dari BUDI ke rekening penerima ANI
Uang masuk Rp{} dari BUDI ke saldo penerima
Rp{} diterima SITI Bisnis.
Rp{} dari Gopay berhasil diterima TOKO LAIN.
Rp{} diterima oleh BUDI
Rp{} telah diterima ANANDA dari kamu.
BUDI menerima Rp{} dari kamu
BUDI telah mengirim Rp{} ke ANI
BUDI mengirimkan dana sebesar Rp{} ke ShopeePay ANI
BUDI mengirimkan dana sebesar Rp{} ke ANI melalui BI-Fast.
`,
  requestOrBill: `
BUDI meminta Rp{} dari kamu
BUDI mengirim permintaan Rp{} ke kamu
Kamu menerima permintaan pembayaran Rp{} dari BUDI
Kamu menerima tagihan Rp{} dari BUDI
Kamu menerima undangan patungan Rp{} dari BUDI
Kamu menerima pinjaman Rp{} dari BUDI
Kamu menerima tawaran Rp{} dari BUDI
Tagihan Rp{} dari PLN telah diterima
Tagihan listrik Rp{} jatuh tempo besok
Bayar tagihan Rp{} sekarang
Segera bayar Rp{} ke BUDI
Minta Rp{} dari BUDI telah diterima
Permintaan dana Rp{} dari BUDI telah diterima
Permintaan transfer masuk Rp{} dari BUDI
Pengajuan pinjaman Rp{} telah diterima
Pengajuan pencairan Rp{} sudah diterima
Konfirmasi pembayaran Rp{} dari BUDI telah diterima
Bukti transfer Rp{} dari BUDI telah diterima
Pesanan Rp{} dari BUDI telah diterima
Orderan Rp{} dari BUDI berhasil diterima
Laporan transaksi Rp{} dari BUDI telah diterima
Komplain pembayaran Rp{} dari BUDI telah diterima
Cicilan Rp{} dari BUDI jatuh tempo
`,
  offer: `
Kamu menerima cashback Rp{} dari GoPay
Kamu menerima Rp{} dari GoPay Coins
Kamu menerima Rp{} dari Cashback
Kamu menerima Rp{} dari PROMO DANA
Kamu menerima Rp{} dari Bonus Referral
Kamu menerima Rp{} dari Hadiah Undian
Kamu menerima Rp{} dari Undian BCA
Kamu menerima Rp{} dari GoFood
Kamu menerima Rp{} dari OVO Points
Kamu menerima voucher Rp{} dari SITI
Kamu menerima kupon Rp{} dari BUDI
Kamu menerima saldo bonus sebesar Rp{} dari DANA
Kamu dapat cashback Rp{} dari promo GoPay
Kamu dapat Rp{} dari BUDI kalau mengundang teman
Cashback Rp{} sudah masuk ke GoPay kamu
Cashback Rp{} telah diterima dari TOKO JAYA
Bonus Rp{} masuk ke saldo kamu
Bunga tabungan Rp{} telah masuk ke rekening Anda
Dapatkan Rp{} dari DANA hari ini
Diskon Rp{} menunggumu
Voucher Rp{} diterima DANA Bisnis.
Klaim Rp{} dari BUDI sekarang
Ajak teman buka akun dan dapatkan bonus saldo Rp {}.
Dana masuk Rp{} dari DANA KAGET
Dana masuk Rp{} dari BUNGA TABUNGAN
Dana masuk Rp{} dari GAJI BULANAN
Uang masuk Rp{} dari PINJAMAN ONLINE
Uang masuk Rp{} dari Klaim Asuransi
Butuh dana cepat? SPinjam siap bantu s.d Rp {} dengan cicilan ringan!
Limit pinjaman Rp{} telah diterima
Isi saldo Rp{} berhasil dilakukan.
Isi Saldo Rp {} dari BCA berhasil ditambahkan ke dompet DANA kamu
Top up sebesar Rp {} berhasil masuk
Top up GoPay Rp {} dari BCA berhasil.
Pengisian saldo sebesar Rp{} telah ditambahkan ke ShopeePay-mu. Saldo saat ini sebesar Rp9.000.
Tambah dana sebesar Rp {} ke saldo DANA berhasil.
Setoran tunai Rp{} berhasil
`,
  information: `
Saldo rekening Anda Rp{}
Saldo kamu sekarang Rp{}
Saldo DANA kamu Rp{} telah diterima
Sisa limit kamu Rp{}
Limit transaksi harian Rp{} telah tercapai
Minimal transaksi Rp{} ya
Jangan berikan kode 482019 untuk transaksi Rp{}
Kode OTP 482019 untuk pembayaran Rp{}
Kamu menerima Rp{} dari BUDI. Kode OTP 482019
Biaya admin Rp{} telah diterima
Total omzet hari ini Rp{}
Hari ini kamu menerima 3 pembayaran senilai Rp{}
Kamu telah menerima total Rp{} dari 12 transaksi
Rekap: pembayaran masuk Rp{} dari 5 pelanggan
Estimasi dana masuk Rp{} dari BUDI
`,
  quoteOrTest: `
Kamu menerima Rp{} dari BUDI (Simulasi)
Kamu menerima Rp{} dari BUDI SIMULASI
Kamu menerima Rp{} dari BUDI (Test)
Kamu menerima Rp{} dari BUDI TEST
Kamu menerima Rp{} dari BUDI (Contoh)
Kamu menerima Rp{} dari BUDI Uji Coba
Contoh: Kamu menerima Rp{} dari BUDI
Simulasi: Dana masuk Rp{} dari BUDI
Notifikasi uji: Anda menerima Rp{} dari BUDI
Tes notifikasi: Pembayaran QRIS sebesar Rp{} telah diterima
BUDI: Kamu menerima Rp{} dari SITI
BUDI: "Dana masuk Rp{} dari SITI"
Pesan dari BUDI: Dana masuk Rp{} dari SITI
"Kamu menerima Rp{} dari BUDI"
'Kamu menerima Rp{} dari BUDI'
(Kamu menerima Rp{} dari BUDI)
Katanya kamu menerima Rp{} dari BUDI
Apakah kamu menerima Rp{} dari BUDI?
Kamu menerima Rp{} dari BUDI?
Kamu menerima Rp{} dari BUDI??
Kamu menerima Rp{} dari BUDI...
Jika kamu menerima Rp{} dari BUDI, hubungi kami
Kamu tidak menerima Rp{} dari BUDI
Kamu belum menerima Rp{} dari BUDI
Kamu bukan menerima Rp{} dari BUDI
Kamu hampir menerima Rp{} dari BUDI
Tidak ada dana masuk Rp{} dari BUDI
Belum ada uang masuk sebesar Rp{} dari BUDI
Bukan Rp{} diterima DANA Bisnis.
Waspada penipuan: Dana masuk Rp{} dari BUDI palsu
Cek apakah dana masuk Rp{} dari BUDI
CR Rp{} dari BUDI reversal
DB Rp{} dari BUDI tgl 25/12
Pembayaran QRIS sebesar Rp{} kepada ANI - DANA telah diterima
`,
}
