import type { Texts } from './texts.ts'

type CommandName = keyof Texts['commands'] | keyof Texts['merchant']['commands']

/**
 * What the commands are called in English, where that is another word. Every bot takes both, whatever language its
 * reader chose.
 */
export const englishNames: Partial<Record<CommandName, string>> = {
  produk: 'products',
  cari: 'search',
  keranjang: 'cart',
  pesanan: 'orders',
  favorit: 'favourites',
  undang: 'invite',
  bahasa: 'language',
  tanya: 'ask',
  bantuan: 'help',
  batal: 'cancel',
  stok: 'stock',
  kupon: 'coupons',
  siaran: 'broadcast',
  ulasan: 'reviews',
  uang: 'money',
  kabar: 'notices',
}
