import { Account } from '../accounts/account.ts'
import type { Tx } from '../database/transaction.ts'
import type { Event, Reaction } from '../events/announce.ts'
import type { ConnectionHealth, EventType } from '../events/payloads.ts'
import { Order } from '../orders/order.ts'
import { Payment } from '../payments/payment.ts'
import { proofKeys } from '../payments/proof/start-proof.ts'
import { cardKinds } from './find-card.ts'
import type { MerchantMove } from './notice.ts'
import { readOrdersOfPayments } from './notify-of-transfers.ts'
import { type MerchantNotice, planMerchantNotices } from './plan-notices.ts'

const dayMs = 86_400_000

/** The messages to merchants: for each event, the notices in the chats linked to its account. */
export const notifyMerchants = {
  orderPlaced: notifyOfPlaced,
  orderPaid: noticesFor<'order.paid'>(
    ({ payload: { orderNumber, door, invoiceId, paidLate, needsHands, isOrdered } }) =>
      door === 'counter' || invoiceId === null
        ? []
        : [
            {
              kind: 'merchant.order_paid',
              data: { orderNumber, invoiceId, paidLate, needsHands, isOrdered },
              key: orderNumber,
            },
          ],
  ),
  orderProcessing: noticesFor<'order.processing'>(({ payload: { orderNumber, isShort, why = null } }) =>
    isShort ? [{ kind: 'merchant.order_short', data: { orderNumber, why }, key: orderNumber }] : [],
  ),
  // Merchants are not notified of their own steps, nor of guests who did not pay, unless a refund is now due.
  orderCancelled: noticesFor<'order.cancelled'>(({ subject, payload: { orderNumber, door, by, refundDue } }) =>
    (by === 'merchant' || door === 'counter' || isGuests(door)) && !refundDue
      ? []
      : [{ kind: 'merchant.order_cancelled', data: { orderNumber, by, isRefundDue: refundDue }, key: subject }],
  ),
  refundOwed: noticesFor<'order.cancelled' | 'order.paid_in_vain'>(({ type, subject, createdAt, payload }) =>
    type === 'order.paid_in_vain' || payload.refundDue
      ? [
          {
            kind: 'merchant.refund_owed',
            data: { orderNumber: payload.orderNumber },
            key: subject,
            dueAt: new Date(createdAt.getTime() + dayMs),
          },
        ]
      : [],
  ),
  orderPaidInVain: noticesFor<'order.paid_in_vain'>(
    ({ payload: { orderNumber, invoiceId, reason, paidAmount, mode } }) => [
      {
        kind: 'merchant.order_paid_in_vain',
        data: { orderNumber, invoiceId, reason, amount: paidAmount, isTest: mode === 'test' },
        key: invoiceId,
      },
    ],
  ),
  orderMoved: noticesFor<OrderMove>(event => {
    const { type, subject, payload } = event
    const { orderNumber, status } = payload
    const what = findMerchantMove(event)
    return (
      cardKinds
        // The card that reports this very step is already up to date.
        .filter(kind => kind !== tellingCards[type])
        .map(kind => ({
          kind: 'merchant.order_card',
          data: { orderNumber, ...(what && { done: { what, status } }) },
          key: `${kind} ${type} ${subject}`,
          edits: { kind, key: orderNumber },
        }))
    )
  }),
  orderReviewed: noticesFor<'order.reviewed'>(({ payload: { orderNumber, stars } }) => [
    { kind: 'merchant.review', data: { orderNumber, stars }, key: orderNumber },
  ]),
  paymentPaid: notifyOfPayments,
  withdrawalMoved: noticesFor<'withdrawal.moved'>(({ subject, payload }) => [
    { kind: 'merchant.withdrawal', data: payload, key: subject },
  ]),
  callbackExhausted: notifyOfExhaustedCallbacks,
  callbackEndpointFailing: noticesFor<'callback.endpoint_failing'>(({ subject, payload }) => [
    { kind: 'merchant.callback_endpoint_failing', data: payload, key: subject },
  ]),
  callbackEndpointDisabled: noticesFor<'callback.endpoint_disabled'>(({ subject, payload }) => [
    { kind: 'merchant.callback_endpoint_disabled', data: payload, key: subject },
  ]),
  keyCreated: noticesFor<'key.created'>(({ subject, payload }) => [
    { kind: 'merchant.key_created', data: payload, key: subject },
  ]),
  callbackAddressChanged: noticesFor<'callback.address_changed'>(({ subject, payload }) => [
    { kind: 'merchant.callback_address_changed', data: payload, key: subject },
  ]),
  stockLow: noticesFor<'stock.low'>(({ subject, payload: { mode, ...low } }) => [
    { kind: 'merchant.stock_low', data: { ...low, isTest: mode === 'test' }, key: subject },
  ]),
  connectionFailing: connectionNotices(({ connector, label, accountName, mode, reason, error }) => ({
    kind: 'merchant.connection_failing',
    data: { connector, label, accountName, reason, error, isTest: mode === 'test' },
  })),
  connectionRecovered: connectionNotices(({ connector, label, accountName, mode }) => ({
    kind: 'merchant.connection_recovered',
    data: { connector, label, accountName, isTest: mode === 'test' },
  })),
  phoneTrouble: noticesFor<'connection.phone_trouble'>(
    ({ subject, payload: { connectionId, label, trouble, mode } }) => [
      {
        kind: 'merchant.phone_trouble',
        data: { connectionId, label, trouble, isTest: mode === 'test' },
        key: subject,
      },
    ],
  ),
  connectionFlooded: noticesFor<'connection.unread_flood'>(
    ({ subject, payload: { connectionId, label, perHour, mode } }) => [
      {
        kind: 'merchant.connection_flooded',
        data: { connectionId, label, perHour, isTest: mode === 'test' },
        key: subject,
      },
    ],
  ),
}

/** The channels open to anonymous customers. */
const guestDoors: Order['door'][] = ['menu', 'bill']
const isGuests = (door: Order['door'] | undefined) => door !== undefined && guestDoors.includes(door)
/** The maximum number of guests' unpaid orders that have their own card. */
const guestCardsMax = 3
const summaryEveryMs = 600_000
const summaryAfterMs = 60_000

// The person at the counter sees what is sold there. Strangers could flood the chat with unpaid orders.
async function notifyOfPlaced(tx: Tx, events: Event<'order.placed'>[]): Promise<void> {
  const notices: MerchantNotice[] = []
  for (const event of events.filter(({ payload }) => payload.door !== 'counter')) {
    const { accountId, createdAt, payload } = event
    const { orderNumber, mode } = payload
    const isOneOfMany = isGuests(payload.door) && (await countWaiting(tx, event)) > guestCardsMax
    const period = Math.floor(createdAt.getTime() / summaryEveryMs)
    const about = isOneOfMany
      ? {
          data: { orderNumber, waiting: mode },
          key: `guests ${accountId} ${mode} ${period}`,
          dueAt: new Date(createdAt.getTime() + summaryAfterMs),
        }
      : { data: { orderNumber }, key: orderNumber }
    notices.push({ accountId, kind: 'merchant.order_new', ...about })
  }
  await planMerchantNotices(tx, events[0]!.createdAt, notices)
}

function countWaiting({ em }: Tx, { accountId, createdAt, payload: { mode } }: Event<'order.placed'>): Promise<number> {
  return em.count(Order, {
    account: accountId,
    mode,
    door: guestDoors,
    status: ['pending', 'waiting_payment'],
    createdAt: { $gt: new Date(createdAt.getTime() - summaryEveryMs) },
  })
}

type OrderMove = Extract<
  EventType,
  | 'order.waiting_payment'
  | 'order.payment_ended'
  | 'order.paid'
  | 'order.processing'
  | 'order.shipped'
  | 'order.completed'
  | 'order.cancelled'
  | 'order.paid_in_vain'
  | 'order.undone'
>

const tellingCards: Partial<Record<OrderMove, (typeof cardKinds)[number]>> = {
  'order.paid': 'merchant.order_paid',
  'order.processing': 'merchant.order_short',
  'order.cancelled': 'merchant.order_cancelled',
}

// The card whose button was pressed already shows it, and this change must not remove that line.
function findMerchantMove({ type, payload }: Event<OrderMove>): MerchantMove | undefined {
  switch (type) {
    case 'order.processing':
      return payload.notify && !payload.isShort ? 'processing' : undefined
    case 'order.shipped':
      return payload.notify ? 'shipped' : undefined
    case 'order.completed':
      return payload.notify && payload.by === 'merchant' ? 'completed' : undefined
    case 'order.undone':
      return 'undone'
    default:
      return undefined
  }
}

type PlannedNotice = MerchantNotice extends infer Each
  ? Each extends MerchantNotice
    ? Omit<Each, 'accountId'>
    : never
  : never

function noticesFor<Type extends EventType>(plan: (event: Event<Type>) => PlannedNotice[]): Reaction<Type> {
  return async (tx, events) => {
    const notices = events.flatMap(event =>
      plan(event).map(notice => ({ ...notice, accountId: event.accountId }) as MerchantNotice),
    )
    await planMerchantNotices(tx, events[0]!.createdAt, notices)
  }
}

type ConnectionEvent = 'connection.failing' | 'connection.recovered'

// The operator is notified too: the operator's connections serve all merchants, who ask the operator about them.
function connectionNotices(plan: (health: ConnectionHealth) => Omit<PlannedNotice, 'key'>): Reaction<ConnectionEvent> {
  return async (tx, events) => {
    const operators = await tx.em.find(Account, { isOperator: true }, { filters: { caller: false } })
    const notices = events.flatMap(({ accountId, payload, subject }) => {
      const told = new Set([accountId, ...operators.map(({ id }) => id)])
      return [...told].map(each => ({ ...plan(payload), accountId: each, key: subject }) as MerchantNotice)
    })
    await planMerchantNotices(tx, events[0]!.createdAt, notices)
  }
}

async function notifyOfExhaustedCallbacks(tx: Tx, events: Event<'callback.exhausted'>[]): Promise<void> {
  const invoiceId = events.map(({ payload }) => payload.invoiceId)
  const tests = await tx.em.find(Payment, { invoiceId, mode: 'test' }, { filters: { caller: false } })
  const isTest = new Set(tests.map(payment => payment.invoiceId))
  const notices = events.map(
    ({ accountId, subject, payload }): MerchantNotice => ({
      accountId,
      kind: 'merchant.callback_exhausted',
      key: subject,
      data: { ...payload, isTest: isTest.has(payload.invoiceId) },
    }),
  )
  await planMerchantNotices(tx, events[0]!.createdAt, notices)
}

// A payment of an order is reported with the order.
async function notifyOfPayments(tx: Tx, events: Event<'payment.paid'>[]): Promise<void> {
  const ofOrders = await readOrdersOfPayments(
    tx,
    events.map(event => event.payload.invoiceId),
  )
  const notices = events
    .filter(event => !ofOrders.has(event.payload.invoiceId))
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
          isByHand: payload.paidReffNum === null,
        },
      }
    })
  await planMerchantNotices(tx, events[0]!.createdAt, [...notices, ...events.flatMap(proofNotices)])
}

// Only the chat that shows its code has a message that this changes.
function proofNotices({ accountId, payload }: Event<'payment.paid'>): MerchantNotice[] {
  const { invoiceId, mode, metadata } = payload
  const connectionId = Number(metadata[proofKeys.connection])
  if (!Number.isSafeInteger(connectionId)) return []
  const edits = { kind: 'merchant.proof' as const, key: invoiceId }
  const data = { connectionId, invoiceId, mode, isChange: true }
  return [{ accountId, kind: 'merchant.proof', data, key: `${invoiceId} paid`, edits }]
}
