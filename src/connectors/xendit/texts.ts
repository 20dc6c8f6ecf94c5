import type { Texts } from '../texts.ts'

export const xenditTexts: Texts = {
  id: {
    name: 'Xendit',
    about: 'QRIS dinamis dari akun Xendit-mu. Cukup tempel secret key; kodenya dibuat untuk setiap tagihan.',
    fields: { secret_key: 'Secret key', webhook_token: 'Token verifikasi webhook', base_url: 'Alamat API' },
    hints: {
      secret_key:
        'Diawali xnd_production_ (atau xnd_development_ di mode uji). Izin: Money-in products Write, Balance Read.',
      webhook_token: 'Tidak wajib: dengan webhook, pembayaran terdeteksi lebih cepat.',
      base_url: 'Kosongkan, kecuali kamu menguji lewat alamat lain.',
    },
    keySteps: [
      'Masuk ke dasbor Xendit dan geser mode ke Live.',
      'Buka Settings, API keys, lalu pilih Generate secret key.',
      'Beri izin Money-in products: Write, Balance: Read, Transaction: Read, lalu salin. Kunci tampil sekali saja.',
    ],
    notificationSetting:
      'Settings, Webhooks, di baris Payment Requests v3. Salin token verifikasi di halaman itu ke "Ganti kredensial" ' +
      'koneksi ini: tanpa token, notifikasinya ditolak',
    inTestMode:
      'Di mode uji: sandbox berperan sebagai Xendit. Isi dengan contoh di bawah, atau kunci xnd_development_ milikmu.',
  },
  en: {
    name: 'Xendit',
    about: 'Dynamic QRIS from your Xendit account. Paste the secret key; a code is made for every invoice.',
    fields: { secret_key: 'Secret key', webhook_token: 'Webhook verification token', base_url: 'API address' },
    hints: {
      secret_key:
        'It begins with xnd_production_ (xnd_development_ in test mode). It may write Money-in products, read Balance.',
      webhook_token: 'Optional: with the webhook, payments are detected sooner.',
      base_url: 'Leave it empty unless you are testing at another address.',
    },
    keySteps: [
      'Sign in to the Xendit dashboard and switch it to Live.',
      'Open Settings, API keys, then choose Generate secret key.',
      'Give it Money-in products: Write, Balance: Read and Transaction: Read, and copy it. It is shown only once.',
    ],
    notificationSetting:
      'Settings, Webhooks, in the row Payment Requests v3. Copy the verification token of that page to "Replace ' +
      'credentials" of this connection: without the token, notifications are refused',
    inTestMode: 'In test mode: the sandbox plays Xendit. Fill in its example, or your own key xnd_development_.',
  },
}
