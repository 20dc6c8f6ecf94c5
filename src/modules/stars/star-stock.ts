import { LockMode } from '@mikro-orm/core'
import { StockUnit } from '../../catalog/stock/stock-unit.ts'
import type { Tx } from '../../database/transaction.ts'
import type { StarPurchase } from './star-purchase.ts'

/**
 * available -> reserved, for a locked purchase. Returns false if it is sold out; a file or a content never runs out.
 */
export async function holdUnit({ em }: Tx, purchase: StarPurchase): Promise<boolean> {
  if (purchase.file !== null || purchase.content !== null) return true
  const unit = await em.findOne(
    StockUnit,
    { variant: purchase.variant.id, mode: purchase.mode, state: 'available' },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
  )
  if (!unit) return false
  const taken = { state: 'held' as const, starPurchase: purchase.id }
  return (await em.nativeUpdate(StockUnit, { id: unit.id, state: 'available' }, taken as never)) === 1
}

/** reserved -> sold. */
export async function sellUnit({ em }: Tx, { id }: StarPurchase): Promise<void> {
  await em.nativeUpdate(StockUnit, { starPurchaseId: id, state: 'held' }, { state: 'sold' })
}

/** reserved -> available. */
export async function releaseUnit({ em }: Tx, { id }: StarPurchase): Promise<void> {
  await em.nativeUpdate(StockUnit, { starPurchaseId: id, state: 'held' }, {
    state: 'available',
    starPurchase: null,
  } as never)
}
