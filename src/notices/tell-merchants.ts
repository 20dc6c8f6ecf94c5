import type { Event, Reaction } from '../events/announce.ts'
import type { Sql } from '../lib/sql.ts'
import type { OrderCancelled, OrderPaid, OrderPaidInVain, OrderProcessing, OrderTold } from '../orders/order-told.ts'
import type { ConnectionTold } from '../payments/connection-health.ts'
import type { PaymentPaid } from '../payments/payment-paid.ts'
import type { NoticeData } from './notice.ts'
import { type MerchantNotice, planCustomerNotices, planMerchantNotices } from './plan-notices.ts'

/** What merchants are told: for each event, the notices in the chats that its account is linked to. */
export const tellMerchants = {
  orderPlaced: telling<OrderTold>(({ payload: { orderNumber } }) => [
    { kind: 'merchant.order_new', data: { orderNumber }, key: orderNumber },
  ]),
  orderPaid: telling<OrderPaid>(({ payload: { orderNumber, invoiceId, paidLate, needsHands } }) => [
    { kind: 'merchant.order_paid', data: { orderNumber, invoiceId, paidLate, needsHands }, key: orderNumber },
  ]),
  orderProcessing: telling<OrderProcessing>(({ payload: { orderNumber, isShort } }) =>
    isShort ? [{ kind: 'merchant.order_short', data: { orderNumber }, key: orderNumber }] : [],
  ),
  // Nobody is told what they did themselves, unless it leaves them a debt.
  orderCancelled: telling<OrderCancelled>(({ payload: { orderNumber, by, refundDue } }) =>
    by === 'merchant' && !refundDue
      ? []
      : [{ kind: 'merchant.order_cancelled', data: { orderNumber, by, isRefundDue: refundDue }, key: orderNumber }],
  ),
  orderPaidInVain: telling<OrderPaidInVain>(({ payload: { orderNumber, invoiceId, reason, paidAmount } }) => [
    {
      kind: 'merchant.order_paid_in_vain',
      data: { orderNumber, invoiceId, reason, amount: paidAmount },
      key: invoiceId,
    },
  ]),
  paymentPaid: tellPaymentPaid,
  transferInReview: tellTransferInReview,
  callbackExhausted: telling<NoticeData['merchant.callback_exhausted']>(({ subject, payload }) => [
    { kind: 'merchant.callback_exhausted', data: payload, key: subject },
  ]),
  callbackEndpointDisabled: telling<NoticeData['merchant.callback_endpoint_disabled']>(({ subject, payload }) => [
    { kind: 'merchant.callback_endpoint_disabled', data: payload, key: subject },
  ]),
  connectionFailing: tellConnection(({ connector, label, accountName, error }) => ({
    kind: 'merchant.connection_failing',
    data: { connector, label, accountName, error },
  })),
  connectionRecovered: tellConnection(({ connector, label, accountName }) => ({
    kind: 'merchant.connection_recovered',
    data: { connector, label, accountName },
  })),
} satisfies Record<string, Reaction>

type Said = MerchantNotice extends infer Each ? (Each extends MerchantNotice ? Omit<Each, 'accountId'> : never) : never

function telling<Told>(say: (event: Event<Told>) => Said[]): Reaction {
  return async (tx, events) => {
    const facts = events as unknown as Event<Told>[]
    const notices = facts.flatMap(fact =>
      say(fact).map(said => ({ ...said, accountId: fact.accountId }) as MerchantNotice),
    )
    await planMerchantNotices(tx, facts[0]!.createdAt, notices)
  }
}

// The operator hears of it too: his own connections serve everybody, and merchants ask him about theirs.
function tellConnection(say: (told: ConnectionTold) => Omit<Said, 'key'>): Reaction {
  return async (tx, events) => {
    const facts = events as unknown as Event<ConnectionTold>[]
    const operators = await tx.query<{ id: number }>('select id from account where is_operator')
    const notices = facts.flatMap(fact => {
      const told = new Set([fact.accountId, ...operators.map(({ id }) => id)])
      return [...told].map(accountId => ({ ...say(fact.payload), accountId, key: fact.subject }) as MerchantNotice)
    })
    await planMerchantNotices(tx, facts[0]!.createdAt, notices)
  }
}

// A payment of an order is told as the order.
async function tellPaymentPaid(tx: Sql, events: Event[]): Promise<void> {
  const facts = events as unknown as Event<PaymentPaid>[]
  const ofOrders = await ordersOf(
    tx,
    facts.map(fact => fact.payload.invoiceId),
  )
  const notices = facts
    .filter(fact => !ofOrders.has(fact.payload.invoiceId))
    .map(({ accountId, payload }): MerchantNotice => {
      const { invoiceId, paidVia, paidAt, customerName, description, paidLate } = payload
      return {
        accountId,
        kind: 'merchant.payment_paid',
        key: invoiceId,
        data: {
          invoiceId,
          amount: payload.paidAmount,
          paidVia,
          paidAt,
          customerName,
          description,
          paidLate,
          isTest: payload.mode === 'test',
        },
      }
    })
  await planMerchantNotices(tx, facts[0]!.createdAt, notices)
}

type InReview = Omit<NoticeData['merchant.transfer_in_review'], 'orderNumber'>

// The customer is told too, because they see their money gone and nothing happen.
async function tellTransferInReview(tx: Sql, events: Event[]): Promise<void> {
  const facts = events as unknown as Event<InReview>[]
  const orders = await ordersOf(
    tx,
    facts.flatMap(fact => fact.payload.invoiceId ?? []),
  )
  const orderOf = (fact: Event<InReview>) => (fact.payload.invoiceId ? orders.get(fact.payload.invoiceId) : undefined)
  const now = facts[0]!.createdAt
  await planMerchantNotices(
    tx,
    now,
    facts.map(fact => {
      const { reason, invoiceId, amount, payerName, occurredAt } = fact.payload
      const orderNumber = orderOf(fact)?.orderNumber ?? null
      return {
        accountId: fact.accountId,
        kind: 'merchant.transfer_in_review',
        key: fact.subject,
        data: { reason, invoiceId, orderNumber, amount, payerName, occurredAt },
      }
    }),
  )
  await planCustomerNotices(
    tx,
    now,
    facts.flatMap(fact => {
      const order = orderOf(fact)
      const { invoiceId, reason, amount } = fact.payload
      if (!order || !invoiceId) return []
      const { customerId, orderNumber } = order
      const data = { orderNumber, invoiceId, reason, amount }
      return [
        { accountId: fact.accountId, customerId, kind: 'order.money_in_review' as const, key: fact.subject, data },
      ]
    }),
  )
}

async function ordersOf(
  tx: Sql,
  invoiceIds: string[],
): Promise<Map<string, { orderNumber: string; customerId: number }>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await tx.query<{ invoiceId: string; orderNumber: string; customerId: number }>(
    `select i.invoice_id as "invoiceId", o.order_number as "orderNumber", o.customer_id as "customerId"
     from order_invoice i join store_order o on o.id = i.order_id where i.invoice_id = any ($1)`,
    [invoiceIds],
  )
  return new Map(rows.map(row => [row.invoiceId, row]))
}
