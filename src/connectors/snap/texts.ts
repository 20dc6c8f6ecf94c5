import type { Texts } from '../texts.ts'
import type { ProfileId } from './profiles.ts'

/** Names that are the same in every language. */
const providers = { midtrans: 'Midtrans', dana: 'DANA', doku: 'DOKU', bri: 'BRI', btn: 'BTN', faspay: 'Faspay' }

export const snapTexts: Texts = {
  id: {
    name: 'SNAP',
    about:
      'QRIS dinamis dari bank atau penyedia pembayaranmu (Midtrans, DANA, DOKU, BRI, dan lainnya), untuk ' +
      'metode QRIS bank. Kodenya dibuat untuk setiap tagihan.',
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
      nmid: 'NMID',
      base_url: 'Alamat API',
    },
    choices: {
      profile: { ...providers, generic: 'Standar BI (penyedia lain)' } satisfies Record<ProfileId, string>,
    },
    inTestMode: 'Di mode uji: sandbox berperan sebagai penyedia SNAP. Isi dengan contoh di bawah untuk mencobanya.',
  },
  en: {
    name: 'SNAP',
    about:
      'Dynamic QRIS from your bank or payment provider (Midtrans, DANA, DOKU, BRI and others), for the method ' +
      'Bank QRIS. A code is made for every invoice.',
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
      nmid: 'NMID',
      base_url: 'API address',
    },
    choices: {
      profile: {
        ...providers,
        generic: 'Bank Indonesia’s standard (any other provider)',
      } satisfies Record<ProfileId, string>,
    },
    inTestMode: 'In test mode: the sandbox plays the SNAP provider. Fill in its example to try it.',
  },
}
