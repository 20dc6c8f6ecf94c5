import type { Language } from '../../../../bot/texts/texts.ts'
import type { RefundReason } from '../star-purchase.ts'

const id = {
  buy: (stars: number) => `⭐ Beli satu pakai ${stars} Stars`,
  description: (shop: string) => `Dikirim otomatis di chat ini setelah dibayar. Dijual oleh ${shop}.`,
  goods: '🎁 Ini pesananmu. Terima kasih sudah bayar pakai Stars!',
  goodsGone: 'Tidak ada yang bisa dibuka: Stars untuk barang ini sudah dikembalikan.',
  title: '⭐ Dibeli pakai Stars',
  none: 'Kamu belum pernah membeli pakai Stars di sini.',
  refused: {
    sold_out: 'Yah, barangnya baru saja habis. Stars-mu belum terpotong.',
    paid: 'Ini sudah kamu bayar. Buka /pesanan untuk melihat isinya.',
    changed: 'Harganya sudah berubah. Buka lagi halaman barangnya, ya.',
    gone: 'Barang ini sudah tidak dijual pakai Stars.',
  },
  refund: {
    short: (name: string, stars: number) =>
      `😔 Maaf, ${name} habis tepat saat kamu membayar. ${stars} Stars dikembalikan.`,
    paid_twice: (name: string, stars: number) =>
      `${name} sudah kamu bayar sebelumnya, jadi ${stars} Stars dikembalikan.`,
    seller: (name: string, stars: number) => `↩️ Penjual mengembalikan ${stars} Stars untuk ${name}.`,
    elsewhere: (name: string, stars: number) => `↩️ ${stars} Stars untuk ${name} sudah dikembalikan.`,
  } satisfies Record<RefundReason, unknown>,
  merchant: {
    price: '⭐ Stars',
    now: (stars: number) => `${stars} Stars`,
    ask: (name: string, stars: number | null) =>
      `Berapa Stars untuk satu ${name}? ` +
      `${stars === null ? 'Sekarang belum dijual pakai Stars.' : `Sekarang ${stars} Stars.`} Ketik 1 sampai 10000, ` +
      'atau 0 untuk berhenti. Tidak jadi? /batal',
    wrong: 'Ketik angka bulat dari 0 sampai 10000. Stars hanya untuk barang digital yang dikirim otomatis di chat.',
    paid: '⭐ Terjual pakai Stars',
    hint: 'Barangnya sudah dikirim otomatis. Stars masuk ke saldo bot di Telegram dan tidak dihitung sebagai rupiah.',
    states: {
      paid: 'Dibayar',
      refund_due: 'Sedang dikembalikan',
      refunded: 'Sudah dikembalikan',
    },
    reasons: {
      short: 'Barangnya habis saat dibayar.',
      paid_twice: 'Dibayar dua kali.',
      seller: 'Dikembalikan oleh penjual.',
      elsewhere: 'Dikembalikan di luar toko ini.',
    } satisfies Record<RefundReason, string>,
    giveBack: '↩️ Kembalikan Stars',
    askGiveBack: (name: string, stars: number, customer: string) =>
      `Kembalikan ${stars} Stars untuk ${name} kepada ${customer}? Ini tidak bisa dibatalkan, dan yang sudah ` +
      'dilihat pembeli tidak dijual lagi.',
    yes: '↩️ Ya, kembalikan',
    no: '⬅️ Tidak jadi',
    unknown: 'Pembelian itu tidak ditemukan.',
  },
}

export type StarTexts = typeof id

const en: StarTexts = {
  buy: stars => `⭐ Buy one for ${stars} Stars`,
  description: shop => `Delivered in this chat as soon as you pay. Sold by ${shop}.`,
  goods: '🎁 Here you go. Thanks for paying with Stars!',
  goodsGone: 'There’s nothing to open: the Stars for this were refunded.',
  title: '⭐ Bought with Stars',
  none: 'You haven’t bought anything with Stars here yet.',
  refused: {
    sold_out: 'Sorry, it has just sold out. You haven’t been charged.',
    paid: 'You’ve already paid for this. Open /orders to see it.',
    changed: 'The price has changed. Please open the product again.',
    gone: 'This is no longer sold for Stars.',
  },
  refund: {
    short: (name, stars) => `😔 Sorry, ${name} sold out just as you paid. Your ${stars} Stars are being refunded.`,
    paid_twice: (name, stars) => `You had already paid for ${name}, so ${stars} Stars are being refunded.`,
    seller: (name, stars) => `↩️ The seller is refunding ${stars} Stars for ${name}.`,
    elsewhere: (name, stars) => `↩️ ${stars} Stars for ${name} have been refunded.`,
  },
  merchant: {
    price: '⭐ Stars',
    now: stars => `${stars} Stars`,
    ask: (name, stars) =>
      `How many Stars for one ${name}? ` +
      `${stars === null ? 'It isn’t sold for Stars yet.' : `It’s ${stars} Stars now.`} Type 1 to 10000, or 0 to ` +
      'stop. Changed your mind? /cancel',
    wrong: 'Type a whole number from 0 to 10000. Stars are only for digital goods that are delivered in the chat.',
    paid: '⭐ Sold for Stars',
    hint: 'Delivered automatically. The Stars go to your bot’s balance in Telegram and don’t count as rupiah.',
    states: { paid: 'Paid', refund_due: 'Being refunded', refunded: 'Refunded' },
    reasons: {
      short: 'It sold out before the payment arrived.',
      paid_twice: 'Paid twice.',
      seller: 'Refunded by the seller.',
      elsewhere: 'Refunded outside this shop.',
    },
    giveBack: '↩️ Refund the Stars',
    askGiveBack: (name, stars, customer) =>
      `Refund ${stars} Stars for ${name} to ${customer}? This can’t be undone, and what the buyer has seen isn’t ` +
      'sold again.',
    yes: '↩️ Yes, refund them',
    no: '⬅️ Keep them',
    unknown: 'Purchase not found.',
  },
}

/** Texts about Telegram Stars, for customers and merchants. */
export const starTexts: Record<Language, StarTexts> = { id, en }
