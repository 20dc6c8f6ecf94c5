import type { Language } from '../../../web/parts/language.ts'

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
  tables: 'Kode meja',
  tablesText: 'Satu kode QR untuk tiap meja. Pelanggan memindainya, lalu memesan dan membayar dari mejanya.',
  tablesLead: 'Cetak, gunting, lalu pasang di meja masing-masing.',
  print: 'Cetak',
  table: (table: number) => `Meja ${table}`,
  codeOf: (table: number) => `Kode QR meja ${table}`,
  scan: 'Pindai untuk memesan',
  noTables: 'Tokomu belum punya meja. Isi jumlah mejanya di aturan toko.',
  notOpen: 'Halaman menumu belum dibuka.',
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
  tables: 'Table codes',
  tablesText: 'One QR code for each table. Customers scan it, then order and pay where they sit.',
  tablesLead: 'Print them, cut them out and put each on its table.',
  print: 'Print',
  table: table => `Table ${table}`,
  codeOf: table => `QR code of table ${table}`,
  scan: 'Scan to order',
  noTables: 'Your shop has no tables yet. Say in the shop rules how many there are.',
  notOpen: 'Your menu page is not open yet.',
  rulesText: 'Opening hours, tables, delivery fees, the smallest order and the greeting are those of the shop rules.',
}

export const menuSettingsTexts: Record<Language, MenuSettingsTexts> = { id, en }
