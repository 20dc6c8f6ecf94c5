import type { GuideLack, GuideStep } from './find-guide.ts'

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
    door: {
      title: 'Buka pintu tokomu',
      why:
        'Pilih satu saja dulu: halaman menu yang dibuka lewat tautan, kasir di HP-mu, bot Telegram, atau situsmu ' +
        'sendiri. Yang lain bisa menyusul.',
      button: 'Buka halaman menu',
    },
    account: {
      title: 'Hubungkan rekening untuk uangmu',
      why:
        'Dengan metode yang kamu hubungkan, uang pelanggan langsung masuk ke rekening atau e-wallet-mu sendiri. Kami ' +
        'hanya melihat uangnya masuk, supaya pesanan lunas dengan sendirinya.',
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
      why: 'Mulai dari sini pesanan pelanggan dibayar dengan uang sungguhan. Kamu melihat dulu apa saja yang berubah.',
      button: 'Lihat apa yang berubah',
    },
    first: {
      title: 'Buktikan dengan uang sungguhan',
      why:
        'Bayar nominal terkecil ke dirimu sendiri: scan kodenya dari HP-mu, lalu lihat uangnya masuk ke rekeningmu ' +
        'dan tagihannya lunas.',
      button: 'Buat pembayaran percobaan',
    },
  },
  en: {
    product: {
      title: 'Add your first product',
      why: 'Customers choose from this list. One product is enough to begin; add the others whenever you like.',
      button: 'Add a product',
    },
    door: {
      title: 'Open a door to your shop',
      why:
        'One is enough to begin with: a menu page that opens from a link, the counter on your phone, a Telegram bot, ' +
        'or a site of your own. You can add the others later.',
      button: 'Open the menu page',
    },
    account: {
      title: 'Connect the account for your money',
      why:
        'With a method that you connect, customers’ money goes straight to your own bank account or e-wallet. We ' +
        'only see it arrive, so that orders become paid automatically.',
      button: 'Connect an account',
    },
    trial: {
      title: 'Try it with play money',
      why: 'Create a test invoice and press “Pay with play money”. You see what customers see, without any real money.',
      button: 'Try it now',
    },
    live: {
      title: 'Open for real',
      why: 'From here on, orders are paid with real money. You see first what changes.',
      button: 'See what changes',
    },
    first: {
      title: 'Prove it with real money',
      why:
        'Pay the smallest amount to yourself: scan the code with your phone, and watch the money arrive in your ' +
        'account and the invoice become paid.',
      button: 'Make a proof payment',
    },
  },
}

/** Texts for the facts that a step lacks. */
export const guideLackTexts: Record<'id' | 'en', Record<GuideLack['code'], string>> = {
  id: {
    product: 'Katalogmu masih kosong.',
    door: 'Belum ada halaman menu, kasir, bot, atau API key live.',
    trial: 'Belum ada tagihan uji yang lunas.',
    money: 'Uang sungguhan belum bisa diterima: selesaikan dulu langkah rekening.',
    live_door: 'Belum ada halaman menu, kasir, bot, atau API key di mode live.',
    contact: 'Pembeli belum bisa menghubungimu: isi nomor WhatsApp, telepon, atau alamat toko.',
    first: 'Belum ada tagihan live yang lunas.',
    connection: 'Belum ada rekening atau penyedia yang dihubungkan di mode live.',
    never_reported: 'HP-nya belum pernah melapor: belum ada satu pun notifikasi uang masuk yang sampai.',
    bank_code: 'Foto QRIS bank belum diunggah.',
    wallet_code: 'Foto QRIS e-wallet belum diunggah.',
    working_connection: 'Koneksinya sudah lama tidak berfungsi: uji, atau hubungkan ulang.',
    maintenance: 'Metodenya sedang dalam pemeliharaan oleh operator.',
    verified: 'Akunmu belum diverifikasi operator.',
    subscription: 'Langgananmu tidak aktif.',
  },
  en: {
    product: 'Your catalogue is still empty.',
    door: 'There is no menu page, counter, bot or live API key yet.',
    trial: 'No test invoice has been paid yet.',
    money: 'Real money cannot be received yet: finish the step about your account first.',
    live_door: 'There is no menu page, counter, bot or API key in live mode yet.',
    contact: 'Buyers cannot reach you yet: enter a WhatsApp number, a telephone or the shop’s address.',
    first: 'No live invoice has been paid yet.',
    connection: 'No account or provider is connected in live mode yet.',
    never_reported: 'Its phone has never reported: no notification of money has arrived from it yet.',
    bank_code: 'The photo of the bank’s QRIS has not been uploaded.',
    wallet_code: 'The photo of the wallet’s QRIS has not been uploaded.',
    working_connection: 'Its connection has not worked for a while: test it, or connect it again.',
    maintenance: 'The method is under maintenance by the operator.',
    verified: 'The operator has not verified your account yet.',
    subscription: 'Your subscription is not active.',
  },
}
