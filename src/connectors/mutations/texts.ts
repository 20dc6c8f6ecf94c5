import type { Texts } from '../texts.ts'
import type { DialectName } from './dialects.ts'

export const mutationTexts: Texts = {
  id: {
    name: 'Notifikasi HP',
    about: 'HP Android-mu meneruskan notifikasi uang masuk. Tidak perlu akses akun.',
    fields: {
      method: 'Untuk metode',
      dialect: 'Format penerus',
      apps: 'Aplikasi di HP',
      apps_others: 'Aplikasi lain',
      account: 'Nomor atau merchant ID tujuan',
      heartbeat_s: 'Heartbeat',
      amount_max: 'Nominal terbesar yang langsung dipercaya',
    },
    hints: {
      apps_others: 'Nama paketnya, misalnya id.bank.aplikasi. Pisahkan dengan spasi.',
      heartbeat_s: 'Dalam detik, 10 sampai 3600. Kosongkan kalau aplikasimu tidak mengirim heartbeat.',
    },
    choices: {
      dialect: {
        native: 'Bawaan Warung',
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
      dialect: 'Format of the forwarder',
      apps: 'Apps on the phone',
      apps_others: 'Other apps',
      account: 'Receiving number or merchant ID',
      heartbeat_s: 'Heartbeat',
      amount_max: 'Largest amount trusted right away',
    },
    hints: {
      apps_others: 'Package names such as id.bank.app, separated by spaces.',
      heartbeat_s: 'In seconds, 10 to 3600. Leave it empty for an app that sends none.',
    },
    choices: {
      dialect: {
        native: 'Warung’s own',
        payhook: 'PayHook',
        fadzpay: 'FadzPay',
        forwarder: 'Any other (bearer token)',
        plain: 'Plain webhook (MacroDroid, Tasker, Shortcuts)',
      } satisfies Record<DialectName, string>,
    },
  },
}
