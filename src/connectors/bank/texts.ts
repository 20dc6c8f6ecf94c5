import type { Texts } from '../texts.ts'

export const bankTexts: Texts = {
  id: {
    name: 'Bank',
    about: 'QRIS dari bankmu, dengan akses API merchant.',
    fields: {
      host: 'Host API bank',
      username: 'Username',
      password: 'Password',
      merchant_id: 'Merchant ID',
      terminal_id: 'Terminal ID',
    },
    inTestMode: 'Di mode uji: isi apa saja. Password "wrong" ditolak, yang lain diterima.',
  },
  en: {
    name: 'Bank',
    about: 'Your bank’s QRIS, through its merchant API.',
    fields: {
      host: 'API host of the bank',
      username: 'Username',
      password: 'Password',
      merchant_id: 'Merchant ID',
      terminal_id: 'Terminal ID',
    },
    inTestMode: 'In test mode: fill in anything. The password "wrong" is rejected, any other is accepted.',
  },
}
