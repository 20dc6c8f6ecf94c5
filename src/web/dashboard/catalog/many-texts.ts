import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Ubah banyak sekaligus',
  intro: 'Harga, stok, dan yang dijual. Hanya yang kamu ubah yang disimpan, semuanya sekaligus atau tidak sama sekali.',
  onSale: 'Dijual',
  price: 'Harga (Rp)',
  left: 'Stok',
  priceOf: (product: string) => `Harga ${product}`,
  leftOf: (product: string) => `Stok ${product}`,
  save: 'Simpan semua',
  order: 'Urutan di toko',
  orderIntro: 'Urutan yang dilihat pelanggan, per kategori.',
  noCategory: 'Tanpa kategori',
  up: (product: string) => `Naikkan ${product}`,
  down: (product: string) => `Turunkan ${product}`,
}

export const manyTexts: Record<Language, typeof id> = {
  id,
  en: {
    title: 'Change many at once',
    intro: 'Prices, stock, and what is on sale. Only what you change is saved, all of it or nothing.',
    onSale: 'On sale',
    price: 'Price (Rp)',
    left: 'Stock',
    priceOf: product => `Price of ${product}`,
    leftOf: product => `Stock of ${product}`,
    save: 'Save all',
    order: 'Order in the shop',
    orderIntro: 'The order that customers see, by category.',
    noCategory: 'Without a category',
    up: product => `Move ${product} up`,
    down: product => `Move ${product} down`,
  },
}
