import type { Texts } from '../texts.ts'

export const merchantWalletTexts: Texts = {
  id: {
    name: 'E-wallet merchant',
    about: 'QRIS merchant-mu, dengan token dari aplikasinya.',
    fields: { token: 'Token (JSON)', device: 'Info perangkat (JSON)' },
    hints: {
      token: 'Tempel JSON dari aplikasi merchant-mu, misalnya {"access_token": "…"}.',
      device: 'JSON juga, misalnya {"os": "android"}.',
    },
    inTestMode: 'Di mode uji: token {"access_token": "uji"}, info perangkat {"os": "android"}.',
  },
  en: {
    name: 'Merchant wallet',
    about: 'Your merchant QRIS, with the token from its app.',
    fields: { token: 'Token (JSON)', device: 'Device info (JSON)' },
    hints: {
      token: 'Paste the JSON from your merchant app, such as {"access_token": "…"}.',
      device: 'JSON too, such as {"os": "android"}.',
    },
    inTestMode: 'In test mode: token {"access_token": "test"}, device info {"os": "android"}.',
  },
}
