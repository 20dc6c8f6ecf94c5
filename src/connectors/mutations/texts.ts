import type { Texts } from '../texts.ts'
import type { DialectName } from './dialects.ts'

export const mutationTexts: Texts = {
  id: {
    name: 'Notifikasi HP',
    about: 'HP Android-mu meneruskan notifikasi uang masuk. Tidak perlu akses akun.',
    fields: {
      method: 'Untuk metode',
      dialect: 'Aplikasi penerus',
      apps: 'Aplikasi di HP',
      apps_others: 'Aplikasi lain',
      account: 'Nomor HP atau ID merchant yang menerima uang',
      heartbeat_s: 'Kabar rutin dari HP (detik)',
      amount_max: 'Di atas nominal ini, tanya saya dulu',
    },
    hints: {
      apps_others: 'Nama paketnya, misalnya id.bank.aplikasi. Pisahkan dengan spasi.',
      heartbeat_s: 'Dari 10 sampai 3600. Tidak tahu? Biarkan kosong.',
    },
    choices: {
      dialect: {
        native: 'Aplikasi Warung',
        payhook: 'PayHook',
        fadzpay: 'FadzPay',
        forwarder: 'Lainnya (token Bearer)',
        plain: 'Webhook biasa (MacroDroid, Tasker, Pintasan)',
      } satisfies Record<DialectName, string>,
    },
  },
  en: {
    name: 'Phone notifications',
    about: 'Your Android phone forwards notifications of incoming money. No account access needed.',
    fields: {
      method: 'For the method',
      dialect: 'Forwarding app',
      apps: 'Apps on the phone',
      apps_others: 'Other apps',
      account: 'Receiving number or merchant ID',
      heartbeat_s: 'Regular report from the phone (seconds)',
      amount_max: 'Ask me first above this amount',
    },
    hints: {
      apps_others: 'Package names such as id.bank.app, separated by spaces.',
      heartbeat_s: 'From 10 to 3600. Not sure? Leave it empty.',
    },
    choices: {
      dialect: {
        native: 'Warung app',
        payhook: 'PayHook',
        fadzpay: 'FadzPay',
        forwarder: 'Any other (bearer token)',
        plain: 'Plain webhook (MacroDroid, Tasker, Shortcuts)',
      } satisfies Record<DialectName, string>,
    },
  },
}
