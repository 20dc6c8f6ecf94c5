import type { Language } from './texts.ts'

const id = {
  sent: (order: string) => `🚚 Pesanan ${order} dikirim.`,
  with: (courier: string) => `Dikirim dengan ${courier}.`,
  number: 'Nomor resi',
  courier: 'Kurir',
  shippedAt: 'Dikirim',
  follow: '🔎 Lacak kiriman',
  arrived: '✅ Sudah sampai',
  pressWhenThere: 'Kalau barangnya sudah kamu terima, tekan “Sudah sampai”.',
  thanks: 'Senang mendengarnya. Terima kasih sudah belanja!',
  undone: (order: string) => `↩️ Maaf, kabar tadi keliru: pesanan ${order} belum dikirim, masih disiapkan penjual.`,
  merchant: {
    choose: (order: string) => `🚚 Pesanan ${order} dikirim dengan apa?`,
    back: '⬅️ Kembali',
    ask: (courier: string, order: string) =>
      `Ketik nomor resi ${courier} untuk pesanan ${order}, atau tempel tautan lacaknya. Pembeli langsung dikabari. ` +
      'Tidak jadi? /batal',
    none: 'Tanpa nomor',
    change: '📮 Ganti resi',
    shipped: 'Dalam perjalanan. Pelanggan dikabari dan bisa menekan “Sudah sampai”.',
    wrong: 'Nomor resi paling banyak 40 huruf, angka, titik, atau strip. Tautan diawali https://.',
    late: 'Pesanan ini tidak bisa dikirim lagi: sudah selesai, batal, atau sampai.',
    many: {
      button: '📮 Kirim sekaligus',
      title: (count: number) => `${count} pesanan siap dikirim`,
      choose: 'Semuanya diserahkan ke kurir yang mana?',
      nothing: 'Tidak ada pesanan yang menunggu dikirim.',
      ask: (courier: string, count: number) =>
        `Ketik nomor resi ${courier}, satu per baris, urut seperti daftar di atas (${count} pesanan). Cuma sebagian? ` +
        'Awali dengan nomor urutnya, misalnya “2 JX123”. Pembeli langsung dikabari.',
      none: 'Kirim semua tanpa nomor',
      wrong: (count: number) =>
        `Belum terbaca. Satu nomor resi per baris, paling banyak ${count} baris dan 40 huruf atau angka per baris.`,
      done: '🚚 Sudah diserahkan ke kurir',
      stayed: 'tidak berubah: sudah selesai, batal, atau nomornya ditolak',
    },
    arrival: {
      title: (shop: string) => `Hari sampai: ${shop}`,
      now: (days: number) => `Pesanan yang dikirim dianggap sampai setelah ${days} hari.`,
      hint:
        'Pembeli bisa menekan “Sudah sampai” lebih dulu. Kalau tidak, pesanan selesai sendiri pada hari itu. Yang ' +
        'sedang di jalan tidak berubah.',
      days: (days: number) => `${days} hari`,
    },
  },
}

export type ShippingTexts = typeof id

const en: ShippingTexts = {
  sent: order => `🚚 Order ${order} is on its way.`,
  with: courier => `Shipped with ${courier}.`,
  number: 'Tracking number',
  courier: 'Courier',
  shippedAt: 'Shipped',
  follow: '🔎 Track the parcel',
  arrived: '✅ It has arrived',
  pressWhenThere: 'Once you have your goods, tap “It has arrived”.',
  thanks: 'Glad to hear it. Thank you for shopping with us!',
  undone: order => `↩️ Sorry, that was a mistake: order ${order} hasn’t been shipped yet. The seller is preparing it.`,
  merchant: {
    choose: order => `🚚 How is order ${order} shipped?`,
    back: '⬅️ Back',
    ask: (courier, order) =>
      `Type the ${courier} tracking number for order ${order}, or paste its tracking link. The buyer is told right ` +
      'away. Changed your mind? /cancel',
    none: 'No number',
    change: '📮 Change tracking',
    shipped: 'On its way. The customer has been notified and can tap “It has arrived”.',
    wrong: 'A tracking number has up to 40 letters, digits, dots or dashes. A link starts with https://.',
    late: 'This order can’t be shipped any more: it is completed, cancelled or has arrived.',
    many: {
      button: '📮 Ship several',
      title: count => `${count} ${count === 1 ? 'order is' : 'orders are'} ready to ship`,
      choose: 'Which courier takes them all?',
      nothing: 'No order is waiting to be shipped.',
      ask: (courier, count) =>
        `Type the ${courier} tracking numbers, one per line, in the order of the list above (${count}). Only some of ` +
        'them? Begin with its place, such as “2 JX123”. Buyers are notified at once.',
      none: 'Ship all without numbers',
      wrong: count =>
        `I couldn’t read that. One tracking number per line, ${count} lines and 40 letters or digits each at most.`,
      done: '🚚 Handed to the courier',
      stayed: 'unchanged: completed, cancelled, or its number was refused',
    },
    arrival: {
      title: shop => `Days to arrive: ${shop}`,
      now: days => `A shipped order counts as arrived after ${days} ${days === 1 ? 'day' : 'days'}.`,
      hint:
        'Buyers can press “It has arrived” before. If they don’t, the order completes by itself on that day. Those ' +
        'on their way stay as they are.',
      days: days => `${days} days`,
    },
  },
}

/** Texts for orders that a courier delivers. */
export const shippingTexts: Record<Language, ShippingTexts> = { id, en }
