import type { GuideStep } from './find-guide.ts'

export interface GuideStepTexts {
  title: string
  why: string
  button: string
}

/** The steps of the guide, for pages and chats: what to do, why, and the button that opens the form. */
export const guideTexts: Record<'id' | 'en', Record<GuideStep, GuideStepTexts>> = {
  id: {
    product: {
      title: 'Tambah barang pertamamu',
      why: 'Pelanggan memilih dari daftar ini. Satu barang sudah cukup untuk mulai; sisanya menyusul kapan saja.',
      button: 'Tambah barang',
    },
    bot: {
      title: 'Buat bot tokomu',
      why:
        'Bot adalah pintu tokomu di Telegram: di sana pelanggan memilih, memesan, dan membayar. BotFather membuatnya ' +
        'gratis dalam satu menit.',
      button: 'Pasang bot',
    },
    account: {
      title: 'Hubungkan rekening untuk uangmu',
      why:
        'Dengan metode yang kamu hubungkan, uang pelanggan langsung masuk ke rekening atau e-wallet-mu sendiri. Kami ' +
        'hanya melihat uangnya masuk, supaya pesanan lunas dengan sendirinya. Hanya uang QRIS langsung yang ' +
        'terkumpul dulu di Saldo.',
      button: 'Hubungkan rekening',
    },
    trial: {
      title: 'Coba dulu dengan uang mainan',
      why:
        'Buat tagihan uji lalu tekan “Bayar dengan uang mainan”. Kamu melihat apa yang dilihat pelanggan, tanpa ' +
        'uang sungguhan.',
      button: 'Coba sekarang',
    },
    live: {
      title: 'Buka toko sungguhan',
      why:
        'Pasang bot untuk mode live, supaya pesanan dari pelanggan dibayar dengan uang sungguhan. Punya situs ' +
        'sendiri? API key mode live juga bisa.',
      button: 'Buka mode live',
    },
    first: {
      title: 'Bayar Rp 1.001 ke dirimu sendiri',
      why:
        'Ini bukti bahwa semuanya jalan: scan kodenya dari HP-mu, lalu lihat uangnya masuk ke rekeningmu sendiri dan ' +
        'tagihannya lunas.',
      button: 'Buat tagihan Rp 1.001',
    },
  },
  en: {
    product: {
      title: 'Add your first product',
      why: 'Customers choose from this list. One product is enough to begin; add the others whenever you like.',
      button: 'Add a product',
    },
    bot: {
      title: 'Make your shop’s bot',
      why:
        'The bot is your shop’s door in Telegram: customers choose, order and pay there. BotFather makes one free of ' +
        'charge in a minute.',
      button: 'Add the bot',
    },
    account: {
      title: 'Connect the account for your money',
      why:
        'With a method that you connect, customers’ money goes straight to your own bank account or e-wallet. We ' +
        'only see it arrive, so that orders become paid by themselves. Only instant QRIS money collects in your ' +
        'balance first.',
      button: 'Connect an account',
    },
    trial: {
      title: 'Try it with play money',
      why: 'Create a test invoice and press “Pay with play money”. You see what customers see, without any real money.',
      button: 'Try it now',
    },
    live: {
      title: 'Open for real',
      why:
        'Add a bot for live mode, so that orders are paid with real money. Selling on a site of your own? A live API ' +
        'key does as well.',
      button: 'Go live',
    },
    first: {
      title: 'Pay Rp 1,001 to yourself',
      why:
        'It proves that everything works: scan the code with your phone, and watch the money arrive in your own ' +
        'account and the invoice become paid.',
      button: 'Create the Rp 1,001 invoice',
    },
  },
}
