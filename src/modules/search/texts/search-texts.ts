import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Cari',
  label: 'Cari di toko ini',
  placeholder: 'Cari nama, nominal, nomor… ( / )',
  search: 'Cari',
  results: 'Hasil pencarian',
  lead: 'Nama atau 4 digit terakhir nomor HP, nominal (113.054, 25rb), nomor pesanan, referensi, barang, atau bantuan.',
  nothing: (text: string) => `Tidak ada yang cocok dengan “${text}”.`,
  views: 'Tampilan tersimpan',
  saveThis: 'Simpan tampilan ini',
  name: 'Nama tampilan',
  save: 'Simpan',
  remove: (name: string) => `Hapus tampilan “${name}”`,
}
export type SearchTexts = typeof id

const en: SearchTexts = {
  title: 'Search',
  label: 'Search this shop',
  placeholder: 'Search names, amounts, numbers… ( / )',
  search: 'Search',
  results: 'Search results',
  lead:
    'A name, the last 4 digits of a phone number, an amount (113.054, 25rb), an order number, a reference, a product ' +
    'or help.',
  nothing: (text: string) => `Nothing matches “${text}”.`,
  views: 'Saved views',
  saveThis: 'Save this view',
  name: 'Name of the view',
  save: 'Save',
  remove: (name: string) => `Delete the view “${name}”`,
}

export const searchTexts: Record<Language, SearchTexts> = { id, en }
