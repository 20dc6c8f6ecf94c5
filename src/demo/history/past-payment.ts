import type { EntityManager } from '@mikro-orm/postgresql'
import { Movement } from '../../books/movement.ts'
import { generateCrockford, generateInvoiceId } from '../../lib/ids.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Order } from '../../orders/order.ts'
import { Payment, type PaymentStatus } from '../../payments/payment.ts'
import { lifetimeMs, type PastSale } from './plan-sales.ts'

/** The connection through which the demo's money came. */
export interface MoneyAccount {
  connection: number
  receivingAccount: number
}

interface Paying {
  order: Order
  sale: PastSale
  place: MoneyAccount
  /** The number of payments that were added before. */
  index: number
}

/** Adds the payment of an order to the unit of work and, if it was paid, its money and the line in the books. */
export function addPayment(em: EntityManager, { order, sale, place, index }: Paying): Payment {
  const { account, mode, total, paidAt, createdAt, customerName, customerPhone } = order
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  const uniqueCode = 1 + ((index * 29) % 99)
  const amount = total + uniqueCode
  const status: PaymentStatus = paidAt ? 'paid' : sale.end === 'expired' ? 'expired' : 'cancelled'
  const reference = `DEMO-${generateCrockford(12)}`
  const payerName = paidAt ? customerName : null
  const payerApp = paidAt ? payers[index % payers.length]! : null
  const payment = em.create(Payment, {
    ...unsaid,
    invoiceId: generateInvoiceId(createdAt),
    account,
    mode,
    paymentMethod: 'qris',
    amount: total,
    uniqueCode,
    finalAmount: amount,
    status,
    description: `${order.items.map(item => item.label()).join(', ')} (${order.orderNumber})`,
    customerName,
    customerPhone,
    sequence: 2,
    createdAt,
    expiresAt,
    paidAt,
    paidAmount: paidAt ? amount : null,
    paidVia: paidAt ? 'qris' : null,
    paidReffNum: paidAt ? reference : null,
    payerName,
    payerApp,
    endedAt: paidAt ?? (status === 'expired' ? expiresAt : order.cancelledAt),
    endReason: status === 'cancelled' ? 'order_cancelled' : null,
  })
  if (!paidAt) return payment
  const transfer = em.create(Transfer, {
    ...noReview,
    ...place,
    account,
    reference,
    amount,
    occurredAt: paidAt,
    receivedAt: paidAt,
    payerName,
    payerApp,
    state: 'settled',
    payment,
  })
  const booked = { amount, fee: 0, net: amount, createdAt: paidAt }
  em.create(Movement, { ...booked, account, mode, kind: 'sale', payment, transfer, withdrawal: null })
  return payment
}

/** Adds money that came long after its payment had expired, and waits for the merchant's decision. */
export function addLateMoney(em: EntityManager, payment: Payment, { at, ...place }: MoneyAccount & { at: Date }): void {
  em.create(Transfer, {
    ...noReview,
    ...place,
    account: payment.account,
    reference: `DEMO-${generateCrockford(12)}`,
    amount: payment.finalAmount,
    occurredAt: at,
    receivedAt: at,
    payerName: payment.customerName,
    payerApp: 'GoPay',
    state: 'review',
    reason: 'late',
    payment,
  })
}

const payers = ['GoPay', 'DANA', 'BCA mobile', 'OVO', 'ShopeePay', "Livin' by Mandiri"]

const unsaid = {
  customerEmail: null,
  callbackUrl: null,
  redirectUrl: null,
  reference: null,
  file: null,
  content: null,
  productImage: null,
  convertedQris: null,
  refundedAt: null,
  refundedAmount: null,
  refunds: null,
}

const noReview = {
  repeatsId: null,
  charge: null,
  reason: null,
  likelyPayment: null,
  resolvedAt: null,
  resolvedBy: null,
  note: null,
  retryAt: null,
}
