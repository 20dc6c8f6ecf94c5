import { Variant } from '../catalog/product.ts'
import type { Tx } from '../database/transaction.ts'
import { generateToken } from '../lib/ids.ts'
import type { Order, OrderItem } from './order.ts'
import { UnitRequest } from './unit-request.ts'

/**
 * Stores the units that sellers' servers owe for an order that is being paid: one request per item, sent by
 * `fetchUnits`.
 */
export async function requestUnits(tx: Tx, order: Order, items: OrderItem[], now: Date): Promise<void> {
  const asked = items.filter(item => item.stockMode === 'webhook')
  if (asked.length === 0) return
  const variants = await tx.em.find(
    Variant,
    { id: asked.map(({ variant }) => variant.id) },
    { filters: { caller: false } },
  )
  for (const item of asked) {
    tx.em.create(UnitRequest, {
      account: order.accountId,
      mode: order.mode,
      order: order.id,
      item: item.id,
      key: generateToken(),
      url: variants.find(({ id }) => id === item.variant.id)!.stockUrl!,
      nextAt: now,
      leaseToken: null,
      leaseHolder: null,
      lastError: null,
      createdAt: now,
    })
  }
}
