/**
 * An app whose notifications tell of incoming money, as data: what a phone shows changes more often than programs do.
 */
export interface AppSentences {
  app: string
  /** Android package names. */
  packages: string[]
  /**
   * Titles that such notifications have; a chat partner's name is never one of them. Absent in a merchant's own
   * sentences: any title.
   */
  titles?: string[] | undefined
  /**
   * Whole texts of notifications that tell of money received, and nothing else. `{amount}` stands for the amount,
   * `{payer}` for a name, `{any}` for words that change nothing (words.ts lists them). Case and repeated blanks do not
   * matter.
   */
  sentences: string[]
  /**
   * Whether strangers can write messages in this app: they could write such a sentence, too, so a person confirms it.
   */
  hasChat?: boolean | undefined
}

const usual = [
  'Dana masuk',
  'Uang masuk',
  'Transfer masuk',
  'Pembayaran diterima',
  'Pembayaran QRIS diterima',
  'Payment received',
]

const received = [
  'kamu menerima {amount} dari {payer}',
  'anda menerima {amount} dari {payer}',
  'terima {amount} dari {payer}',
  'dana masuk {amount} dari {payer}',
  'uang masuk {amount} dari {payer}',
  'transfer masuk {amount} dari {payer}',
  'pembayaran {amount} dari {payer} telah diterima{any}',
  'pembayaran qris {amount} dari {payer} telah diterima{any}',
  'you received {amount} from {payer}',
  '{amount} received from {payer}',
]

const merchantQris = [
  'pembayaran qris sebesar {amount} telah diterima{any}',
  'pembayaran qris {amount} berhasil diterima{any}',
  'pembayaran {amount} telah diterima{any}',
  'transaksi qris masuk {amount}',
]

/** Every app has its titles: under another one stands what a stranger wrote. */
export const knownApps: (AppSentences & { titles: string[] })[] = [
  { app: 'GoPay', titles: ['GoPay', ...usual], packages: ['com.gojek.gopay'], sentences: received },
  {
    app: 'Gojek',
    titles: ['Gojek', 'GoPay', ...usual],
    packages: ['com.gojek.app'],
    sentences: received,
    hasChat: true,
  },
  {
    app: 'GoPay Merchant',
    titles: ['GoPay Merchant', 'GoPay', 'GoBiz', 'GoFood Merchant', ...usual],
    packages: ['com.gojek.gopaymerchant', 'com.gojek.resto'],
    sentences: [...received, ...merchantQris],
  },
  { app: 'OVO', titles: ['OVO', ...usual], packages: ['id.co.ovo.app', 'ovo.id'], sentences: received },
  {
    app: 'DANA',
    titles: ['DANA', ...usual],
    packages: ['id.dana', 'com.dana.id'],
    sentences: [...received, ...merchantQris],
  },
  {
    app: 'ShopeePay',
    titles: ['ShopeePay', ...usual],
    packages: ['com.shopeepay.id'],
    sentences: [...received, ...merchantQris],
  },
  { app: 'Shopee', titles: ['ShopeePay', ...usual], packages: ['com.shopee.id'], sentences: received, hasChat: true },
  {
    app: 'LinkAja',
    titles: ['LinkAja', ...usual],
    packages: ['com.linkaja', 'com.telkom.mwallet'],
    sentences: received,
  },
  {
    app: 'BCA',
    titles: ['BCA', ...usual],
    packages: ['com.bca', 'com.bca.myBCA'],
    sentences: [...received, ...merchantQris],
  },
  {
    app: 'BRImo',
    titles: ['BRImo', ...usual],
    packages: ['id.co.bri.brimo', 'id.co.bri.merchant'],
    sentences: [...received, ...merchantQris],
  },
  {
    app: 'BNI',
    titles: ['BNI', ...usual],
    packages: ['com.bni.mobilebanking', 'id.co.bni.wondr'],
    sentences: [...received, ...merchantQris],
  },
  {
    app: 'Livin',
    titles: ['Livin', ...usual],
    packages: ['id.bmri.livin', 'id.bmri.livinmerchant'],
    sentences: [...received, ...merchantQris],
  },
  { app: 'BSI', titles: ['BSI', ...usual], packages: ['com.bsi.universalbanking'], sentences: received },
  { app: 'Jago', titles: ['Jago', ...usual], packages: ['id.co.bankjago.app'], sentences: received },
  { app: 'SeaBank', titles: ['SeaBank', ...usual], packages: ['id.co.seabank.app'], sentences: received },
]

/** Messengers: whoever writes in one chooses the title as well, so that no sentence of theirs is believed by itself. */
export const messengers = new Set([
  'com.whatsapp',
  'com.whatsapp.w4b',
  'org.telegram.messenger',
  'org.telegram.messenger.web',
  'org.thunderdog.challegram',
  'jp.naver.line.android',
  'com.facebook.orca',
  'com.facebook.mlite',
  'com.instagram.android',
  'com.discord',
  'org.thoughtcrime.securesms',
  'com.google.android.gm',
])
