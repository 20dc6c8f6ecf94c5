import type { Texts } from '../texts.ts'
import type { ProfileId } from './profiles.ts'

/** Names that are the same in every language. */
const providers = {
  midtrans: 'Midtrans',
  dana: 'DANA (Payment Gateway)',
  'dana-qris': 'DANA (QRIS Acquirer)',
  doku: 'DOKU',
  bri: 'BRI',
  btn: 'BTN',
  faspay: 'Faspay',
}
const acquirers = { gopay: 'GoPay', 'airpay shopee': 'ShopeePay' }

export const snapTexts: Texts = {
  id: {
    name: 'SNAP',
    about:
      'QRIS dinamis dari bank atau penyedia pembayaran (Midtrans, DANA, DOKU, BRI, dan lainnya). Kodenya dibuat ' +
      'untuk setiap tagihan.',
    fields: {
      profile: 'Penyedia',
      client_id: 'Client ID',
      partner_id: 'Partner ID',
      client_secret: 'Client secret',
      private_key: 'Private key (PEM, PKCS#8)',
      provider_public_key: 'Public key penyedia (PEM)',
      merchant_id: 'Merchant ID',
      store_id: 'Store ID',
      terminal_id: 'Terminal ID',
      postal_code: 'Kode pos',
      channel_id: 'Channel ID',
      acquirer: 'Jaringan QRIS (Midtrans)',
      channel_code: 'Channel code (Faspay)',
      nmid: 'NMID',
      base_url: 'Alamat API',
      mcc: 'Kode kategori merchant, MCC (DANA)',
      sub_merchant_id: 'Sub-merchant ID',
      notify_path: 'Path yang ditandatangani penyedia untuk notifikasi',
      overrides: 'Perbedaan dari profil (JSON)',
    },
    hints: {
      partner_id: 'BRI memberikan nomor tersendiri, dan wajib diisi untuk BRI.',
      channel_code: '711 ShopeePay (jika kosong), 715 LinkAja, atau kode dalam kontrakmu.',
      overrides: 'Hanya jika penyedia berbeda dari profilnya; contoh siap pakai ada di docs/connectors/snap.md.',
    },
    choices: {
      profile: { ...providers, generic: 'Standar BI (penyedia lain)' } satisfies Record<ProfileId, string>,
      acquirer: acquirers,
    },
    inTestMode: 'Di mode uji: sandbox berperan sebagai penyedia SNAP. Isi dengan contoh di bawah untuk mencobanya.',
  },
  en: {
    name: 'SNAP',
    about:
      'Dynamic QRIS from a bank or payment provider (Midtrans, DANA, DOKU, BRI and others). A code is made for ' +
      'every invoice.',
    fields: {
      profile: 'Provider',
      client_id: 'Client ID',
      partner_id: 'Partner ID',
      client_secret: 'Client secret',
      private_key: 'Private key (PEM, PKCS#8)',
      provider_public_key: "Provider's public key (PEM)",
      merchant_id: 'Merchant ID',
      store_id: 'Store ID',
      terminal_id: 'Terminal ID',
      postal_code: 'Postal code',
      channel_id: 'Channel ID',
      acquirer: 'QRIS network (Midtrans)',
      channel_code: 'Channel code (Faspay)',
      nmid: 'NMID',
      base_url: 'API address',
      mcc: 'Merchant category code, MCC (DANA)',
      sub_merchant_id: 'Sub-merchant ID',
      notify_path: 'Path that the provider signs notifications for',
      overrides: 'Differences from the profile (JSON)',
    },
    hints: {
      partner_id: 'BRI gives a number of its own, and it is required for BRI.',
      channel_code: '711 ShopeePay (if empty), 715 LinkAja, or the code of your contract.',
      overrides: 'Only if the provider differs from its profile; docs/connectors/snap.md has examples to copy.',
    },
    choices: {
      profile: {
        ...providers,
        generic: 'Bank Indonesia’s standard (any other provider)',
      } satisfies Record<ProfileId, string>,
      acquirer: acquirers,
    },
    inTestMode: 'In test mode: the sandbox plays the SNAP provider. Fill in its example to try it.',
  },
}
