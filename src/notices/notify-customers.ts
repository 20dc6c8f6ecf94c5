import type { Tx } from '../database/transaction.ts'
import type { Event, Reaction } from '../events/announce.ts'
import type { EventType, OrderPaymentEnded } from '../events/payloads.ts'
import { OrderInvoice, OrderItem } from '../orders/order.ts'
import type { Payment } from '../payments/payment.ts'
import { type CustomerNotice, planCustomerNotices } from './plan-notices.ts'

/** A code that takes longer than this gets its own message. */
export const codeSlowAfterMs = 15_000

/** The messages to customers: for each event of an order, the notices in its customer's chat. */
export const notifyCustomers = {
  waitingPayment: noticesFor<'order.waiting_payment'>(
    ({ createdAt, payload: { orderNumber, invoiceId, expiresAt } }) => [
      { kind: 'order.code', data: { orderNumber, invoiceId }, key: invoiceId },
      {
        kind: 'order.code_slow',
        data: { orderNumber, invoiceId },
        key: invoiceId,
        dueAt: new Date(createdAt.getTime() + codeSlowAfterMs),
      },
      {
        kind: 'order.code_ending',
        data: { orderNumber, invoiceId },
        key: invoiceId,
        dueAt: reminderTime(createdAt, new Date(expiresAt)),
      },
    ],
  ),
  paymentEnded: noticesFor<'order.payment_ended'>(({ payload }) => [
    codeEnded(endedCode(payload)),
    ...(payload.ended === 'expired' && payload.status === 'pending' ? [codeExpired(payload)] : []),
  ]),
  // Cash was paid in person.
  paid: noticesFor<'order.paid'>(({ payload: { orderNumber, invoiceId, needsHands, isOrdered } }) =>
    invoiceId === null
      ? []
      : [
          codeEnded({ orderNumber, invoiceId, status: 'paid', reason: null }),
          ...(needsHands || isOrdered
            ? [{ kind: 'order.receipt' as const, data: { orderNumber, invoiceId, isOrdered }, key: orderNumber }]
            : []),
        ],
  ),
  delivered: notifyDelivered,
  processing: noticesFor<'order.processing'>(({ subject, payload: { orderNumber, isShort, notify } }) =>
    notify ? [{ kind: 'order.processing', data: { orderNumber, isShort }, key: subject }] : [],
  ),
  shipped: noticesFor<'order.shipped'>(({ subject, payload: { orderNumber, notify } }) =>
    notify ? [{ kind: 'order.shipped', data: { orderNumber }, key: subject }] : [],
  ),
  // A customer who just received the goods in the chat, or confirmed their arrival, is not notified of the delivery
  // again.
  completed: noticesFor<'order.completed'>(({ subject, createdAt, payload: { orderNumber, by, notify } }) => [
    ...(notify && (by === 'merchant' || by === 'time')
      ? [{ kind: 'order.completed' as const, data: { orderNumber }, key: subject }]
      : []),
    ...(notify
      ? [
          {
            kind: 'order.review_ask' as const,
            data: { orderNumber },
            key: orderNumber,
            dueAt: new Date(createdAt.getTime() + reviewAfterMs),
          },
        ]
      : []),
  ]),
  cancelled: noticesFor<'order.cancelled'>(({ subject, payload: { orderNumber, by, refundDue, notify } }) =>
    notify ? [{ kind: 'order.cancelled', data: { orderNumber, by, isRefundDue: refundDue }, key: subject }] : [],
  ),
  undone: noticesFor<'order.undone'>(({ subject, payload: { orderNumber, was } }) => [
    { kind: 'order.undone', data: { orderNumber, was }, key: subject },
  ]),
  others: notifyOthers,
  paidInVain: noticesFor<'order.paid_in_vain'>(({ payload: { orderNumber, invoiceId, reason, paidAmount } }) => [
    codeEnded({ orderNumber, invoiceId, status: 'paid', reason }),
    { kind: 'order.money_in_review', data: { orderNumber, invoiceId, reason, amount: paidAmount }, key: invoiceId },
  ]),
}

const reminderMs = 5 * 60_000
const reviewAfterMs = 3_600_000

/** Returns the time five minutes before the end, or when a third of a short life remains. */
function reminderTime(from: Date, end: Date): Date {
  const lifeMs = end.getTime() - from.getTime()
  return new Date(end.getTime() - Math.min(reminderMs, lifeMs / 3))
}

type PlannedNotice = Omit<Extract<CustomerNotice, unknown>, 'accountId' | 'customerId'>
type OrderEvent = Extract<EventType, `order.${string}`>

function noticesFor<Type extends OrderEvent>(plan: (event: Event<Type>) => PlannedNotice[]): Reaction<Type> {
  return async (tx, events) => {
    const notices = events.flatMap(event =>
      plan(event).map(
        notice => ({ ...notice, accountId: event.accountId, customerId: event.payload.customerId }) as CustomerNotice,
      ),
    )
    await planCustomerNotices(tx, events[0]!.createdAt, notices)
  }
}

// Plans one message per item, because a message holds one file; for a file or a content one per purchased unit.
async function notifyDelivered(tx: Tx, events: Event<'order.delivered'>[]): Promise<void> {
  const ids = events.flatMap(({ payload }) => payload.itemIds)
  const items = await tx.em.find(OrderItem, { id: ids }, { filters: { caller: false } })
  const notices = events.flatMap(({ accountId, subject, payload: { orderNumber, customerId, itemIds } }) =>
    itemIds.flatMap(itemId => {
      const item = items.find(({ id }) => id === itemId)
      const of = item?.stockMode === 'file' || item?.stockMode === 'content' ? item.quantity : 1
      return Array.from({ length: of }, (_, at): CustomerNotice => {
        const unit = of === 1 ? {} : { unit: { number: at + 1, of } }
        const key = `${subject} ${itemId}${at === 0 ? '' : ` ${at + 1}`}`
        return { kind: 'order.goods', accountId, customerId, key, data: { orderNumber, itemIds: [itemId], ...unit } }
      })
    }),
  )
  await planCustomerNotices(tx, events[0]!.createdAt, notices)
}

// Removes the other codes of an order that was paid or has ended, so that no message in the chat asks for money for it.
async function notifyOthers(tx: Tx, events: Event<'order.paid' | 'order.cancelled'>[]): Promise<void> {
  const order = { orderNumber: events.map(({ payload }) => payload.orderNumber) }
  const found = await tx.em.find(
    OrderInvoice,
    { order },
    { populate: ['order', 'payment'], filters: { caller: false } },
  )
  const notices = events.flatMap(({ accountId, type, subject, payload }): CustomerNotice[] => {
    const { customerId, orderNumber } = payload
    const ofOrder = found.filter(one => one.order.orderNumber === orderNumber)
    const isQuiet = type === 'order.cancelled' && !payload.notify
    const told = type === 'order.paid' ? payload.invoiceId : cancelledWith(ofOrder.at(-1)?.payment)
    return ofOrder
      .filter(({ payment }) => payment.invoiceId !== told)
      .map(({ payment: { invoiceId, status } }) => {
        const ended = status === 'pending' ? 'cancelled' : status
        const data = { orderNumber, invoiceId, status: ended, reason: null, isOther: true }
        const notice = codeEnded({ ...data, ...(isQuiet ? { isQuiet } : {}) })
        return { ...notice, key: `${invoiceId} ${type} ${subject}`, accountId, customerId }
      })
  })
  await planCustomerNotices(tx, events[0]!.createdAt, notices)
}

// The invoice whose end is part of the message about its order's cancellation. An invoice that expired before still
// offers a new code.
function cancelledWith(newest: Payment | undefined): string | null {
  return newest && newest.status !== 'expired' ? newest.invoiceId : null
}

function endedCode({ orderNumber, invoiceId, ended, reason, isQuiet }: OrderPaymentEnded) {
  return { orderNumber, invoiceId, status: ended, reason, ...(isQuiet ? { isQuiet } : {}) }
}

function codeExpired({ orderNumber, invoiceId }: OrderPaymentEnded): PlannedNotice {
  return { kind: 'order.code_expired', data: { orderNumber, invoiceId }, key: invoiceId }
}

type CodeEnded = Extract<CustomerNotice, { kind: 'order.code_ended' }>

function codeEnded(data: CodeEnded['data']): Omit<CodeEnded, 'accountId' | 'customerId'> {
  const key = data.invoiceId
  return { kind: 'order.code_ended', data, key: `${key} ${data.status}`, edits: { kind: 'order.code', key } }
}
