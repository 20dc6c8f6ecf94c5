import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: (shop: string) => `Kotak suara ${shop}`,
  device: (device: string) => `Perangkat: ${device}`,
  start: 'Nyalakan suara',
  startHint: 'Tekan sekali setiap pagi: tanpa ditekan, browser tidak boleh bersuara.',
  noScript: 'Untuk bersuara, halaman ini perlu JavaScript. Tanpa itu daftar di bawah dimuat ulang setiap 10 detik.',
  noSound: 'Browser ini tidak bisa memutar suara. Pakai Chrome, Firefox, atau Safari yang lebih baru.',
  states: {
    off: 'Belum bersuara',
    on: 'Siap, menunggu pembayaran dan pesanan',
    cut: 'Sambungan terputus',
  },
  cutHint: 'Pembayaran dan pesanan tetap tercatat. Yang terlewat disebutkan begitu tersambung lagi.',
  test: 'Coba suaranya',
  voice: 'Suara',
  clips: 'Rekaman',
  awake: 'Layar dibiarkan menyala selama halaman ini terbuka.',
  notAwake: 'Layar tidak bisa dibuat tetap menyala di sini: atur supaya HP ini tidak terkunci sendiri.',
  needsHttps: 'Menjaga layar tetap menyala dan kamera hanya bisa lewat alamat https.',
  latest: '24 jam terakhir',
  none: 'Belum ada.',
  testMode: 'Mode uji: tidak ada uang sungguhan. Setiap pembayaran dan pesanan disebut “uji coba”.',
  missed: 'terlewat',
  orders: 'Sebutkan juga',
  kinds: { money: 'Lunas', order: 'Pesanan baru', paid_order: 'Pesanan dibayar' },
}

export type SoundboxTexts = typeof id

const en: SoundboxTexts = {
  title: shop => `Soundbox of ${shop}`,
  device: device => `Device: ${device}`,
  start: 'Turn the sound on',
  startHint: 'Press once every morning: without a press a browser may not make a sound.',
  noScript: 'To speak, this page needs JavaScript. Without it the list below is loaded again every 10 seconds.',
  noSound: 'This browser cannot play sound. Use a newer Chrome, Firefox or Safari.',
  states: {
    off: 'Not speaking yet',
    on: 'Ready, waiting for payments and orders',
    cut: 'Connection lost',
  },
  cutHint: 'Payments and orders are still recorded. What was missed is said once the connection is back.',
  test: 'Try the sound',
  voice: 'Voice',
  clips: 'Recording',
  awake: 'The screen stays on while this page is open.',
  notAwake: 'The screen cannot be kept on here: set this phone so that it does not lock itself.',
  needsHttps: 'Keeping the screen on and the camera need an https address.',
  latest: 'The last 24 hours',
  none: 'None yet.',
  testMode: 'Test mode: no real money. Each payment and order is called “test”.',
  missed: 'missed',
  orders: 'Announce as well',
  kinds: { money: 'Paid', order: 'New order', paid_order: 'Order paid' },
}

export const soundboxTexts: Record<Language, SoundboxTexts> = { id, en }
