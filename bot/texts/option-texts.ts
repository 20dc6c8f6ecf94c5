import type { Language } from './texts.ts'

const id = {
  choose: '📝 Pilih opsi',
  chooseAgain: '✏️ Pilih lagi',
  must: (min: number, max: number) => (min === max ? `wajib ${min}` : `wajib ${min}–${max}`),
  may: (max: number) => (max === 1 ? 'boleh dilewati' : `boleh sampai ${max}`),
  none: 'belum dipilih',
  soldOut: 'habis',
  first: (group: string) => `👉 Pilih ${group} dulu`,
  put: (total: string) => `🛒 Masukkan keranjang · ${total}`,
  save: (total: string) => `💾 Simpan · ${total}`,
  buy: (total: string) => `⚡ Beli sekarang · ${total}`,
  gone: (names: string) => `${names} sudah tidak ada. Pilih yang lain, ya.`,
  atMost: (group: string, max: number) => `${group}: paling banyak ${max}. Lepas satu dulu, ya.`,
  plain: 'tanpa opsi',
  merchant: {
    button: '🧂 Opsi yang habis',
    hint: 'Tekan yang habis, atau yang sudah ada lagi. Pelanggan langsung melihatnya.',
    back: '‹ Kembali ke barang',
  },
  problem: {
    gone: (name: string) => `${name} sudah tidak ada, pilih lagi`,
    too_few: (group: string) => `${group} belum dipilih`,
    too_many: (group: string, max: number) => `${group}: paling banyak ${max}, pilih lagi`,
  },
}
type OptionTexts = typeof id

const en: OptionTexts = {
  choose: '📝 Choose options',
  chooseAgain: '✏️ Choose again',
  must: (min, max) => (min === max ? `choose ${min}` : `choose ${min}–${max}`),
  may: max => (max === 1 ? 'optional' : `up to ${max}`),
  none: 'not chosen yet',
  soldOut: 'sold out',
  first: group => `👉 Choose ${group} first`,
  put: total => `🛒 Add to cart · ${total}`,
  save: total => `💾 Save · ${total}`,
  buy: total => `⚡ Buy now · ${total}`,
  gone: names => `${names} can’t be had any more. Please choose another.`,
  atMost: (group, max) => `${group}: ${max} at most. Take one off first.`,
  plain: 'without options',
  merchant: {
    button: '🧂 Sold-out options',
    hint: 'Press what is sold out, or what there is again. Customers see it right away.',
    back: '‹ Back to the product',
  },
  problem: {
    gone: name => `${name} can’t be had any more, choose again`,
    too_few: group => `${group} is not chosen yet`,
    too_many: (group, max) => `${group}: ${max} at most, choose again`,
  },
}

/** Texts about the options of goods. */
export const optionTexts: Record<Language, OptionTexts> = { id, en }
