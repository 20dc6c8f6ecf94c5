import type { Texts } from './texts.ts'

type CommandName = keyof Texts['commands'] | keyof Texts['merchant']['commands']

/** English names of the commands, if they differ. Every bot accepts both, whatever its reader's language. */
export const englishNames: Partial<Record<CommandName, string>> = {
  produk: 'products',
  cari: 'search',
  keranjang: 'cart',
  pesanan: 'orders',
  favorit: 'favourites',
  bahasa: 'language',
  bantuan: 'help',
  batal: 'cancel',
  stok: 'stock',
  aturan: 'rules',
  ulasan: 'reviews',
  uang: 'money',
  rekening: 'accounts',
  kabar: 'notices',
}
