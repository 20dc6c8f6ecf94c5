import type { Event, Reaction } from '../events/announce.ts'
import type {
  OrderCancelled,
  OrderCompleted,
  OrderDelivered,
  OrderPaid,
  OrderPaidInVain,
  OrderPaymentEnded,
  OrderProcessing,
  OrderTold,
  OrderWaitingPayment,
} from '../orders/order-told.ts'
import { type CustomerNotice, planCustomerNotices } from './plan-notices.ts'

/** What customers are told: for each event of an order, the notices in its customer's chat. */
export const tellCustomers = {
  waitingPayment: telling<OrderWaitingPayment>(({ payload: { orderNumber, invoiceId } }) => [
    { kind: 'order.code', data: { orderNumber, invoiceId }, key: invoiceId },
  ]),
  paymentEnded: telling<OrderPaymentEnded>(({ payload: { orderNumber, invoiceId, ended, reason } }) => [
    codeEnded({ orderNumber, invoiceId, status: ended, reason }),
  ]),
  paid: telling<OrderPaid>(({ payload: { orderNumber, invoiceId, needsHands } }) => [
    codeEnded({ orderNumber, invoiceId, status: 'paid', reason: null }),
    ...(needsHands ? [{ kind: 'order.receipt' as const, data: { orderNumber, invoiceId }, key: orderNumber }] : []),
  ]),
  // One message for each, because a message holds one file.
  delivered: telling<OrderDelivered>(({ subject, payload: { orderNumber, itemIds } }) =>
    itemIds.map(itemId => ({
      kind: 'order.goods' as const,
      data: { orderNumber, itemIds: [itemId] },
      key: `${subject} ${itemId}`,
    })),
  ),
  processing: telling<OrderProcessing>(({ payload: { orderNumber, isShort, notify } }) =>
    notify ? [{ kind: 'order.processing', data: { orderNumber, isShort }, key: orderNumber }] : [],
  ),
  // Whoever has just received the goods need not be told that they were delivered.
  completed: telling<OrderCompleted>(({ payload: { orderNumber, by, notify } }) =>
    notify && by === 'merchant' ? [{ kind: 'order.completed', data: { orderNumber }, key: orderNumber }] : [],
  ),
  cancelled: telling<OrderCancelled>(({ payload: { orderNumber, by, refundDue, notify } }) =>
    notify ? [{ kind: 'order.cancelled', data: { orderNumber, by, isRefundDue: refundDue }, key: orderNumber }] : [],
  ),
  paidInVain: telling<OrderPaidInVain>(({ payload: { orderNumber, invoiceId, reason, paidAmount } }) => [
    codeEnded({ orderNumber, invoiceId, status: 'paid', reason }),
    { kind: 'order.money_in_review', data: { orderNumber, invoiceId, reason, amount: paidAmount }, key: invoiceId },
  ]),
} satisfies Record<string, Reaction>

type Said = Omit<Extract<CustomerNotice, unknown>, 'accountId' | 'customerId'>

function telling<Told extends OrderTold>(say: (event: Event<Told>) => Said[]): Reaction {
  return async (tx, events) => {
    const facts = events as unknown as Event<Told>[]
    const notices = facts.flatMap(fact =>
      say(fact).map(
        said => ({ ...said, accountId: fact.accountId, customerId: fact.payload.customerId }) as CustomerNotice,
      ),
    )
    await planCustomerNotices(tx, facts[0]!.createdAt, notices)
  }
}

function codeEnded(data: Extract<CustomerNotice, { kind: 'order.code_ended' }>['data']): Said {
  const key = data.invoiceId
  return { kind: 'order.code_ended', data, key: `${key} ${data.status}`, edits: { kind: 'order.code', key } }
}
