import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Halaman menu',
  lead: 'Katalogmu sebagai halaman web, untuk pelanggan yang tidak memakai Telegram. Cukup kirim tautannya.',
  isOn: 'Menu bisa dibuka pelanggan',
  slug: 'Nama di alamat',
  slugHint: (base: string) => `${base}/m/… 3 sampai 30 huruf kecil, angka, atau tanda hubung. Diawali huruf.`,
  save: 'Simpan',
  on: 'Menyala',
  off: 'Mati',
  link: 'Tautan menu',
  see: 'Buka menunya',
  rules: 'Aturan toko',
  rulesText: 'Jam buka, meja, ongkir, belanja minimum, dan sapaan diatur di aturan toko, sama seperti di chat.',
}

export type MenuSettingsTexts = typeof id

const en: MenuSettingsTexts = {
  title: 'Menu page',
  lead: 'Your catalogue as a web page, for customers without Telegram. All they need is its link.',
  isOn: 'Customers can open the menu',
  slug: 'Name in its address',
  slugHint: base => `${base}/m/… 3 to 30 small letters, digits or hyphens. A letter comes first.`,
  save: 'Save',
  on: 'On',
  off: 'Off',
  link: 'Link of the menu',
  see: 'Open the menu',
  rules: 'Shop rules',
  rulesText: 'Opening hours, tables, delivery fees, the smallest order and the greeting are those of the shop rules.',
}

export const menuSettingsTexts: Record<Language, MenuSettingsTexts> = { id, en }
