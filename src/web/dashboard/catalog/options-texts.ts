import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Opsi',
  lead:
    'Yang dipilih pelanggan untuk tiap gelas atau porsi: ukuran, susu, gula, es, biji atau giling. ' +
    'Opsi bisa menambah harga dan tidak punya stok sendiri. Yang stoknya dihitung sendiri adalah varian.',
  none: 'Belum ada opsi. Tambah grup pertama, misalnya Susu.',
  edit: 'Atur opsi',
  add: 'Tambah grup',
  name: 'Nama grup',
  nameHint: 'Misalnya Ukuran, Susu atau Gula.',
  howMany: 'Pelanggan memilih',
  rules: {
    one: 'Wajib, pilih satu',
    maybe: 'Boleh, pilih satu',
    any: 'Boleh, pilih berapa saja',
    custom: 'Jumlah lain',
  },
  copy: 'Salin dari produk lain',
  copyFrom: 'Produk',
  copyNow: 'Salin opsinya',
  copyHint: 'Grup yang namanya sudah ada di sini dilewati.',
  min: 'Paling sedikit dipilih',
  minHint: '0: boleh dilewati. 1: wajib pilih.',
  max: 'Paling banyak dipilih',
  maxHint: '1: pilih salah satu.',
  choices: 'Pilihan',
  choicesHint: 'Kosongkan nama untuk menghapus sebuah pilihan. Harga 0: tanpa tambahan.',
  option: (number: number) => `Pilihan ${number}`,
  price: (number: number) => `Tambahan harga ${number}`,
  isThere: (name: string) => (name === '' ? 'Ada' : `${name} ada`),
  save: 'Simpan grup',
  drop: 'Hapus grup',
  sureDrop: (name: string) => `Hapus grup ${name}?`,
  sureDropText: 'Pelanggan yang sudah memilihnya di keranjang diminta memilih lagi. Pesanan yang sudah dibuat tetap.',
  yesDrop: 'Ya, hapus',
  raise: 'Naikkan',
  soldOut: 'habis',
  nowOff: (name: string) => `${name} habis`,
  nowOn: (name: string) => `${name} ada lagi`,
  free: 'tanpa tambahan',
  rule: (min: number, max: number) => {
    if (min === 0) return max === 1 ? 'boleh pilih satu' : `boleh pilih sampai ${max}`
    if (min === max) return `wajib pilih ${min}`
    return `wajib pilih ${min} sampai ${max}`
  },
}
export type OptionsTexts = typeof id

const en: OptionsTexts = {
  title: 'Options',
  lead:
    'What customers choose for each cup or portion: size, milk, sugar, ice, beans or ground. ' +
    'Options may add to the price and have no stock of their own. What has its own stock is a variant.',
  none: 'No options yet. Add the first group, such as Milk.',
  edit: 'Edit options',
  add: 'Add a group',
  name: 'Name of the group',
  nameHint: 'Such as Size, Milk or Sugar.',
  howMany: 'Customers choose',
  rules: {
    one: 'Exactly one',
    maybe: 'One, or none',
    any: 'Any number, or none',
    custom: 'Another number',
  },
  copy: 'Copy from another product',
  copyFrom: 'Product',
  copyNow: 'Copy its options',
  copyHint: 'Groups whose name is here already are skipped.',
  min: 'Choose at least',
  minHint: '0: may be skipped. 1: must choose.',
  max: 'Choose at most',
  maxHint: '1: choose one of them.',
  choices: 'Choices',
  choicesHint: 'Empty a name to remove the choice. Price 0: nothing extra.',
  option: number => `Choice ${number}`,
  price: number => `Extra price ${number}`,
  isThere: name => (name === '' ? 'Available' : `${name} is available`),
  save: 'Save group',
  drop: 'Delete group',
  sureDrop: name => `Delete the group ${name}?`,
  sureDropText: 'Customers who chose from it in their cart are asked to choose again. Orders that were placed stay.',
  yesDrop: 'Yes, delete',
  raise: 'Move up',
  soldOut: 'sold out',
  nowOff: name => `${name} is sold out`,
  nowOn: name => `${name} is there again`,
  free: 'nothing extra',
  rule: (min, max) => {
    if (min === 0) return max === 1 ? 'may choose one' : `may choose up to ${max}`
    if (min === max) return `must choose ${min}`
    return `must choose ${min} to ${max}`
  },
}

export const optionsTexts: Record<Language, OptionsTexts> = { id, en }
