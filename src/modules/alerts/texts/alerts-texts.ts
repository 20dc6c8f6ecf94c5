import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Kabar',
  lead: 'Pilih apa yang dikabarkan kepadamu, dan lewat mana. Pilihan ini milikmu sendiri di toko ini.',
  kinds: {
    order: 'Pesanan baru dan pesanan yang dibayar',
    payment: 'Uang masuk dari tagihan dan pembayaran',
    review: 'Uang yang perlu diperiksa',
    approval: 'Permintaan tim yang menunggu persetujuanmu',
    digest: 'Ringkasan penjualan kemarin, setiap pagi',
  },
  save: 'Simpan',
  push: 'Di HP dan browser',
  pushText: 'Muncul sebagai notifikasi, juga saat halaman ini tertutup.',
  turnOn: 'Nyalakan di perangkat ini',
  needsScript: 'Untuk menyalakannya, buka halaman ini di browser dengan JavaScript, lewat alamat https.',
  unsupported:
    'Browser ini tidak bisa menerima notifikasi. Di iPhone, tambahkan dulu Warung ke layar utama, lalu buka dari sana.',
  denied: 'Notifikasi untuk alamat ini diblokir. Izinkan di pengaturan browser, lalu coba lagi.',
  failed: 'Belum berhasil. Coba lagi sebentar lagi.',
  noKey: 'Kunci notifikasi sedang dibuat. Muat ulang halaman ini sebentar lagi.',
  devices: 'Perangkatmu',
  noDevices: 'Belum ada perangkat yang menerima notifikasi.',
  remove: 'Hapus',
  email: 'Lewat e-mail',
  emailTo: (address: string) => `Dikirim ke ${address}.`,
  emailMissing: 'Isi dan konfirmasi dulu alamat e-mailmu di Profil.',
  noMailer: 'Server ini belum bisa mengirim e-mail. Minta pengelolanya mengisi SMTP_URL.',
  toProfile: 'Ke Profil',
  telegram: 'Lewat Telegram',
  telegramText:
    'Hubungkan chat Telegram di halaman Bot dan chat. Jenis kabarnya diatur di Pengaturan, untuk seluruh tim.',
  toBots: 'Bot dan chat',
  sound: 'Bunyi di halaman',
  soundText:
    'Selama salah satu halaman Warung terbuka, pesanan dan uang masuk berbunyi dan judul halaman menghitungnya.',
  soundOn: 'Bunyi menyala. Matikan di browser ini',
  soundOff: 'Bunyi mati. Nyalakan di browser ini',
  here: 'Kabar terbaru',
}

export type AlertsTexts = typeof id

const en: AlertsTexts = {
  title: 'Alerts',
  lead: 'Choose what you are alerted to, and how. These choices are yours alone, for this shop.',
  kinds: {
    order: 'New orders and paid orders',
    payment: 'Money from bills and payments',
    review: 'Money that needs a review',
    approval: 'Requests of the team that wait for your approval',
    digest: 'A summary of yesterday’s sales, every morning',
  },
  save: 'Save',
  push: 'On phones and browsers',
  pushText: 'Shown as a notification, even while this page is closed.',
  turnOn: 'Turn on for this device',
  needsScript: 'To turn it on, open this page in a browser with JavaScript, at an https address.',
  unsupported:
    'This browser cannot receive notifications. On an iPhone, add Warung to the home screen first, and open it there.',
  denied: 'Notifications are blocked for this address. Allow them in the browser’s settings and try again.',
  failed: 'That did not work. Try again in a moment.',
  noKey: 'The notification key is being made. Reload this page in a moment.',
  devices: 'Your devices',
  noDevices: 'No device receives notifications yet.',
  remove: 'Remove',
  email: 'By e-mail',
  emailTo: address => `Sent to ${address}.`,
  emailMissing: 'First enter and confirm your e-mail address in Profile.',
  noMailer: 'This server cannot send e-mail yet. Ask its operator to set SMTP_URL.',
  toProfile: 'To Profile',
  telegram: 'By Telegram',
  telegramText:
    'Link a Telegram chat on the page Bots and chats. Settings has the kinds of alerts, for the whole team.',
  toBots: 'Bots and chats',
  sound: 'Sound on pages',
  soundText: 'While a page of Warung is open, orders and money ring, and the title of the page counts them.',
  soundOn: 'Sound is on. Turn it off in this browser',
  soundOff: 'Sound is off. Turn it on in this browser',
  here: 'Latest alerts',
}

export const alertsTexts: Record<Language, AlertsTexts> = { id, en }
