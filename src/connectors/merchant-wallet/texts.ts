import type { Texts } from '../texts.ts'

export const merchantWalletTexts: Texts = {
  id: {
    name: 'E-wallet merchant',
    about: 'QRIS merchant-mu, dengan token dari aplikasinya.',
    fields: { token: 'Token aplikasi merchant', device: 'Data perangkat' },
    hints: {
      token:
        'Dari aplikasi merchant-mu, biasanya diambilkan pengembang. Bentuknya JSON, misalnya {"access_token": "…"}.',
      device: 'Dari aplikasi yang sama. JSON juga, misalnya {"os": "android"}.',
    },
    inTestMode: 'Di mode uji: token {"access_token": "uji"}, data perangkat {"os": "android"}.',
  },
  en: {
    name: 'Merchant wallet',
    about: 'Your merchant QRIS, with the token from its app.',
    fields: { token: 'Merchant app token', device: 'Device data' },
    hints: {
      token: 'From your merchant app; a developer usually extracts it. It is JSON, such as {"access_token": "…"}.',
      device: 'From the same app. It is JSON too, such as {"os": "android"}.',
    },
    inTestMode: 'In test mode: token {"access_token": "test"}, device data {"os": "android"}.',
  },
}
