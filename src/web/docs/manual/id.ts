import type { Article, ArticleSlug } from './article.ts'

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
      { text: 'Pindah ke mode *Live* di kanan atas dashboard.', link: ['/dashboard', 'Beranda'] },
      {
        text:
          'Hubungkan e-wallet, bank, atau QRIS-mu, dan ikuti langkah di layarnya. Uang pelanggan masuk langsung ke ' +
          'situ.',
        link: ['/dashboard/connections', 'Koneksi'],
      },
      {
        text: 'Buat tagihan kecil, misalnya Rp 1.000, untuk dirimu sendiri.',
        link: ['/dashboard/new-payment', 'Buat tagihan'],
      },
      {
        text:
          'Bayar dari HP lain, tepat sampai digit terakhir. Digit terakhir itulah yang membedakan satu tagihan dari ' +
          'yang lain.',
      },
      { text: 'Tagihannya berubah menjadi *Lunas*, dan kabarnya masuk ke chat-mu. Toko siap berjualan.' },
    ],
    notes: ['Warung tidak pernah memegang uangmu: uangnya ada di rekening atau e-wallet-mu sejak pelanggan membayar.'],
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
    lead: 'Warung tidak mengirim uang: kamu yang mengirim, Warung yang mencatat.',
    steps: [
      { text: 'Kirim uangnya dari bank atau e-wallet-mu ke pelanggan.' },
      {
        text:
          'Buka pembayarannya dan tekan *Catat pengembalian*. Saldo dan laporan ikut berubah, pelanggan bisa ' +
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
    notes: ['Catatan pengembalian tidak bisa dihapus: kirim dulu, baru catat.'],
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
        text: 'Di luar jam buka, bot menjawab kapan toko buka lagi. Jam buka ada di aturan toko, di katalog.',
        link: ['/dashboard/catalog', 'Katalog'],
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
}
