import type { Texts } from '../texts.ts'

export const tripayTexts: Texts = {
  id: {
    name: 'Tripay',
    about: 'QRIS dinamis dari akun Tripay. Kanal QRIS harus aktif, dan biayanya ditanggung merchant.',
    fields: { merchant_code: 'Kode merchant', api_key: 'API key', private_key: 'Private key', base_url: 'Alamat API' },
    hints: {
      merchant_code: 'Diawali huruf T, misalnya T0001.',
      private_key: 'Ada di halaman yang sama dengan API key. Dipakai untuk menandatangani setiap tagihan.',
      base_url: 'Kosongkan saja: kami mencari sendiri alamat yang cocok dengan API key.',
    },
    keySteps: [
      'Masuk ke dasbor Tripay, lalu buka menu Merchant.',
      'Tekan Opsi di sebelah tokomu. Di Atur Channel Pembayaran, aktifkan QRIS dengan biaya ditanggung merchant.',
      'Tekan Opsi lagi, pilih Detail, lalu salin kode merchant, API key, dan private key ke sini.',
    ],
    inTestMode: 'Di mode uji: sandbox berperan sebagai Tripay. Isi dengan contoh di bawah untuk mencobanya.',
  },
  en: {
    name: 'Tripay',
    about: 'Dynamic QRIS from a Tripay account. Its QRIS channel must be active, with the fee paid by the merchant.',
    fields: { merchant_code: 'Merchant code', api_key: 'API key', private_key: 'Private key', base_url: 'API address' },
    hints: {
      merchant_code: 'Begins with T, for example T0001.',
      private_key: 'Shown on the same page as the API key. It signs every payment request.',
      base_url: 'Leave it empty: we find the address that takes the API key.',
    },
    keySteps: [
      'Sign in to the Tripay dashboard and open Merchant.',
      'Press Opsi beside your shop. In Atur Channel Pembayaran switch QRIS on, with the fee paid by the merchant.',
      'Press Opsi again, choose Detail, and copy the merchant code, the API key and the private key here.',
    ],
    inTestMode: 'In test mode: the sandbox plays Tripay. Fill in its example to try it.',
  },
}
