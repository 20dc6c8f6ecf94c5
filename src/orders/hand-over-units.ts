import { announceStock } from '../catalog/stock/announce-stock.ts'
import { writeOffStock } from '../catalog/stock/move-stock.ts'
import { StockUnit } from '../catalog/stock/stock-unit.ts'
import type { AccountScope } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import type { Order, OrderItem } from './order.ts'
import { lockOrder, readItems } from './order-goods.ts'
import { makeMoveSubject, makeOrderPayload } from './order-payload.ts'
import { makeDeliveredFact } from './pay-orders.ts'
import { UnitRequest } from './unit-request.ts'

type HandOverNeeds = Needs<'transaction' | 'now' | 'reactions'>

/** A running request, with its lease. */
export interface RunningUnitRequest {
  id: number
  owner: Required<AccountScope>
  orderId: number
  itemId: number
  leaseToken: string
}

/**
 * Gives the customer the units that the seller's server handed out, and completes the order if nothing else is left to
 * do. Returns `sold_before`, and gives nothing, if one of the units belongs to another order. Changes nothing if the
 * lease was lost or the order has ended in the meantime.
 */
export async function handOverUnits(
  app: HandOverNeeds,
  request: RunningUnitRequest,
  units: string[],
): Promise<'done' | 'sold_before'> {
  try {
    await app.transaction(request.owner, tx => handOver(app, tx, request, units))
    return 'done'
  } catch (error) {
    if (isUniqueViolation(error)) return 'sold_before'
    throw error
  }
}

async function handOver(app: HandOverNeeds, tx: Tx, request: RunningUnitRequest, units: string[]): Promise<void> {
  const found = await endRequest(tx, request, 'delivered')
  if (!found) return
  const { order, items, item } = found
  const now = app.now()
  const account = order.accountId
  const unit = {
    variant: item.variant.id,
    account,
    mode: order.mode,
    state: 'sold' as const,
    orderItem: item.id,
    createdAt: now,
  }
  await tx.em
    .qb(StockUnit)
    .insert(units.map(line => ({ ...unit, line })) as never)
    .execute()
  item.deliveredAt = now
  if (items.every(each => each.deliveredAt !== null)) order.finish(now)
  await tx.em.flush()
  await announceFacts(app, tx, [
    makeDeliveredFact(order, [item], now, `units ${request.id}`),
    ...(order.status === 'completed'
      ? [
          {
            accountId: account,
            type: 'order.completed' as const,
            subject: makeMoveSubject(order),
            payload: { ...makeOrderPayload(order), by: 'delivery' as const, notify: true },
            createdAt: now,
          },
        ]
      : []),
  ])
}

/**
 * Marks the order for the merchant's attention because the seller's server handed out nothing, and notifies both sides.
 */
export async function failUnitRequest(app: HandOverNeeds, request: RunningUnitRequest, error: string): Promise<void> {
  await app.transaction(request.owner, async tx => {
    const found = await endRequest(tx, request, 'failed', error)
    if (!found) return
    const { order, item } = found
    const isLost = item.stockState === 'sold'
    if (isLost) await writeOffStock(tx, item, app.now())
    item.stockState = 'short'
    order.fallShort()
    await tx.em.flush()
    if (isLost) await announceLost(app, tx, item)
    await announceFacts(app, tx, [
      {
        accountId: order.accountId,
        type: 'order.processing',
        subject: `${order.orderNumber} units ${request.id}`,
        payload: { ...makeOrderPayload(order), isShort: true, why: error, notify: true },
        createdAt: app.now(),
      },
    ])
  })
}

async function announceLost(app: HandOverNeeds, tx: Tx, { account, mode, variant }: OrderItem): Promise<void> {
  const of = { accountId: account.id, mode, variantIds: [variant.id] }
  await announceStock(app, tx, { ...of, cause: 'lost', now: app.now() })
}

interface LockedItem {
  order: Order
  items: OrderItem[]
  item: OrderItem
}

// Returns null if changes are no longer allowed: another attempt has ended the request, or the order has ended.
async function endRequest(
  tx: Tx,
  { id, orderId, itemId, leaseToken }: RunningUnitRequest,
  state: 'delivered' | 'failed',
  lastError: string | null = null,
): Promise<LockedItem | null> {
  const order = await lockOrder(tx, orderId)
  const isOpen = order.mayBeCompleted()
  const mine = { id, leaseToken, state: 'pending' as const }
  const ended = { state: isOpen ? state : ('dropped' as const), leaseToken: null, leaseHolder: null, lastError }
  if ((await tx.em.nativeUpdate(UnitRequest, mine, ended)) === 0 || !isOpen) return null
  const items = await readItems(tx, [order])
  return { order, items, item: items.find(each => each.id === itemId)! }
}
