import type { CoreOutwardType } from '../../events/outward.ts'
import { createdExample, paidExample, refundExample } from './outward-payment-examples.ts'

// Invented examples, valid by the schemas of their types: `test-endpoint` sends them, the documents show them, and a
// test validates them.

const order = {
  order_number: 'ORD-261121-7F3KQ2',
  customer_name: 'Budi',
  customer_phone: '0812-3456-7890',
  status: 'pending',
  total: 36_000,
  note: 'Less sugar',
  address: null,
  refund_due: false,
  refunded_amount: 0,
  refunded_at: null,
  created_at: '2026-11-21 14:20:00',
  paid_at: null,
  completed_at: null,
  cancelled_at: null,
  receiving: 'delivery',
  delivery_fee: 0,
  delivery_zone: null,
  table_number: null,
  shipped_at: null,
  courier: null,
  tracking_number: null,
  tracking_url: null,
  received_at: null,
  cancelled_by: null,
  items: [
    {
      product_name: 'Kopi Susu',
      variant_name: 'Besar',
      kind: 'physical',
      price: 18_000,
      quantity: 2,
      surcharge: 0,
      options: [],
      delivered_at: null,
    },
  ],
  payment: null,
  received: [],
}

const invoice = {
  invoice_id: 'INV-1S7R9XW2M4T6VDKQ0PZF',
  status: 'pending',
  payment_method: 'qris',
  amount: 36_000,
  final_amount: 36_021,
  paid_at: null,
  paid_reff_num: null,
  expires_at: '2026-11-21 14:50:00',
  refunded_at: null,
  refunded_amount: null,
  refunds: [],
}

const waiting = { ...order, status: 'waiting_payment', payment: invoice }

const paidOrder = {
  ...order,
  status: 'paid',
  paid_at: '2026-11-21 14:21:35',
  payment: { ...invoice, status: 'paid', paid_at: '2026-11-21 14:21:35', paid_reff_num: 'F0812' },
  received: [{ transfer_id: 4711, amount: 36_021, in_review: false }],
}

const completed = { ...paidOrder, status: 'completed', completed_at: '2026-11-21 15:02:10' }

const transfer = {
  transfer_id: 4712,
  state: 'review',
  reason: 'late',
  amount: 15_017,
  reference: 'F0813',
  occurred_at: '2026-11-21 14:58:01',
  received_at: '2026-11-21 14:58:04',
  payer_name: 'BUDI S',
  payer_app: 'GoPay',
  invoice_id: 'INV-1S7R9XW2M4T6VDKQ0PZF',
  likely_invoice_id: null,
  repeats: null,
  connection: 'Dompet kasir',
  resolved_at: null,
  resolved_by: null,
  note: null,
}

const stock = {
  product: 'kopi-susu',
  variant: 'besar',
  product_name: 'Kopi Susu',
  variant_name: 'Besar',
  kind: 'physical',
  price: 18_000,
  barcode: '8992761002015',
  stock_mode: 'counter',
  available: 3,
  reserved: 2,
  is_active: true,
}

const health = {
  connection_id: 'a4b9ba92-ea52-59f6-909f-dff3ac61b564',
  connection: 'Dompet kasir',
  connector: 'wallet',
  reason: 'unauthorized',
  failing_since: '2026-11-21 14:20:00',
}

const moved = { invoice_id: 'INV-1S7R9XW2M4T6VDKQ0PZF', paid_amount: 36_021 }

/** The example data of the core's event types. */
export const examples: Record<CoreOutwardType, object> = {
  'payment.created': createdExample,
  'payment.paid': {
    ...paidExample,
    change: {
      from: 'pending',
      paid_amount: 15_017,
      paid_late: false,
      paid_reff_num: 'F0812',
      payer_name: 'BUDI S',
      payer_app: 'GoPay',
    },
  },
  'payment.expired': { ...createdExample, status: 'expired' },
  'payment.cancelled': { ...createdExample, status: 'cancelled', change: { reason: 'merchant' } },
  'payment.refunded': {
    ...paidExample,
    refunded_at: '2026-11-21 16:40:12',
    refunded_amount: 15_017,
    refunds: [refundExample],
    change: { amount: 15_017, refund_id: refundExample.refund_id, reason: refundExample.reason },
  },
  'transfer.in_review': transfer,
  'transfer.reviewed': {
    ...transfer,
    state: 'settled',
    resolved_at: '2026-11-21 15:00:00',
    resolved_by: 'user',
    change: { outcome: 'accepted' },
  },
  'order.placed': order,
  'order.waiting_payment': {
    ...waiting,
    change: { invoice_id: 'INV-1S7R9XW2M4T6VDKQ0PZF', expires_at: '2026-11-21 14:50:00' },
  },
  'order.paid': { ...paidOrder, change: { ...moved, paid_late: false, needs_hands: true } },
  'order.processing': { ...paidOrder, status: 'processing', change: { is_short: false } },
  'order.shipped': {
    ...paidOrder,
    status: 'processing',
    shipped_at: '2026-11-21 14:50:00',
    courier: 'JNE',
    tracking_number: 'CGK0012345678',
    tracking_url: 'https://cekresi.jne.co.id/CGK0012345678',
  },
  'order.delivered': {
    ...completed,
    items: [{ ...order.items[0], delivered_at: '2026-11-21 15:02:10' }],
  },
  'order.completed': { ...completed, change: { by: 'merchant' } },
  'order.cancelled': {
    ...order,
    status: 'cancelled',
    cancelled_at: '2026-11-21 14:40:00',
    cancelled_by: 'customer',
    change: { by: 'customer', refund_due: false },
  },
  'order.undone': { ...paidOrder, change: { was: 'completed' } },
  'order.paid_in_vain': { ...completed, change: { ...moved, reason: 'paid_twice' } },
  'order.reviewed': { ...completed, change: { stars: 5 } },
  'stock.low': stock,
  'stock.changed': { ...stock, change: { cause: 'order' } },
  'customer.created': {
    customer: 'o3vJ8Qm2T0yQhZ1b7xkR5A',
    name: 'Budi',
    language: 'id',
    created_at: '2026-11-21 14:19:30',
  },
  'withdrawal.moved': {
    id: 'WD-2NVWR5F7P4WPSG18S',
    amount: 250_000,
    status: 'approved',
    bank: 'BCA',
    account_number: '******4321',
    account_holder: 'BUDI SANTOSO',
    waits_until: null,
    note: null,
    created_at: '2026-11-21 09:00:00',
    changed_at: '2026-11-21 10:30:00',
  },
  'connection.failing': health,
  'connection.recovered': { ...health, reason: null, failing_since: null },
}
