import type { Language } from './texts.ts'

const id = {
  tool: '🔌 Rekening',
  whichShop: 'Rekening untuk toko yang mana?',
  connected: 'Yang sudah terhubung',
  byKey: 'Payment gateway: kamu menempel kuncinya di sini.',
  byPhone: 'Bank dan e-wallet: HP-mu meneruskan notifikasinya.',
  technical: '🛠 Saya punya akses API',
  keyPage: '🔗 Buka halaman kuncinya',
  ask: (field: string) => `✏️ Kirim: ${field}`,
  paste: (fields: string) =>
    `🔑 Tempel di sini: ${fields}. Pesanmu langsung dihapus dari chat ini, dan kuncinya disimpan tersegel.`,
  pasteLines: (fields: string) =>
    `🔑 Tempel dalam satu pesan, satu per baris: ${fields}. Pesanmu langsung dihapus dari chat ini, dan kuncinya ` +
    'disimpan tersegel.',
  linesPlease: (fields: string) => `Kirim satu per baris, dalam urutan ini: ${fields}.`,
  wordsPlease: 'Kirim sebagai teks, ya.',
  example: 'Pakai contoh dari sandbox',
  notRemoved: '⚠️ Pesanmu tidak bisa dihapus dari sini. Hapus sendiri: isinya kunci rahasia.',
  strayKey: (name: string) => `🔑 Itu kunci ${name}. Pesanmu sudah dihapus dari chat ini, dan kuncinya tidak disimpan.`,
  strayNext: 'Jawab pertanyaan berikut untuk menghubungkannya.',
  strayForbidden: 'Hanya pemilik dan admin toko yang bisa menghubungkannya.',
  refused: 'Belum terhubung.',
  asking: 'Sebentar, kami bertanya ke penyedianya…',
  off: 'Koneksi ini nonaktif.',
  prove: (amount: string) => `✅ Buktikan: bayar ${amount}`,
  look: '🔄 Periksa lagi',
  phone: '📱 Pasang di HP',
  photo: '📷 Kirim foto QRIS-nya ke chat ini kalau pelanggan membayar ke QRIS cetakmu.',
  photoPlease: '📷 Kirim foto QRIS cetakmu ke chat ini: dari dekat, lurus, dan terang.',
  dashboard: '🖥 Buka di dasbor',
  doors: '‹ Pilihan rekening',
  copyHook: '📋 Salin alamat notifikasi',
  newCode: '🔁 Buat kode baru',
  play: '🎮 Bayar dengan uang mainan',
  ended: 'Kodenya sudah tidak berlaku, dan belum ada uang yang masuk.',
}

type ConnectTexts = typeof id

const en: ConnectTexts = {
  tool: '🔌 Accounts',
  whichShop: 'An account for which shop?',
  connected: 'Connected already',
  byKey: 'Payment gateways: you paste the key here.',
  byPhone: 'Banks and e-wallets: your phone forwards the notifications.',
  technical: '🛠 I have API access',
  keyPage: '🔗 Open the key page',
  ask: field => `✏️ Send: ${field}`,
  paste: fields =>
    `🔑 Paste it here: ${fields}. Your message is deleted from this chat at once, and the key is stored sealed.`,
  pasteLines: fields =>
    `🔑 Paste in one message, one per line: ${fields}. Your message is deleted from this chat at once, and the keys ` +
    'are stored sealed.',
  linesPlease: fields => `Send one per line, in this order: ${fields}.`,
  wordsPlease: 'Please send it as text.',
  example: 'Use the sandbox’s example',
  notRemoved: '⚠️ Your message can’t be deleted from here. Delete it yourself: it holds a secret key.',
  strayKey: name => `🔑 That is a ${name} key. Your message was deleted from this chat, and the key was not stored.`,
  strayNext: 'Answer the next questions to connect it.',
  strayForbidden: 'Only the owner and admins of a shop can connect it.',
  refused: 'Not connected yet.',
  asking: 'One moment, we are asking the provider…',
  off: 'This connection is off.',
  prove: amount => `✅ Prove it: pay ${amount}`,
  look: '🔄 Look again',
  phone: '📱 Set up the phone',
  photo: '📷 Send the photo of its QRIS to this chat if customers pay to your printed QRIS.',
  photoPlease: '📷 Send a photo of your printed QRIS to this chat: close up, straight and well lit.',
  dashboard: '🖥 Open in the dashboard',
  doors: '‹ Accounts',
  copyHook: '📋 Copy the notification address',
  newCode: '🔁 Make a new code',
  play: '🎮 Pay with play money',
  ended: 'The code is no longer valid, and no money has arrived.',
}

/** Texts of "Where does your money arrive?" in a merchant's chat, except for those shared with pages. */
export const connectTexts: Record<Language, ConnectTexts> = { id, en }
