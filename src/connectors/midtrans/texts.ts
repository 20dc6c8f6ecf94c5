import type { Texts } from '../texts.ts'

export const midtransTexts: Texts = {
  id: {
    name: 'Midtrans',
    about: 'QRIS dinamis dari akun Midtrans-mu. Cukup tempel Server Key; kodenya dibuat untuk setiap tagihan.',
    fields: { server_key: 'Server Key', base_url: 'Alamat API' },
    hints: {
      server_key: 'Diawali Mid-server- (atau SB-Mid-server- di sandbox). Bukan Client Key.',
      base_url: 'Kosongkan: kami mencari sendiri apakah kuncinya produksi atau sandbox.',
    },
    keySteps: [
      'Masuk ke dasbor Midtrans dan pilih Production di kiri atas.',
      'Buka Settings, lalu Access Keys.',
      'Salin Server Key, bukan Client Key.',
    ],
    inTestMode:
      'Di mode uji: sandbox berperan sebagai Midtrans. Isi dengan contoh di bawah, atau Server Key sandbox-mu.',
  },
  en: {
    name: 'Midtrans',
    about: 'Dynamic QRIS from your Midtrans account. Paste the Server Key; a code is made for every invoice.',
    fields: { server_key: 'Server Key', base_url: 'API address' },
    hints: {
      server_key: 'It begins with Mid-server- (or SB-Mid-server- in the sandbox). It is not the Client Key.',
      base_url: 'Leave it empty: we find out whether the key is for production or for the sandbox.',
    },
    keySteps: [
      'Sign in to the Midtrans dashboard and choose Production at the top left.',
      'Open Settings, then Access Keys.',
      'Copy the Server Key, not the Client Key.',
    ],
    inTestMode: 'In test mode: the sandbox plays Midtrans. Fill in its example, or the Server Key of your own sandbox.',
  },
}
