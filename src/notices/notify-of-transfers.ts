import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { Transfer } from '../money/transfer.ts'
import { cardKinds } from './find-card.ts'
import { type MerchantNotice, planCustomerNotices, planMerchantNotices } from './plan-notices.ts'
import { ordersOfPaymentsSql } from './plan-notices-sql.ts'

/** Messages about money that waits for a decision, and about the decision. */
export const notifyOfTransfers = { inReview, reviewed: notifyReviewed, refunded: notifyRefunded }

// The customer is notified too, because their money was sent and the order has not progressed.
async function inReview(tx: Tx, events: Event<'transfer.in_review'>[]): Promise<void> {
  const orders = await readOrdersOfPayments(
    tx,
    events.flatMap(event => event.payload.invoiceId ?? []),
  )
  const orderOf = (event: Event<'transfer.in_review'>) =>
    event.payload.invoiceId ? orders.get(event.payload.invoiceId) : undefined
  const now = events[0]!.createdAt
  const ofTests = await testTransfers(tx, events)
  await planMerchantNotices(
    tx,
    now,
    events.flatMap((event): MerchantNotice[] => {
      const { reason, invoiceId, likelyInvoiceId, amount, payerName, occurredAt } = event.payload
      const orderNumber = orderOf(event)?.orderNumber ?? null
      return [
        ...(orderNumber === null ? [] : makeOrderCards(event, orderNumber)),
        {
          accountId: event.accountId,
          kind: 'merchant.transfer_in_review',
          key: event.subject,
          data: {
            transferId: readTransferId(event),
            isTest: ofTests.has(readTransferId(event)),
            reason,
            invoiceId,
            likelyInvoiceId,
            orderNumber,
            amount,
            payerName,
            occurredAt,
          },
        },
      ]
    }),
  )
  await planCustomerNotices(
    tx,
    now,
    events.flatMap(event => {
      const order = orderOf(event)
      const { invoiceId, reason, amount } = event.payload
      if (!order || !invoiceId) return []
      const { customerId, orderNumber } = order
      const data = { orderNumber, invoiceId, reason, amount }
      return [
        { accountId: event.accountId, customerId, kind: 'order.money_in_review' as const, key: event.subject, data },
      ]
    }),
  )
}

function readTransferId({ subject }: Event<'transfer.in_review'>): number {
  return Number(subject.replace('transfer ', ''))
}

/** Selects the transfers of test mode. */
async function testTransfers(tx: Tx, events: Event<'transfer.in_review'>[]): Promise<Set<number>> {
  const where = { id: events.map(readTransferId), connection: { mode: 'test' as const } }
  const transfers = await tx.em.find(Transfer, where, { fields: ['id'], filters: { caller: false } })
  return new Set(transfers.map(({ id }) => id))
}

// An acceptance is reported by the notice of its payment, and ignored money is not reported.
async function notifyReviewed(tx: Tx, events: Event<'transfer.reviewed'>[]): Promise<void> {
  const orders = await readOrdersOfPayments(
    tx,
    events.flatMap(event => event.payload.invoiceId ?? []),
  )
  const ofOrders = events.flatMap(event => {
    const order = event.payload.invoiceId ? orders.get(event.payload.invoiceId) : undefined
    return order ? [{ event, order }] : []
  })
  const now = events[0]!.createdAt
  const cards = ofOrders.flatMap(({ event, order }) => makeOrderCards(event, order.orderNumber))
  await planMerchantNotices(tx, now, cards)
  const returned = ofOrders.filter(({ event }) => event.payload.outcome === 'refunded')
  await planCustomerNotices(
    tx,
    now,
    returned.map(({ event, order: { customerId, orderNumber } }) => {
      const { amount, note } = event.payload
      const data = { orderNumber, amount, note }
      return { accountId: event.accountId, customerId, kind: 'order.money_returned' as const, key: event.subject, data }
    }),
  )
}

// Their customers were notified that the seller returns the money.
async function notifyRefunded(tx: Tx, events: Event<'payment.refunded'>[]): Promise<void> {
  const orders = await readOrdersOfPayments(
    tx,
    events.map(({ payload }) => payload.invoiceId),
  )
  const ofOrders = events.flatMap(event => {
    const order = orders.get(event.payload.invoiceId)
    return order ? [{ event, order }] : []
  })
  const now = events[0]!.createdAt
  const cards = ofOrders.flatMap(({ event, order }) => makeOrderCards(event, order.orderNumber))
  await planMerchantNotices(tx, now, cards)
  // A correction returns nothing.
  const returned = ofOrders.filter(({ event }) => event.payload.amount > 0)
  await planCustomerNotices(
    tx,
    now,
    returned.map(({ event: { accountId, subject, payload }, order: { customerId, orderNumber } }) => {
      const data = { orderNumber, amount: payload.amount, note: payload.reason ?? null }
      return { accountId, customerId, kind: 'order.money_returned' as const, key: subject, data }
    }),
  )
}

type OfMoney = Event<'transfer.in_review' | 'transfer.reviewed' | 'payment.refunded'>

function makeOrderCards({ accountId, type, subject }: OfMoney, orderNumber: string) {
  return cardKinds.map(
    (kind): MerchantNotice => ({
      accountId,
      kind: 'merchant.order_card',
      data: { orderNumber },
      key: `${kind} ${type} ${subject}`,
      edits: { kind, key: orderNumber },
    }),
  )
}

/** Returns the orders of payments, by the payments' ids. */
export async function readOrdersOfPayments(
  tx: Tx,
  invoiceIds: string[],
): Promise<Map<string, { orderNumber: string; customerId: number }>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await tx.query(ordersOfPaymentsSql, { invoices: invoiceIds })
  return new Map(
    rows.map(({ invoice_id, order_number: orderNumber, customer_id: customerId }) => [
      invoice_id,
      { orderNumber, customerId },
    ]),
  )
}
