import { LockMode } from '@mikro-orm/core'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { checkNumber } from '../check-number.ts'
import { countedStockModes, Stock, Variant } from '../product.ts'
import { announceStock } from './announce-stock.ts'
import { type ListedStock, readStock } from './list-stock.ts'
import { StockChange } from './stock-change.ts'

export const stockMax = 1_000_000

export interface StockInput {
  /** The product's key. */
  product: string
  /** The variant's key; optional if the product has only one variant. */
  variant?: string | undefined
  /** The quantity that can be ordered from now on, not counting units reserved by unpaid orders. */
  available?: number | undefined
  /** The difference from the current stock, positive or negative. */
  delta?: number | undefined
}

/**
 * Sets the quantity of a variant in one mode, or changes it by a difference, and returns the resulting stock. Refuses
 * `not_found` for the product, and `invalid_request` naming `variant`, `available` or `delta`.
 */
export async function setStock(
  app: Needs<'em' | 'transaction' | 'now' | 'reactions'>,
  actor: ModeActor,
  input: StockInput,
): Promise<ListedStock> {
  checkTold(input)
  const { accountId, mode } = actor
  const id = await app.transaction({ accountId, mode }, async tx => {
    const variant = await findTold(tx, input)
    if (!countedStockModes.has(variant.stockMode)) throw refuseField('variant', 'is not kept by number', 'not_allowed')
    const which = { variant: variant.id, mode }
    const stock = await tx.em.findOneOrFail(Stock, which, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const available = computeAvailable(stock, input)
    if (available === stock.available) return variant.id
    const now = app.now()
    await storeAvailable(tx, stock, available, now)
    await announceStock(app, tx, { accountId, mode, variantIds: [variant.id], cause: 'told', now })
    const subject = `variant ${variant.publicId}`
    await recordAct(app, tx, { ...actor, act: 'stock.told', subject, detail: { available, mode } })
    return variant.id
  })
  const { stock } = await readStock(app.em({ accountId, mode }), { id }, { limit: 1, offset: 0 })
  return stock[0]!
}

function checkTold({ available, delta }: StockInput): void {
  if ((available === undefined) === (delta === undefined)) {
    throw refuseField('available', 'is given, or delta instead of it', 'missing')
  }
  if (available !== undefined) checkNumber('available', available, { from: 0, to: stockMax })
  if (delta !== undefined) checkNumber('delta', delta, { from: -stockMax, to: stockMax })
}

async function findTold({ em }: Tx, { product, variant: key }: StockInput): Promise<Variant> {
  const variants = await em.find(Variant, { product: { key: product } }, { orderBy: { position: 'asc', id: 'asc' } })
  if (variants.length === 0) throw notFound('product')
  const found = variants.length === 1 && key === undefined ? variants[0] : variants.find(one => one.key === key)
  if (found) return found
  throw refuseField('variant', `is one of ${variants.map(one => one.key).join(', ')}`, {
    code: 'not_one_of',
    values: variants.map(one => one.key),
  })
}

function computeAvailable({ available: now }: Stock, { available, delta }: StockInput): number {
  if (available !== undefined) return available
  if (now === null)
    throw refuseField('delta', 'changes a number, and none is known yet: send available first', 'not_allowed')
  const next = now + delta!
  if (next < 0) throw refuseField('delta', 'takes away more than is available', 'conflicting')
  if (next > stockMax)
    throw refuseField('delta', `comes to more than ${stockMax}`, { code: 'out_of_range', max: stockMax })
  return next
}

/** Writes the quantity of a locked row, together with the change. */
async function storeAvailable({ em }: Tx, stock: Stock, available: number, now: Date): Promise<void> {
  // Orders from before the quantity was known become part of the first change.
  const delta = available - (stock.available ?? -(stock.reserved + stock.sold))
  const { variant, mode, account } = stock
  const changes = { variant: variant.id, mode, account: account.id, delta, once: null, createdAt: now }
  if (delta !== 0) em.create(StockChange, { ...changes, reason: 'told' })
  stock.available = available
}
