import type { Article, ArticleSlug } from './article.ts'
import { shopManualId } from './shop-id.ts'

export const manualId: Record<ArticleSlug, Article> = {
  'open-a-shop': {
    title: 'Membuka toko',
    lead: 'Dari daftar sampai pelanggan pertama bisa memesan lewat chat. Sekitar lima belas menit.',
    steps: [
      {
        text: 'Daftar dengan nama toko, lalu masuk. Kamu mulai di mode *Uji*: semua uangnya mainan.',
        link: ['/sign-up', 'Daftar'],
      },
      {
        text: 'Tambahkan barang: nama, foto, harga, dan stok.',
        link: ['/dashboard/catalog', 'Katalog'],
      },
      {
        text: 'Buat bot Telegram: buka @BotFather, kirim /newbot, lalu tempel token yang diberikannya di halaman ini.',
        link: ['/dashboard/bots', 'Bot dan chat'],
      },
      {
        text: 'Hubungkan chat Telegram-mu sendiri, supaya kabar pesanan dan uang masuk sampai ke HP-mu.',
        link: ['/dashboard/bots', 'Bot dan chat'],
      },
      {
        text:
          'Pesan sesuatu dari bot-mu sebagai pelanggan, dan bayar dengan uang mainan. Sudah jalan? Lanjut ke “Uang ' +
          'pertama”.',
      },
    ],
    notes: [
      'Bagikan tautan t.me bot-mu di WhatsApp, Instagram, atau sebagai QR di meja. Pelanggan tidak perlu mendaftar.',
    ],
  },
  'first-money': {
    title: 'Uang pertama',
    lead: 'Menghubungkan rekening atau e-wallet-mu, lalu membuktikannya dengan uang sungguhan.',
    steps: [
      { text: 'Pindah ke mode *Live* di kanan atas dasbor.', link: ['/dashboard', 'Beranda'] },
      {
        text:
          'Pilih tempat uangmu masuk, misalnya Midtrans, GoPay Merchant, atau BCA. Tempel kuncinya atau pasangkan ' +
          'HP-mu. Uang pelanggan masuk langsung ke situ.',
        link: ['/dashboard/connections', 'Koneksi'],
      },
      {
        text: 'Tampilkan QRIS kecil, misalnya Rp 1.000, untuk dirimu sendiri.',
        link: ['/dashboard/new-payment', 'Tampilkan QRIS sekarang'],
      },
      {
        text:
          'Bayar dari HP lain, tepat sampai digit terakhir. Digit terakhir itulah yang membedakan satu tagihan dari ' +
          'yang lain.',
      },
      { text: 'Tagihannya berubah menjadi *Lunas*, dan kabarnya masuk ke chat-mu. Toko siap berjualan.' },
    ],
    notes: [
      'Uang dari metode yang kamu hubungkan ada di rekening atau e-wallet-mu sejak pelanggan membayar. Hanya uang ' +
        'QRIS langsung yang terkumpul dulu di Saldo, sampai kamu menariknya.',
    ],
  },
  'customer-says-paid': {
    title: 'Pelanggan bilang sudah bayar',
    lead: 'Yang dilihat saat pelanggan menunjukkan bukti tetapi tagihannya belum lunas. Tangkapan layar bukan bukti.',
    steps: [
      {
        text: 'Buka tagihannya: cari namanya, nomornya, atau nominalnya.',
        link: ['/dashboard/payments', 'Pembayaran'],
      },
      {
        text:
          'Baca bagian *Kenapa belum lunas?*: di situ tertulis di mana uangnya dicari, kapan terakhir diperiksa, ' +
          'dan apa yang kurang.',
      },
      {
        text: 'Uangnya masuk tetapi nominalnya lain, terlambat, atau dua kali? Uang itu menunggu keputusanmu.',
        link: ['/dashboard/review', 'Perlu diperiksa'],
      },
      {
        text:
          '*Terima* bila uang itu memang untuk tagihan ini; *Pasangkan* bila untuk tagihan lain; kembalikan bila ' +
          'bukan untukmu.',
      },
      {
        text:
          'Tidak ada uang yang masuk sama sekali? Minta pelanggan melihat riwayat di aplikasinya: ke siapa, berapa, ' +
          'jam berapa.',
      },
    ],
    notes: ['Barang baru diserahkan setelah tagihannya *Lunas* di sini, bukan di layar pelanggan.'],
  },
  'money-back': {
    title: 'Mengembalikan uang',
    lead: 'Midtrans dan Xendit bisa mengirim uangnya kembali. Selain itu kamu yang mengirim, Warung yang mencatat.',
    steps: [
      { text: 'Kirim uangnya dari bank atau e-wallet-mu ke pelanggan.' },
      {
        text:
          'Buka pembayarannya dan tekan *Kembalikan uang*. Saldo dan laporan ikut berubah, pelanggan bisa ' +
          'melihatnya.',
        link: ['/dashboard/payments', 'Pembayaran'],
      },
      {
        text: 'Uang yang menunggu keputusan dicatat dengan *Sudah saya kembalikan*.',
        link: ['/dashboard/review', 'Perlu diperiksa'],
      },
      {
        text: 'Pesanan yang sudah dibayar lalu dibatalkan mengingatkanmu sampai pengembaliannya dicatat.',
        link: ['/dashboard/orders', 'Pesanan'],
      },
    ],
    notes: [
      'Sebagian saja? Di pembayarannya ada halaman untuk nominal atau barang tertentu, dengan alasan, bukti, dan stok.',
      'Catatan pengembalian tidak bisa dihapus: kirim dulu, baru catat. Yang keliru dibatalkan dengan catatan lawan.',
    ],
  },
  'closing-time': {
    title: 'Tutup toko',
    lead: 'Menghitung hari ini, dan menutup toko untuk malam atau libur.',
    steps: [
      { text: 'Lihat uang masuk hari ini dan yang masih menunggu.', link: ['/dashboard', 'Beranda'] },
      {
        text: 'Selesaikan pesanan yang masih *Perlu dikerjakan*, atau biarkan untuk besok.',
        link: ['/dashboard/orders', 'Pesanan'],
      },
      {
        text: 'Putuskan uang yang perlu diperiksa, supaya besok mulai dari bersih.',
        link: ['/dashboard/review', 'Perlu diperiksa'],
      },
      {
        text:
          'Libur sehari: tekan *Tutup hari ini* di /aturan, *Hari libur*, di chat-mu, atau isi tanggalnya di aturan ' +
          'toko. Di luar jam buka, bot menjawab kapan toko buka lagi.',
        link: ['/dashboard/rules', 'Aturan toko'],
      },
    ],
    notes: ['Ringkasan hari dikirim ke chat-mu setiap malam.'],
  },
  'new-phone': {
    title: 'HP baru atau hilang',
    lead: 'Tetap bisa masuk, dan yang memegang HP lama tidak.',
    steps: [
      {
        text: 'Masuk dengan kata sandi, lalu pakai passkey, kode dari aplikasi, atau salah satu *kode cadangan*.',
        link: ['/sign-in', 'Masuk'],
      },
      { text: 'Tambah passkey di HP yang baru.', link: ['/dashboard/profile', 'Profil'] },
      {
        text: 'Hapus passkey HP lama, dan akhiri semua sesi yang lain di halaman yang sama.',
        link: ['/dashboard/profile', 'Profil'],
      },
      { text: 'Hubungkan chat Telegram-mu lagi bila nomornya ganti.', link: ['/dashboard/profile', 'Profil'] },
      { text: 'Buat *kode cadangan* yang baru dan simpan di luar HP: yang lama tidak berlaku lagi.' },
    ],
    notes: [
      'Tidak punya kode sama sekali? Pengelola instalasi ini bisa membukakan akunmu setelah memastikan bahwa itu kamu.',
    ],
  },
  options: {
    title: 'Opsi dengan harga',
    lead: 'Ukuran, susu, gula, es: pelanggan memilih dengan tombol, dan harganya ikut.',
    steps: [
      { text: 'Buka barangnya di katalog, lalu tekan *Atur opsi*.', link: ['/dashboard/catalog', 'Katalog'] },
      {
        text:
          'Tambahkan satu kelompok, misalnya Susu, dengan pilihannya. Tiap pilihan boleh menambah harga, misalnya ' +
          'Susu oat + Rp 8.000.',
      },
      { text: 'Tentukan berapa yang harus dan boleh dipilih. Paling sedikit 1 berarti wajib.' },
      { text: 'Ada yang habis? Matikan pilihannya di situ, atau dari chat: /stok, barangnya, lalu pilihannya.' },
      { text: 'Pilihannya tertulis di keranjang, pesanan, struk, slip dapur, dan semua ekspor.' },
    ],
    notes: [
      'Opsi tidak punya stok. Kalau tiap ukuran dihitung sendiri, misalnya biji 200 dan 500 gram, pakai *varian*.',
    ],
  },
  zones: {
    title: 'Antar, ambil, dan meja',
    lead: 'Bagaimana pesanan sampai ke pelanggan, dan berapa ongkirnya.',
    steps: [
      {
        text:
          'Buka *Antar dan ongkir* di aturan toko, lalu centang bila kamu mengantar. Alamat tempat ambil dan jumlah ' +
          'meja ada di *Ambil dan meja*.',
        link: ['/dashboard/rules/delivery', 'Antar dan ongkir'],
      },
      { text: 'Satu ongkir untuk semua alamat: isi *Ongkos kirim*. Gratis mulai nominal tertentu: *Gratis ongkir*.' },
      {
        text:
          'Ongkir per daerah: tambahkan nama dan ongkirnya, misalnya Menteng Rp 10.000. Dengan kecamatan dan kode ' +
          'posnya, alamat langsung menemukan daerahnya; untuk jarak, pakai nama seperti 0–3 km.',
      },
      {
        text: 'Dari chat sama saja: /aturan, *Antar & ambil*, *Daerah*, lalu ketik nama dan ongkirnya: Menteng 10.000.',
      },
      { text: 'Barang yang tidak dikirim, misalnya roti bakar, diatur di halamannya: bisa diterima dengan cara apa.' },
    ],
    notes: ['Begitu ada satu daerah, hanya daerah di daftar yang diantar. Pelanggan lain ditawari ambil sendiri.'],
  },
  menu: {
    title: 'Halaman menu dan kode meja',
    lead: 'Katalogmu sebagai halaman web, untuk pelanggan yang tidak memakai Telegram.',
    steps: [
      {
        text: 'Beri halamannya nama, lalu nyalakan. Tautannya bisa dikirim, dicetak, dan ditaruh di profil.',
        link: ['/dashboard/menu', 'Halaman menu'],
      },
      { text: 'Isi jumlah mejamu di aturan toko.', link: ['/dashboard/rules/pickup', 'Ambil dan meja'] },
      {
        text: 'Cetak *kode meja*, gunting, lalu pasang di meja masing-masing.',
        link: ['/dashboard/menu/tables', 'Kode meja'],
      },
      { text: 'Pelanggan memindai kodenya, memesan, dan membayar dari mejanya. Nomor mejanya tertulis di pesanan.' },
      { text: 'Pesanannya masuk ke antrean dan chat-mu seperti biasa; halamannya berbunyi saat kamu bilang siap.' },
    ],
    notes: ['Pesanan yang belum dibayar menahan barang paling lama sepuluh menit.'],
  },
  counter: {
    title: 'Kasir',
    lead: 'Ponsel atau tablet lama yang berjualan: tunai, atau dengan kode yang di-scan pelanggan.',
    steps: [
      { text: 'Tambahkan tiap kasir dengan nama dan PIN enam angka.', link: ['/dashboard/counter', 'Kasir'] },
      {
        text: 'Di perangkat, buat satu untuk *Kasir*, lalu scan kodenya dengan ponsel yang akan berjualan.',
        link: ['/dashboard/devices', 'Perangkat'],
      },
      { text: 'Kasir masuk dengan PIN-nya dan menghitung uang di laci: shift dibuka.' },
      { text: 'Ketik nominal atau pilih barang, lalu *Tunai* atau *QRIS*. Halamannya bilang saat uangnya masuk.' },
      { text: 'Di akhir shift, hitung lagi uangnya. Selisihnya terlihat, dan kamu melihat semua shift.' },
    ],
    notes: [
      'Perangkat itu hanya membuka halaman ini, bukan dasbormu. Hilang? Lepas di halaman perangkat.',
      'Hanya pemilik yang mengembalikan uang tunai: di shift-nya, di dasbor.',
    ],
  },
  soundbox: {
    title: 'Kotak suara',
    lead: 'Ponsel lama yang menyebut tiap pembayaran dan pesanan baru keras-keras, jadi tidak perlu melihat layar.',
    steps: [
      { text: 'Di perangkat, buat satu untuk *Kotak suara*.', link: ['/dashboard/devices', 'Perangkat'] },
      { text: 'Scan kodenya dengan ponsel lama itu, atau buka alamat yang tertulis dan ketik kodenya.' },
      { text: 'Tekan *Nyalakan suara*, sekali tiap pagi. Kencangkan volumenya.' },
      { text: 'Bayar nominal kecil: ponselnya menyebut berapa yang masuk, dan lunas.' },
    ],
    notes: [
      'Kalau sambungannya putus, ia bilang dalam sepuluh detik, lalu menyebut yang terlewat, satu kali.',
      'Pesanan dari chat, halaman menu, dan tagihan. Dua centang di ponselnya mematikannya.',
      'Matikan kunci layar ponselnya, dan biarkan di pengisi daya.',
    ],
  },
  bills: {
    title: 'Tagihan',
    lead: 'Tautan yang kamu kirim sendiri: untuk teman, pelanggan, atau uang sekolah empat puluh keluarga.',
    steps: [
      {
        text: 'Isi nominal dan nomor HP, lalu kirim lewat WhatsApp. Untuk apa dan sampai kapan: kalau mau.',
        link: ['/dashboard/new-bill', 'Buat tagihan'],
      },
      { text: 'Kirim lewat WhatsApp sekali tekan, atau tunjukkan kodenya: ditekan, kodenya sebesar layar.' },
      { text: 'Dari chat cukup satu baris: /tagih 50000 kopi. Di percakapan mana pun: @ dan nama bot tokomu.' },
      {
        text: 'Banyak sekaligus: tempel daftarnya dari Excel, periksa yang ditampilkan, lalu buat.',
        link: ['/dashboard/bill-sheet', 'Banyak sekaligus'],
      },
      { text: 'Daftarnya menunjukkan siapa yang belum bayar, dengan pengingat WhatsApp siap di sampingnya.' },
    ],
    notes: ['Belum ada yang dibuat sampai pembayarnya menekan tombol: tautannya bisa dibuka kapan saja.'],
  },
  statistics: {
    title: 'Statistik',
    lead: 'Apa yang laku, kapan, oleh siapa, dan apa yang dicari pelanggan tetapi tidak ada.',
    steps: [
      {
        text: 'Pilih rentangnya: hari ini, 7 hari, sebulan, atau tanggalmu sendiri. Rentang sebelumnya ada di samping.',
        link: ['/dashboard/statistics', 'Statistik'],
      },
      {
        text: 'Arahkan ke gambarnya, atau pakai tombol panah, untuk membaca tiap nilai. Di bawahnya ada tabel dan CSV.',
      },
      { text: 'Produk, kategori, cara bayar, dan jam paling ramai ada di bawahnya.' },
      {
        text: 'Isi *Harga modal* di halaman tiap produk, lalu lihat untungnya di sini. Pelanggan tidak melihatnya.',
        link: ['/dashboard/catalog', 'Katalog'],
      },
      { text: '*Dicari, tidak ditemukan* adalah yang diketik pelanggan dan tidak ada di katalogmu.' },
      { text: 'Dari chat: /statistik, dengan rentang yang sama sebagai tombol.' },
      {
        text: 'Untuk pajak ada lembar tiap bulan: omzet, biaya, dan bersih per hari.',
        link: ['/dashboard/tax', 'Lembar pajak'],
      },
    ],
    notes: [],
  },
  alerts: {
    title: 'Kabar tanpa Telegram',
    lead: 'Pesanan dan uang masuk terdengar di halaman, muncul di HP, atau sampai lewat e-mail.',
    steps: [
      {
        text:
          'Biarkan satu halaman dasbor terbuka: pesanan baru berbunyi, muncul di daftarnya, dan dihitung di judul ' +
          'halaman. Sentuh halamannya sekali, baru browser boleh berbunyi.',
        link: ['/dashboard/orders', 'Pesanan'],
      },
      {
        text: 'Tekan *Nyalakan di perangkat ini* di tiap HP yang mau dikabari, juga saat halamannya tertutup.',
        link: ['/dashboard/alerts', 'Kabar'],
      },
      { text: 'Di iPhone, tambahkan dulu Warung ke layar utama, lalu buka dari sana.' },
      {
        text: 'Mau lewat e-mail? Isi dan konfirmasi alamatmu di Profil, lalu pilih kabarnya.',
        link: ['/dashboard/profile', 'Profil'],
      },
      {
        text: 'Centang yang ingin kamu terima: pesanan, uang masuk, uang untuk diperiksa, permintaan tim, ringkasan.',
      },
    ],
    notes: [
      'Pilihannya milikmu sendiri. Anggota tim yang lain memilih untuk dirinya.',
      'Pelanggan tanpa Telegram dikabari dari halaman pesanannya: pesan WhatsApp-nya sudah jadi di tiap langkah.',
    ],
  },
  ...shopManualId,
}
