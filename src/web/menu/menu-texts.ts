import type { Language } from '../parts/language.ts'

const id = {
  title: (shop: string) => `Menu ${shop}`,
  summary: (shop: string) => `Lihat menu dan harga ${shop}, langsung dari penjualnya.`,
  menu: 'Menu',
  open: 'Buka',
  closed: 'Sedang tutup',
  opens: (moment: string) => `Buka lagi ${moment}. Kamu tetap bisa melihat menunya.`,
  table: (table: number) => `Meja ${table}`,
  from: (price: string) => `mulai ${price}`,
  soldOut: 'Habis',
  left: (count: number) => `sisa ${count}`,
  categories: 'Kategori',
  everything: 'Semua',
  others: 'Lainnya',
  none: 'Belum ada yang dijual di sini.',
  back: 'Kembali ke menu',
  variants: 'Pilihan',
  plus: (price: string) => `+ ${price}`,
  testMode: 'Mode uji: tidak ada uang sungguhan.',
  contact: (shop: string) => `Hubungi ${shop}`,
  pages: 'Halaman lain dari menu',
  page: (page: number, pages: number) => `Halaman ${page} dari ${pages}`,
  earlier: 'Sebelumnya',
  later: 'Berikutnya',
}

export type MenuTexts = typeof id

const en: MenuTexts = {
  title: shop => `Menu of ${shop}`,
  summary: shop => `The menu and the prices of ${shop}, from the seller itself.`,
  menu: 'Menu',
  open: 'Open',
  closed: 'Closed now',
  opens: moment => `Opens again ${moment}. You can still look at the menu.`,
  table: table => `Table ${table}`,
  from: price => `from ${price}`,
  soldOut: 'Sold out',
  left: count => `${count} left`,
  categories: 'Categories',
  everything: 'Everything',
  others: 'More',
  none: 'Nothing is sold here yet.',
  back: 'Back to the menu',
  variants: 'Choices',
  plus: price => `+ ${price}`,
  testMode: 'Test mode: no real money.',
  contact: shop => `Contact ${shop}`,
  pages: 'Other pages of the menu',
  page: (page, pages) => `Page ${page} of ${pages}`,
  earlier: 'Back',
  later: 'Next',
}

export const menuTexts: Record<Language, MenuTexts> = { id, en }
