import type { Texts } from '../texts.ts'

export const walletTexts: Texts = {
  id: {
    name: 'E-wallet',
    about: 'Masuk dengan nomor HP, OTP, dan PIN. Untuk transfer dengan nominal pas.',
    fields: { phone: 'Nomor HP e-wallet' },
    inTestMode: 'Di mode uji: nomor HP Indonesia apa saja.',
  },
  en: {
    name: 'E-wallet',
    about: 'Sign in with your phone number, OTP and PIN. For transfers of an exact amount.',
    fields: { phone: 'Wallet phone number' },
    inTestMode: 'In test mode: any Indonesian mobile number.',
  },
}
