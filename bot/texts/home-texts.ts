import { type FilledSlots, listAdditions } from '../../src/slots.ts'
import type { Language } from './texts.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /** A label on the merchant's keyboard, besides those of the core, and the command that it sends. */
    keyboardWords: KeyboardWord
  }
}

interface KeyboardWord {
  command: string
  text: Record<Language, string>
}

const id = {
  today: 'Hari ini',
  paid: (count: number) => `${count} pembayaran`,
  todo: 'Perlu dikerjakan',
  review: 'Uang perlu diputuskan',
  owed: 'Uang perlu dikembalikan',
  low: 'Stok menipis',
  calm: 'Tidak ada yang menunggu. Santai dulu ☕',
  guide: (at: number, of: number) => `Langkah ${at} dari ${of}`,
  guideButton: (title: string) => `👉 ${title}`,
  keyboardHint: 'Tombol di bawah layar selalu siap, juga di tengah obrolan.',
  tools: {
    orders: (count: number) => (count > 0 ? `📦 Kerjakan (${count})` : '📦 Pesanan'),
    money: (count: number) => (count > 0 ? `💵 Putuskan uang (${count})` : '💵 Uang'),
    goods: '🏷 Barang & stok',
    reviews: '⭐ Ulasan',
    notices: '🔔 Kabar',
    arrival: '🚚 Hari sampai',
    dashboard: '🖥 Buka dasbor',
  },
  /** Labels of the persistent keyboard, by their commands. */
  keyboard: { pesanan: '📦 Pesanan', stok: '🏷 Barang', uang: '💵 Uang', menu: '🏠 Menu' },
}

export type HomeTexts = typeof id

const en: HomeTexts = {
  today: 'Today',
  paid: count => `${count} ${count === 1 ? 'payment' : 'payments'}`,
  todo: 'Orders to do',
  review: 'Money to decide on',
  owed: 'Refunds that you owe',
  low: 'Running low',
  calm: 'Nothing is waiting. Have a coffee ☕',
  guide: (at, of) => `Step ${at} of ${of}`,
  guideButton: title => `👉 ${title}`,
  keyboardHint: 'The buttons below are always there, in the middle of anything.',
  tools: {
    orders: count => (count > 0 ? `📦 To do (${count})` : '📦 Orders'),
    money: count => (count > 0 ? `💵 Decide on money (${count})` : '💵 Money'),
    goods: '🏷 Products & stock',
    reviews: '⭐ Reviews',
    notices: '🔔 Notices',
    arrival: '🚚 Days to arrive',
    dashboard: '🖥 Open the dashboard',
  },
  keyboard: { pesanan: '📦 Orders', stok: '🏷 Products', uang: '💵 Money', menu: '🏠 Menu' },
}

/** Texts of the home of a merchant's chat. */
export const homeTexts: Record<Language, HomeTexts> = { id, en }

const coreWords = Object.values(homeTexts).flatMap(({ keyboard }) => Object.entries(keyboard))

/** Returns the command of a keyboard label, whichever language the keyboard was in. */
export function findLabelCommand(app: { slots: FilledSlots }, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const added = listAdditions(app, 'keyboardWords').find(word => Object.values(word.text).includes(text))
  return added?.command ?? coreWords.find(([, word]) => word === text)?.[0]
}
