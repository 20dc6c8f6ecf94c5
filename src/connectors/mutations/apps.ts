/** An app whose notifications tell of incoming money, as data: what a phone shows changes more often than programs do. */
export interface AppSentences {
  app: string
  /** Android package names. */
  packages: string[]
  /** Titles that such notifications have; a chat partner's name is never one of them. Absent: any title. */
  titles?: string[] | undefined
  /**
   * Whole texts of notifications that tell of money received, and nothing else. `{amount}` stands for the amount, `{payer}` for a
   * name, `{any}` for anything. Case and repeated blanks do not matter.
   */
  sentences: string[]
  /** Whether strangers can write messages in this app: they could write such a sentence, too, so a person confirms it. */
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

export const knownApps: AppSentences[] = [
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

/**
 * Words beside an amount that take it back or only promise it. A notification with one of them is left to a person, as are those of apps with
 * chat.
 */
export const doubtfulWords = new Set(
  `batal dibatalkan gagal ditolak ditahan tertunda tertahan diproses menunggu belum konfirmasi dikembalikan pengembalian permintaan meminta
  mengundang undang ajak promo cashback voucher syarat
  cancelled canceled failed rejected declined pending held confirm returned refunded reversed requested invite`.split(
    /\s+/,
  ),
)
