import type { Article } from './article.ts'

/** The chapters about customers, search, rules and the team. */
export const shopManualId = {
  customers: {
    title: 'Pelanggan',
    lead: 'Satu kartu untuk setiap orang, lewat mana pun mereka memesan atau membayar.',
    steps: [
      {
        text: 'Cari dengan nama, empat angka terakhir nomornya, atau nomor pesanan.',
        link: ['/dashboard/people', 'Pelanggan'],
      },
      { text: 'Di kartunya ada semua pesanan, total belanja, alamat, label, dan catatan yang hanya dibaca timmu.' },
      {
        text:
          'Orang yang sama punya dua kartu? *Gabung ke kartu ini*, dengan nomor kartu yang lain. Bisa dipisah ' +
          'lagi.',
      },
      {
        text:
          'Pelanggan tanpa Telegram minta melihat datanya? Tekan *Buat kode untuk pelanggan ini* di samping ' +
          'nomornya, lalu kirim pesan ' +
          'WhatsApp yang sudah jadi ke nomor itu. Dengan kode itu ia melihat dan menghapus datanya sendiri.',
      },
      { text: 'Atau kamu yang menghapus: *Hapus datanya*. Nominal, waktu, dan nomor pesanan tetap ada untuk pajak.' },
    ],
    notes: [
      'Nomor yang diketik hanya mengelompokkan pesanan. Pengetiknya tidak pernah melihat pesanan lama.',
      'Kirim kode hanya ke nomor di kartunya. Siapa pun yang tahu kodenya bisa melihat data itu.',
      'Di halaman pembayaran, pelanggan bisa mengisi e-mail dan dikabari saat pesanannya dibayar, siap, ' +
        'atau dikirim.',
    ],
  },
  search: {
    title: 'Mencari apa saja',
    lead: 'Satu kotak untuk pesanan, uang, pelanggan, barang, tagihan, pengaturan, dan panduan.',
    steps: [
      {
        text: 'Tekan kaca pembesar di atas, atau *Ctrl+K* atau */* di komputer.',
        link: ['/dashboard/search', 'Cari'],
      },
      {
        text:
          'Ketik yang ditunjukkan pelanggan: nominal seperti 113.054 atau 25rb, nomor referensi, atau nama ' +
          'pembayar.',
      },
      { text: 'Empat angka terakhir nomor HP menemukan pelanggannya, enam huruf terakhir menemukan pesanannya.' },
      { text: 'Pilih dengan panah naik dan turun, lalu *Enter*. Di daftar, *J* dan *K* berpindah baris.' },
      {
        text: 'Saringan yang sering dipakai bisa disimpan di atas daftar pesanan dan pembayaran.',
        link: ['/dashboard/payments', 'Pembayaran'],
      },
    ],
    notes: [
      'Bagian kata hanya dicari di antara seribu yang terbaru. Nomor, nominal, dan awal nama dicari di semuanya.',
    ],
  },
  'shop-rules': {
    title: 'Aturan toko',
    lead: 'Jam buka, libur, ongkir, tempat ambil, kalimat untuk pelanggan, dan kontak, masing-masing satu halaman.',
    steps: [
      { text: 'Buka halamannya menurut yang mau diubah.', link: ['/dashboard/rules', 'Aturan toko'] },
      {
        text: 'Mau tutup sebentar? Pilih *Tutup sekarang* sampai jam tertentu, atau isi tanggal liburnya.',
        link: ['/dashboard/rules', 'Jam buka'],
      },
      {
        text: 'Ongkir per daerah bisa diketik, atau diimpor dari daftar kecamatan.',
        link: ['/dashboard/rules/delivery', 'Antar dan ongkir'],
      },
      {
        text:
          'Isi kontak WhatsApp-mu: tombolnya muncul di halaman pembayaran yang gagal dan di halaman data ' +
          'pelanggan.',
      },
    ],
    notes: ['Aturan berlaku di semua pintu: chat, halaman menu, tagihan, dan kasir.'],
  },
  team: {
    title: 'Tim dan wewenang',
    lead: 'Mengundang orang, menentukan apa yang boleh mereka lakukan, dan menyetujui dari HP.',
    steps: [
      {
        text: 'Buat tautan undangan dan kirim lewat WhatsApp. Penerimanya memilih kata sandinya sendiri.',
        link: ['/dashboard/team/invitations', 'Undang dengan tautan'],
      },
      {
        text:
          'Tentukan untuk tiap orang: mengembalikan uang, kupon, harga, dan stok. *Boleh*, *Minta ' +
          'persetujuan*, atau ' +
          '*Tidak boleh*.',
        link: ['/dashboard/team/limits', 'Wewenang per anggota'],
      },
      {
        text:
          'Saat seseorang minta persetujuan, pemilik dikabari lewat Telegram, notifikasi, atau e-mail. Tautannya ' +
          'membuka permintaan itu: tekan *Setujui* atau *Tolak*.',
        link: ['/dashboard/alerts', 'Kabar'],
      },
      { text: 'Setelah disetujui, orangnya mengulangi tindakannya dalam satu jam. Berlaku sekali.' },
    ],
    notes: [
      'Kasir yang hanya memakai PIN diatur di Kasir, bukan di Tim.',
      'Semua yang dilakukan tercatat di Log audit dengan namanya.',
    ],
  },
} satisfies Record<string, Article>
