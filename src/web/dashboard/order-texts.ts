import type { OrderStatus } from '../../orders/order.ts'
import type { Language } from '../language.ts'

const id = {
  title: 'Pesanan',
  none: 'Belum ada pesanan yang cocok.',
  found: (count: string) => `${count} pesanan`,
  search: 'Cari nomor, nama, telepon, atau invoice',
  status: 'Status',
  all: 'Semua',
  number: 'Nomor pesanan',
  customer: 'Pelanggan',
  total: 'Total',
  createdAt: 'Dibuat',
  statuses: {
    pending: 'Baru',
    waiting_payment: 'Menunggu pembayaran',
    paid: 'Lunas',
    processing: 'Dikerjakan',
    completed: 'Selesai',
    cancelled: 'Dibatalkan',
  } as Record<OrderStatus, string>,
  items: 'Isi pesanan',
  delivered: 'Sudah dikirim',
  short: 'Stok habis',
  phone: 'Telepon',
  address: 'Alamat',
  note: 'Catatan',
  payment: 'Pembayaran',
  refund: 'Pesanan ini sudah dibayar lalu dibatalkan: kembalikan uangnya ke pelanggan.',
  take: 'Kerjakan',
  complete: 'Tandai selesai',
  cancel: 'Batalkan pesanan',
  told: 'Pelanggan diberi tahu lewat chat.',
}

export type OrderTexts = typeof id

const en: OrderTexts = {
  title: 'Orders',
  none: 'No orders match.',
  found: count => `${count} orders`,
  search: 'Search number, name, phone or invoice',
  status: 'Status',
  all: 'All',
  number: 'Order number',
  customer: 'Customer',
  total: 'Total',
  createdAt: 'Created',
  statuses: {
    pending: 'New',
    waiting_payment: 'Waiting for payment',
    paid: 'Paid',
    processing: 'In hand',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  items: 'Items',
  delivered: 'Delivered',
  short: 'Out of stock',
  phone: 'Phone',
  address: 'Address',
  note: 'Note',
  payment: 'Payment',
  refund: 'This order was paid and then cancelled: give the customer the money back.',
  take: 'Take in hand',
  complete: 'Mark as completed',
  cancel: 'Cancel the order',
  told: 'The customer is told in the chat.',
}

export const orderTexts: Record<Language, OrderTexts> = { id, en }
