import type { CoreOutwardType } from '../../src/events/outward.ts'
import type { InventedEvent as Invented } from '../kit/check-outward-row.ts'

/** Returns the subjects of the documents' examples of the core's events, with their events. */
export function inventedSubjects(at: At): Record<CoreOutwardType, Invented> {
  return {
    ...ofPayments(at),
    ...ofTransfers(at),
    ...ofOrders(at),
    ...ofTheRest(at),
  }
}

type At = (text: string) => Date
type Some<Name extends string> = Record<Extract<CoreOutwardType, Name | `${Name}.${string}`>, Invented>

const invoiceId = 'INV-1S7R9XW2M4T6VDKQ0PZF'

function ofPayments(at: At): Some<'payment'> {
  const made = {
    invoiceId,
    amount: 15_000,
    uniqueCode: 17,
    finalAmount: 15_017,
    status: 'pending',
    isForeign: false,
    description: 'Kopi susu',
    customerName: 'Budi',
    createdAt: at('21 14:20:00'),
    paidAt: null,
    paidVia: null,
    file: null,
    paymentMethod: 'qris',
    reference: 'table-7',
    metadata: { table: '7' },
    refundedAt: null,
    refundedAmount: null,
  }
  const paid = { ...made, status: 'paid', paidAt: at('21 14:21:35'), paidVia: 'qris' }
  const facts = {
    from: 'pending',
    paidAmount: 15_017,
    paidLate: false,
    paidReffNum: 'F0812',
    payerName: 'BUDI S',
    payerApp: 'GoPay',
  }
  const returnedAt = at('21 16:40:12')
  const refund = {
    key: '5a0f3b9e-7c1d-4e0a-9b52-3d1c7f6e8a90',
    amount: 15_017,
    state: 'succeeded',
    isByProvider: false,
    isCorrection: false,
    reason: 'The cup was broken',
    isRestocked: false,
    proof: null,
    returnedAt: returnedAt.toISOString(),
    createdAt: returnedAt.toISOString(),
  }
  return {
    'payment.created': { subject: made },
    'payment.paid': { subject: paid, payload: facts },
    'payment.expired': { subject: { ...made, status: 'expired' } },
    'payment.cancelled': { subject: { ...made, status: 'cancelled' }, payload: { reason: 'merchant' } },
    'payment.refunded': {
      subject: { ...paid, refundedAt: returnedAt, refundedAmount: 15_017, refunds: [refund] },
      payload: { amount: 15_017, refund: refund.key, reason: refund.reason },
    },
  }
}

function ofTransfers(at: At): Some<'transfer'> {
  const inReview = {
    id: 4712,
    state: 'review',
    reason: 'late',
    amount: 15_017,
    reference: 'F0813',
    occurredAt: at('21 14:58:01'),
    receivedAt: at('21 14:58:04'),
    payerName: 'BUDI S',
    payerApp: 'GoPay',
    invoiceId,
    likelyInvoiceId: null,
    repeatsId: null,
    connectionLabel: 'Dompet kasir',
    resolvedAt: null,
    resolvedBy: null,
    note: null,
  }
  // A person is identified by an id, which must not leave the shop.
  const resolved = { ...inReview, state: 'settled', resolvedAt: at('21 15:00:00'), resolvedBy: 'user 4711' }
  return {
    'transfer.in_review': { subject: inReview },
    'transfer.reviewed': { subject: resolved, payload: { outcome: 'accepted' } },
  }
}

function ofOrders(at: At): Some<'order'> {
  const item = {
    productName: 'Kopi Susu',
    variantName: 'Besar',
    kind: 'physical',
    price: 18_000,
    quantity: 2,
    surcharge: 0,
    makings: [],
    deliveredAt: null as Date | null,
  }
  const placed = {
    orderNumber: 'ORD-261121-7F3KQ2',
    customerName: 'Budi',
    customerPhone: '0812-3456-7890',
    total: 36_000,
    status: 'pending',
    note: 'Less sugar',
    address: null,
    refundDue: false,
    createdAt: at('21 14:20:00'),
    paidAt: null,
    completedAt: null,
    cancelledAt: null,
    cancelledBy: null,
    receiving: 'delivery',
    deliveryFee: 0,
    deliveryZone: null,
    tableNumber: null,
    shippedAt: null,
    courier: null,
    trackingNumber: null,
    trackingUrl: null,
    receivedAt: null,
    items: { $: [item] },
    payment: (): object | null => null,
    invoices: { $: [] },
  }
  const invoice = {
    invoiceId,
    status: 'pending',
    paymentMethod: 'qris',
    amount: 36_000,
    finalAmount: 36_021,
    paidAt: null,
    paidReffNum: null,
    expiresAt: at('21 14:50:00'),
    refundedAt: null,
    refundedAmount: null,
  }
  const paidInvoice = { ...invoice, status: 'paid', paidAt: at('21 14:21:35'), paidReffNum: 'F0812' }
  const paid = { ...placed, status: 'paid', paidAt: at('21 14:21:35'), payment: () => paidInvoice }
  const completed = { ...paid, status: 'completed', completedAt: at('21 15:02:10') }
  const money = [{ transferId: 4711, amount: 36_021, isInReview: false }]
  const of = (order: object, payload: object = {}, received: object[] = money): Invented => {
    return { subject: { order, received }, payload }
  }
  const facts = { invoiceId, paidAmount: 36_021 }
  const shipped = { shippedAt: at('21 14:50:00'), courier: 'JNE', trackingNumber: 'CGK0012345678' }
  const cancelled = { ...placed, status: 'cancelled', cancelledAt: at('21 14:40:00'), cancelledBy: 'customer' }
  const waiting = { ...placed, status: 'waiting_payment', payment: () => invoice }
  const trackingUrl = 'https://cekresi.jne.co.id/CGK0012345678'
  return {
    'order.placed': of(placed, {}, []),
    'order.waiting_payment': of(waiting, { invoiceId, expiresAt: '2026-11-21T07:50:00.000Z' }, []),
    'order.paid': of(paid, { ...facts, paidLate: false, needsHands: true }),
    'order.processing': of({ ...paid, status: 'processing' }, { isShort: false }),
    'order.shipped': of({ ...paid, status: 'processing', ...shipped, trackingUrl }),
    'order.delivered': of({ ...completed, items: { $: [{ ...item, deliveredAt: at('21 15:02:10') }] } }),
    'order.completed': of(completed, { by: 'merchant' }),
    'order.cancelled': of(cancelled, { by: 'customer', refundDue: false }, []),
    'order.undone': of(paid, { was: 'completed' }),
    'order.paid_in_vain': of(completed, { ...facts, reason: 'paid_twice' }),
    'order.reviewed': of(completed, { stars: 5 }),
  }
}

type Rest = 'stock' | 'customer' | 'withdrawal' | 'connection'

function ofTheRest(at: At): Some<Rest> {
  const product = { key: 'kopi-susu', name: 'Kopi Susu', kind: 'physical', isActive: true }
  const barcode = '8992761002015'
  const shown = { key: 'besar', name: 'Besar', price: 18_000, barcode, stockMode: 'counter', isActive: true }
  const stock = { variant: { ...shown, product, available: () => 3 }, reserved: 2 }
  const customer = { token: 'o3vJ8Qm2T0yQhZ1b7xkR5A', name: 'Budi', language: 'id', createdAt: at('21 14:19:30') }
  const withdrawal = {
    id: 'WD-2NVWR5F7P4WPSG18S',
    amount: 250_000,
    status: 'approved',
    bank: 'BCA',
    number: '1234564321',
    holder: 'BUDI SANTOSO',
    waitsUntil: null,
    note: null,
    createdAt: at('21 09:00:00'),
    changedAt: at('21 10:30:00'),
  }
  const failing = {
    id: 7,
    label: 'Dompet kasir',
    connector: 'wallet',
    failingKind: 'unauthorized' as string | null,
    failingSince: at('21 14:20:00') as Date | null,
  }
  return {
    'stock.low': { subject: stock },
    'stock.changed': { subject: stock, payload: { cause: 'order' } },
    'customer.created': { subject: customer },
    'withdrawal.moved': { subject: withdrawal },
    'connection.failing': { subject: failing },
    'connection.recovered': { subject: { ...failing, failingKind: null, failingSince: null } },
  }
}
