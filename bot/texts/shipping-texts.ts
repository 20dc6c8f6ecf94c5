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
  },
}

/** The words for orders that are brought by a courier. */
export const shippingTexts: Record<Language, ShippingTexts> = { id, en }
