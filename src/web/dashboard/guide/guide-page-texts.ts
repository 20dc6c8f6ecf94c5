import type { GuideLack } from '../../../doctor/find-guide.ts'
import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Panduan mulai berjualan',
  intro: 'Enam langkah dari toko kosong sampai uang sungguhan pertamamu. Langkah tercentang saat buktinya ada.',
  progress: (done: number, of: number) => `${done} dari ${of} selesai`,
  next: 'Berikutnya',
  done: 'Selesai',
  all: 'Lihat semua langkah',
  away: 'Sembunyikan',
  bring: 'Tampilkan lagi di beranda',
  isAway: 'Panduan ini tidak tampil di beranda.',
  finished: '🎉 Tokomu sudah menerima uang sungguhan pertamanya.',
  finishedText: 'Semua langkah selesai. Bagikan tautan tokomu, dan selamat berjualan!',
  back: 'Beranda',
  /** Shown instead of a step's button, by the missing requirement. */
  buttons: {
    bank_code: 'Unggah foto QRIS',
    wallet_code: 'Unggah foto QRIS',
    never_reported: 'Buka koneksi HP-nya',
    working_connection: 'Buka koneksinya',
    contact: 'Isi kontak toko',
  } as Partial<Record<GuideLack['code'], string>>,
  extras: 'Supaya lebih aman dan enak',
  chat: 'Hubungkan chat Telegram-mu, supaya pesanan dan uang masuk dikabari ke HP',
  second: 'Nyalakan verifikasi dua langkah',
  live: {
    title: 'Buka toko sungguhan',
    changes: 'Yang berubah',
    menu: (address: string) =>
      `Pesanan di ${address} dibayar dengan uang sungguhan. Tautan dan kode mejanya tetap sama.`,
    menuIsLive: (address: string) => `Halaman menu ${address} sudah menerima uang sungguhan.`,
    noMenu:
      'Halaman menu belum dibuka. Kasir, bot, dan API key dipasang sendiri untuk mode live, lewat tombol di bawah.',
    data: 'Pesanan, pembayaran, dan stok uji tinggal di mode uji. Katalog, harga, dan aturan toko tetap berlaku.',
    stock: 'Stok mode live dihitung terpisah: periksa jumlahnya di katalog.',
    devices: 'Kasir dan bot yang dipasang di mode uji tetap di mode uji. Pasang lagi untuk mode live.',
    back: 'Kamu bisa menutup halaman menunya kapan saja, dan kembali ke mode uji lewat tombol mode.',
    missing: 'Belum bisa dibuka',
    contact: 'Kontak untuk pembeli',
    saveContact: 'Simpan kontak',
    open: 'Buka toko sungguhan',
  },
}

export type GuidePageTexts = typeof id

const en: GuidePageTexts = {
  title: 'Getting started',
  intro: 'Six steps from an empty shop to your first real money. Each is ticked once its proof exists.',
  progress: (done, of) => `${done} of ${of} done`,
  next: 'Next',
  done: 'Done',
  all: 'See all steps',
  away: 'Put away for now',
  bring: 'Show it on the home page again',
  isAway: 'This guide is not shown on the home page.',
  finished: '🎉 Your shop has received its first real money.',
  finishedText: 'All steps are done. Share the link of your shop, and happy selling!',
  back: 'Home',
  buttons: {
    bank_code: 'Upload the QRIS photo',
    wallet_code: 'Upload the QRIS photo',
    never_reported: 'Open the phone’s connection',
    working_connection: 'Open the connection',
    contact: 'Enter the contact',
  },
  extras: 'Safer and easier',
  chat: 'Link your Telegram chat, so that orders and money are told to your phone',
  second: 'Turn on two-step verification',
  live: {
    title: 'Open for real',
    changes: 'What changes',
    menu: address => `Orders at ${address} are paid with real money. Its link and table codes stay the same.`,
    menuIsLive: address => `The menu page ${address} takes real money already.`,
    noMenu:
      'The menu page is not open yet. Set up the counter, a bot or an API key for live mode with the buttons below.',
    data: 'Test orders, payments and stock stay in test mode. Your catalogue, prices and shop rules apply as before.',
    stock: 'Live stock is counted separately: check the numbers in your catalogue.',
    devices: 'Counters and bots of test mode stay in test mode. Set them up again for live mode.',
    back: 'You can close the menu page at any time, and return to test mode with the mode switch.',
    missing: 'Not ready to open',
    contact: 'Contact for buyers',
    saveContact: 'Save the contact',
    open: 'Open for real',
  },
}

export const guidePageTexts: Record<Language, GuidePageTexts> = { id, en }
