import { holdStock, sellStock } from '../catalog/stock/move-stock.ts'
import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { cancelWithPayment } from './cancel-order.ts'
import { Order, type OrderItem } from './order.ts'
import { announceOrdered, lockOrder, readItems } from './order-goods.ts'
import { makeMoveSubject, makeOrderPayload } from './order-payload.ts'
import { makeDeliveredFact } from './pay-orders.ts'

type UpdateNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'reactions'>

export interface StatusUpdate {
  orderNumber: string
  /** The new status; `processing` means that the merchant has started work on it. */
  status: 'completed' | 'cancelled' | 'processing'
  /** Whether the customer receives a message. */
  notify: boolean
  /** A text for the customer, such as a tracking number or the reason of a cancellation, with 1 to 500 characters. */
  note?: string | undefined
}

/**
 * Performs a merchant's step (contract 3.2 and 4.5). Completing is possible only from paid or processing. Cancelling is
 * possible from any status but completed; a paid order is marked for a refund, and repeating it returns the order
 * unchanged. `processing` is possible once it is paid. Without `mode` an order of either mode is found.
 *
 * Refuses `not_found`, `refused_transition`, and `invalid_request` for a note.
 */
export async function updateOrderStatus(
  app: UpdateNeeds,
  owner: { accountId: number; mode?: Mode },
  { orderNumber, status, notify, note }: StatusUpdate,
): Promise<Order> {
  if (note !== undefined && (note === '' || note.length > noteMax)) {
    throw refuseField('note', `has 1 to ${noteMax} characters`, { code: 'wrong_length', min: 1, max: noteMax })
  }
  const { accountId, mode = 'both' } = owner
  const found = await app.em({ accountId, mode }).findOne(Order, { orderNumber })
  if (!found) throw notFound('order')
  if (status === 'cancelled') {
    return cancelWithPayment(app, found, {
      by: 'merchant',
      notify,
      note,
      refuse: () => new Refusal('refused_transition', 'A completed order cannot be cancelled'),
    })
  }
  return app.transaction({ accountId, mode: found.mode }, async tx => {
    const locked = await lockOrder(tx, found.id)
    return status === 'completed'
      ? completeOrder(app, tx, locked, { notify, note })
      : startProcessing(app, tx, locked, notify)
  })
}

const noteMax = 500

async function completeOrder(
  app: UpdateNeeds,
  tx: Tx,
  order: Order,
  { notify, note }: Pick<StatusUpdate, 'notify' | 'note'>,
): Promise<Order> {
  if (!order.mayBeCompleted()) {
    throw new Refusal(
      'refused_transition',
      `The order is ${order.status}: only a paid or processing one can be completed`,
    )
  }
  const now = app.now()
  const items = await readItems(tx, [order])
  const sent = await deliverShort(app, tx, items, now)
  for (const item of items) item.deliveredAt ??= now
  order.complete(now, note ?? null)
  await tx.em.flush()
  await announceFacts(app, tx, [
    ...(sent.length > 0 ? [makeDeliveredFact(order, sent, now, 2)] : []),
    {
      accountId: order.accountId,
      type: 'order.completed',
      subject: makeMoveSubject(order),
      payload: { ...makeOrderPayload(order), by: 'merchant', notify },
      createdAt: now,
    },
  ])
  return order
}

/** Sells goods that were short and are back in stock; the merchant has handed over the rest in another way. */
export async function deliverShort(
  app: Needs<'reactions'>,
  tx: Tx,
  items: OrderItem[],
  now: Date,
): Promise<OrderItem[]> {
  const missing = items.filter(item => item.stockState === 'short' && item.stockMode !== 'webhook')
  const short = await holdStock(tx, missing)
  const found = missing.filter(item => !short.includes(item))
  await sellStock(tx, found)
  for (const item of found) item.sell(now)
  await announceOrdered(app, tx, found, now)
  return found.filter(item => item.isSentInChat())
}

/** Starts work on a locked paid order; one in work is left unchanged. Refuses `refused_transition` for others. */
export async function startProcessing(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  order: Order,
  notify: boolean,
): Promise<Order> {
  if (order.status === 'processing') return order
  if (order.status !== 'paid') {
    throw new Refusal('refused_transition', `The order is ${order.status}: only a paid one is taken in hand`)
  }
  order.takeInHand(app.now())
  await tx.em.flush()
  await announceFacts(app, tx, [
    {
      accountId: order.accountId,
      type: 'order.processing',
      subject: makeMoveSubject(order),
      payload: { ...makeOrderPayload(order), isShort: false, notify },
      createdAt: app.now(),
    },
  ])
  return order
}
