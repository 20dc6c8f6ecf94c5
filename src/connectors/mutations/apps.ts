import type { FormGroup } from './forms.ts'

/** An app whose notifications report incoming money, as data: the texts of apps change more often than programs do. */
export interface AppSentences {
  app: string
  /** Its Android package names. */
  packages: string[]
  /**
   * The titles of such notifications, never a chat partner's name. Absent in a merchant's own sentences, which accept
   * any title.
   */
  titles?: string[] | undefined
  /**
   * Complete texts of notifications that report received money and nothing else. `{amount}` is the amount, `{payer}` a
   * name, `{any}` harmless words (listed in words.ts). Case and repeated blanks do not matter.
   */
  sentences: string[]
  /**
   * Whether strangers can write messages in this app: they could also write such a sentence, so a person confirms it.
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

/** A built-in app with its own titles: a text under any other title was written by a stranger. */
export interface BuiltInApp extends AppSentences {
  titles: string[]
  /** The groups of sentences that it uses (forms.ts). */
  forms: FormGroup[]
}

const wallet: FormGroup[] = ['received', 'underIncomingTitle']
const bank: FormGroup[] = ['received', 'diary', 'betweenBanks']
const business: FormGroup[] = ['received', 'underIncomingTitle', 'merchant']

/**
 * Package names come from public links to Google Play, and from those that Warung already supported. A phone has only
 * one of an app's packages.
 */
export const builtInApps: BuiltInApp[] = [
  { app: 'GoPay', titles: ['GoPay', ...usual], packages: ['com.gojek.gopay'], sentences: received, forms: wallet },
  {
    app: 'Gojek',
    titles: ['Gojek', 'GoPay', ...usual],
    packages: ['com.gojek.app'],
    sentences: received,
    forms: wallet,
    hasChat: true,
  },
  {
    app: 'GoPay Merchant',
    titles: ['GoPay Merchant', 'GoPay', 'GoBiz', 'GoFood Merchant', 'Pembayaran QRIS diterima!', ...usual],
    packages: ['com.gojek.gopaymerchant', 'com.gojek.resto'],
    sentences: [...received, ...merchantQris],
    forms: [...business, 'gofoodMerchantUnderIncomingTitle'],
  },
  { app: 'OVO', titles: ['OVO', ...usual], packages: ['ovo.id', 'id.co.ovo.app'], sentences: received, forms: wallet },
  {
    app: 'DANA',
    titles: ['DANA', 'DANA Bisnis', ...usual],
    packages: ['id.dana', 'com.dana.id', 'id.dana.kasir'],
    sentences: [...received, ...merchantQris],
    forms: [...wallet, 'danaBisnis'],
  },
  {
    app: 'ShopeePay',
    titles: ['ShopeePay', 'Saldo ShopeePay diterima!', ...usual],
    packages: ['com.shopeepay.id'],
    sentences: [...received, ...merchantQris],
    forms: [...wallet, 'transactionNumber'],
  },
  {
    app: 'ShopeePay Merchant',
    titles: ['Shopee Partner', 'ShopeePay', 'Pembayaran sebesar {amount}', ...usual],
    packages: ['com.shopeepay.merchant.id'],
    sentences: [...received, ...merchantQris],
    forms: [...business, 'shopeePartner'],
  },
  {
    app: 'Shopee',
    titles: ['ShopeePay', 'Saldo ShopeePay diterima!', ...usual],
    packages: ['com.shopee.id'],
    sentences: received,
    forms: wallet,
    hasChat: true,
  },
  {
    app: 'LinkAja',
    titles: ['LinkAja', ...usual],
    packages: ['com.telkom.mwallet', 'com.linkaja'],
    sentences: received,
    forms: wallet,
  },
  {
    app: 'BCA',
    titles: ['BCA', 'm-Transfer BCA', ...usual],
    packages: ['com.bca', 'com.bca.mybca.omni.android', 'com.bca.myBCA'],
    sentences: [...received, ...merchantQris],
    forms: bank,
  },
  {
    app: 'BCA Merchant',
    titles: ['BCA Merchant', 'Merchant BCA', ...usual],
    packages: ['com.bca.msb'],
    sentences: [...received, ...merchantQris],
    forms: business,
  },
  {
    app: 'blu',
    titles: ['blu', 'Kamu Menerima Dana Nih!', ...usual],
    packages: ['com.bcadigital.blu', 'id.co.bcadigital.blu'],
    sentences: received,
    forms: bank,
  },
  {
    app: 'BRImo',
    titles: ['BRImo', ...usual],
    packages: ['id.co.bri.brimo'],
    sentences: [...received, ...merchantQris],
    forms: bank,
  },
  {
    app: 'BRI Merchant',
    titles: ['BRImerchant', 'BRImo', ...usual],
    packages: ['id.co.bri.merchant'],
    sentences: [...received, ...merchantQris],
    forms: [...business, 'briMerchantUnderIncomingTitle'],
  },
  {
    app: 'BNI',
    titles: ['BNI', ...usual],
    packages: ['id.bni.wondr', 'src.com.bni', 'com.bni.mobilebanking', 'id.co.bni.wondr'],
    sentences: [...received, ...merchantQris],
    forms: bank,
  },
  {
    app: 'BNI Merchant',
    titles: ['BNI Merchant', 'Transaksi QRIS Berhasil', ...usual],
    packages: ['id.co.bni.merchant'],
    sentences: [...received, ...merchantQris],
    forms: [...business, 'bniMerchant'],
  },
  {
    app: 'Livin',
    titles: ['Livin', ...usual],
    packages: ['id.bmri.livin', 'com.bankmandiri.mandirionline'],
    sentences: [...received, ...merchantQris],
    forms: bank,
  },
  {
    app: 'Livin Merchant',
    titles: ["Livin' Merchant", 'Livin', ...usual],
    packages: ['id.bmri.livinmerchant'],
    sentences: [...received, ...merchantQris],
    forms: business,
  },
  {
    app: 'BSI',
    titles: ['BSI', ...usual],
    packages: ['com.bsm.activity2', 'co.id.bankbsi.superapp', 'com.bsi.universalbanking'],
    sentences: received,
    forms: bank,
  },
  {
    app: 'Jago',
    titles: ['Jago', ...usual],
    packages: ['com.jago.digitalBanking', 'com.jago.digitalBanking.syariah', 'id.co.bankjago.app'],
    sentences: received,
    forms: bank,
  },
  {
    app: 'SeaBank',
    titles: ['SeaBank', ...usual],
    packages: ['id.co.bankbkemobile.digitalbank', 'id.co.seabank.app'],
    sentences: received,
    forms: bank,
  },
  { app: 'Jenius', titles: ['Jenius', ...usual], packages: ['com.btpn.dc'], sentences: received, forms: bank },
  { app: 'Neobank', titles: ['Neobank', ...usual], packages: ['com.bnc.finance'], sentences: received, forms: bank },
  {
    app: 'OCTO',
    titles: ['OCTO', ...usual],
    packages: ['id.co.cimbniaga.mobile.android'],
    sentences: received,
    forms: bank,
  },
  {
    app: 'OCTO Merchant',
    titles: ['OCTO Merchant', ...usual],
    packages: ['com.cimbedc'],
    sentences: received,
    forms: business,
  },
  {
    app: 'OCBC Merchant',
    titles: ['OCBC Merchant', ...usual],
    packages: ['id.ocbc.merchant'],
    sentences: received,
    forms: business,
  },
  {
    app: 'Permata',
    titles: ['Permata ME', ...usual],
    packages: ['net.myinfosys.PermataMobileX'],
    sentences: received,
    forms: bank,
  },
  {
    app: 'Superbank',
    titles: ['Superbank', ...usual],
    packages: ['id.co.bankfama.android'],
    sentences: received,
    forms: bank,
  },
  {
    app: 'Allo Bank',
    titles: ['Allo Bank', ...usual],
    packages: ['com.alloapp.yump'],
    sentences: received,
    forms: bank,
  },
  { app: 'Krom', titles: ['Krom', ...usual], packages: ['com.krom.android'], sentences: received, forms: bank },
  {
    app: 'AstraPay',
    titles: ['AstraPay', ...usual],
    packages: ['com.astrapay.app'],
    sentences: received,
    forms: wallet,
  },
  {
    app: 'InterActive QRIS',
    titles: ['QRIS', 'InterActive QRIS', 'Transaksi InterActive QRIS', ...usual],
    packages: ['com.interactive.qrisid'],
    sentences: [...received, ...merchantQris],
    forms: [...business, 'interactiveQris'],
  },
  {
    app: 'Order Kuota',
    titles: ['OrderKuota', 'Order Kuota', ...usual],
    packages: ['com.orderkuota.app'],
    sentences: received,
    forms: business,
  },
]

/** Messengers: the sender also chooses the title, so a sentence in one is never trusted alone. */
const messengers = new Set([
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
  'com.facebook.katana',
  'com.twitter.android',
  'com.viber.voip',
  'com.tencent.mm',
  'com.snapchat.android',
  'com.zhiliaoapp.musically',
  'com.ss.android.ugc.trill',
  'com.michatapp.im',
  'com.truecaller',
  'com.google.android.apps.messaging',
  'com.samsung.android.messaging',
  'com.android.mms',
  'com.miui.sms',
  'com.coloros.mms',
  'com.microsoft.office.outlook',
  'com.yahoo.mobile.client.android.mail',
])

/** Returns whether strangers can write messages in the app. */
export function hasChat(packageName: string): boolean {
  return messengers.has(packageName) || builtInApps.some(app => app.hasChat && app.packages.includes(packageName))
}
