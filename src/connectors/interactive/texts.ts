import type { Texts } from '../texts.ts'

export const interactiveTexts: Texts = {
  id: {
    name: 'InterActive QRIS',
    about: 'QRIS dinamis dari akun InterActive. Kodenya dibuat untuk setiap tagihan.',
    fields: { api_key: 'API key', mid: 'Merchant ID (MID)', nmid: 'NMID', base_url: 'Alamat API' },
    inTestMode: 'Di mode uji: sandbox berperan sebagai InterActive. Isi dengan contoh di bawah untuk mencobanya.',
    sendsNoNotifications:
      'InterActive tidak mengirim notifikasi. Kami yang menanyakan setiap kode, jadi pembayaran biasanya ' +
      'terdeteksi dalam belasan detik.',
  },
  en: {
    name: 'InterActive QRIS',
    about: 'Dynamic QRIS from an InterActive account. A code is made for every invoice.',
    fields: { api_key: 'API key', mid: 'Merchant ID (MID)', nmid: 'NMID', base_url: 'API address' },
    inTestMode: 'In test mode: the sandbox plays InterActive. Fill in its example to try it.',
    sendsNoNotifications:
      'InterActive sends no notifications. We ask about every code instead, so a payment is usually detected ' +
      'within a quarter of a minute.',
  },
}
