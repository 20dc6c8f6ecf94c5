import type { Texts } from '../texts.ts'

export const duitkuTexts: Texts = {
  id: {
    name: 'Duitku',
    about: 'QRIS dinamis dari akun Duitku, perorangan atau perusahaan. Minimal Rp 10.000 per pembayaran.',
    fields: { merchant_code: 'Kode merchant', api_key: 'API key', base_url: 'Alamat API' },
    hints: {
      merchant_code: 'Diawali huruf D, misalnya D12345. Kode yang diawali DS adalah milik sandbox.',
      base_url: 'Kosongkan saja: kami mencari sendiri alamat yang cocok dengan API key.',
    },
    keySteps: [
      'Masuk ke dasbor Duitku, lalu buka menu Proyek Saya.',
      'Pilih proyek tokomu. Jika belum ada, buat satu proyek dengan alamat situs tokomu.',
      'Salin Kode Merchant dan API Key, lalu tempel di sini.',
    ],
    inTestMode: 'Di mode uji: sandbox berperan sebagai Duitku. Isi dengan contoh di bawah untuk mencobanya.',
  },
  en: {
    name: 'Duitku',
    about: 'Dynamic QRIS from a Duitku account, for individuals and companies. At least Rp 10,000 a payment.',
    fields: { merchant_code: 'Merchant code', api_key: 'API key', base_url: 'API address' },
    hints: {
      merchant_code: 'Begins with D, for example D12345. A code that begins with DS belongs to the sandbox.',
      base_url: 'Leave it empty: we find the address that takes the API key.',
    },
    keySteps: [
      'Sign in to the Duitku dashboard and open My Projects.',
      'Choose the project of your shop. If there is none, create one with the address of your site.',
      'Copy the merchant code and the API key, and paste them here.',
    ],
    inTestMode: 'In test mode: the sandbox plays Duitku. Fill in its example to try it.',
  },
}
