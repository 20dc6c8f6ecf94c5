import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Pelanggan',
  intro: 'Orang yang pernah membuka toko chat-mu.',
  none: 'Belum ada pelanggan. Bagikan tautan bot tokomu, dan yang membukanya muncul di sini.',
  noMatch: 'Tidak ada pelanggan yang cocok.',
  search: 'Cari nama atau telepon',
  name: 'Nama',
  phone: 'Telepon',
  address: 'Alamat',
  language: 'Bahasa',
  orders: 'Pesanan',
  spent: 'Belanja',
  since: 'Sejak',
  blocked: 'Memblokir bot',
  found: (count: number) => `${count} pelanggan`,
  noOrders: 'Belum pernah memesan.',
}

export type CustomerTexts = typeof id

const en: CustomerTexts = {
  title: 'Customers',
  intro: 'People who have opened your chat shop.',
  none: 'No customers yet. Share your shop bot’s link, and people who open it will appear here.',
  noMatch: 'No customers match.',
  search: 'Search name or phone',
  name: 'Name',
  phone: 'Phone',
  address: 'Address',
  language: 'Language',
  orders: 'Orders',
  spent: 'Spent',
  since: 'Since',
  blocked: 'Blocked the bot',
  found: count => (count === 1 ? '1 customer' : `${count} customers`),
  noOrders: 'Has not ordered yet.',
}

export const customerTexts: Record<Language, CustomerTexts> = { id, en }
