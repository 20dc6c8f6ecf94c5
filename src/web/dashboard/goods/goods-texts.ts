import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Barang digital',
  intro: 'File dan isi tersembunyi dibuka setelah dibayar; gambar tampil di halaman pembayaran.',
  storage: 'Penyimpanan',
  files: 'File',
  contents: 'Isi tersembunyi',
  images: 'Gambar produk',
  addFile: 'Tambah file',
  addContent: 'Tambah isi tersembunyi',
  addImage: 'Tambah gambar',
  upload: 'Unggah',
  file: 'Pilih file',
  fileHint: 'Paling besar 50 MiB.',
  image: 'Pilih gambar',
  imageHint: 'JPEG, PNG, GIF, atau WebP, paling besar 5 MiB.',
  contentTitle: 'Judul',
  body: 'Isi atau tautan',
  add: 'Tambah',
  on: 'Aktif',
  off: 'Nonaktif',
  switchOff: 'Nonaktifkan',
  switchOn: 'Aktifkan',
  downloads: (count: number) => `${count} kali diunduh`,
  views: (count: number) => `${count} kali dibuka`,
  number: (value: number) => `nomor ${value}`,
}

export type GoodsTexts = typeof id

const en: GoodsTexts = {
  title: 'Digital goods',
  intro: 'Files and hidden contents open after payment; pictures stand on the payment page.',
  storage: 'Storage',
  files: 'Files',
  contents: 'Hidden contents',
  images: 'Product images',
  addFile: 'Add a file',
  addContent: 'Add hidden content',
  addImage: 'Add a picture',
  upload: 'Upload',
  file: 'Choose a file',
  fileHint: '50 MiB at most.',
  image: 'Choose a picture',
  imageHint: 'JPEG, PNG, GIF or WebP, 5 MiB at most.',
  contentTitle: 'Title',
  body: 'Text or link',
  add: 'Add',
  on: 'Active',
  off: 'Off',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  downloads: count => (count === 1 ? 'downloaded once' : `downloaded ${count} times`),
  views: count => (count === 1 ? 'opened once' : `opened ${count} times`),
  number: value => `number ${value}`,
}

export const goodsTexts: Record<Language, GoodsTexts> = { id, en }
