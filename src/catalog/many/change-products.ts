import { LockMode } from '@mikro-orm/core'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { Product, Stock, Variant } from '../product.ts'
import { priceMax } from '../set-price.ts'
import { announceStock } from '../stock/announce-stock.ts'
import { stockMax } from '../stock/set-stock.ts'
import { StockChange } from '../stock/stock-change.ts'

/**
 * The differences between a list as a person loaded it and as they saved it. Only these are applied, so that concurrent
 * changes are not reverted.
 */
export interface ProductChanges {
  shown: { productId: string; isActive: boolean }[]
  /** New prices in whole rupiah. */
  prices: { variantId: string; price: number }[]
  /** The stock that the list showed, and the desired one: their difference is added to the current stock. */
  stocks: { variantId: string; was: number; left: number }[]
}

/**
 * Changes many products together, all or nothing. Repeating the same `once` changes the stock only once. Refuses
 * `not_found`, and `invalid_request` naming all invalid fields: `price_<variant>`, `left_<variant>`.
 */
export async function changeProducts(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  actor: ModeActor,
  changes: ProductChanges,
  once: string,
): Promise<void> {
  const { shown, prices, stocks } = changes
  refuseWrong(wrongNumbers(changes))
  if (shown.length + prices.length + stocks.length === 0) return
  const { accountId, mode } = actor
  await app.transaction({ accountId, mode }, async tx => {
    for (const { productId, isActive } of shown) {
      refuseUnknown(await tx.em.nativeUpdate(Product, { publicId: productId }, { isActive }))
    }
    for (const { variantId, price } of prices) {
      refuseUnknown(await tx.em.nativeUpdate(Variant, { publicId: variantId }, { price }))
    }
    const now = app.now()
    const variantIds = await moveStocks(tx, actor, stocks, { once, now })
    await announceStock(app, tx, { accountId, mode, variantIds, cause: 'restock', now })
    const detail = { shown: shown.length, prices: prices.length, stocks: variantIds.length, mode }
    await recordAct(app, tx, { ...actor, act: 'catalog.changed', subject: `account ${accountId}`, detail })
  })
}

function wrongNumbers({ prices, stocks }: ProductChanges): FieldError[] {
  const isWhole = (number: number, min: number, max: number) =>
    Number.isInteger(number) && number >= min && number <= max
  const range = (path: string, min: number, max: number): FieldError => ({
    path,
    error: `is a whole number from ${min} to ${max}`,
    code: 'out_of_range',
    min,
    max,
  })
  return [
    ...prices
      .filter(({ price }) => !isWhole(price, 1, priceMax))
      .map(({ variantId }) => range(`price_${variantId}`, 1, priceMax)),
    ...stocks
      .filter(({ left }) => !isWhole(left, 0, stockMax))
      .map(({ variantId }) => range(`left_${variantId}`, 0, stockMax)),
  ]
}

function refuseWrong(wrong: FieldError[]): void {
  if (wrong.length > 0) throw refuseFields(wrong)
}

function refuseUnknown(changed: number): void {
  if (changed === 0) throw notFound('product')
}

/**
 * Changes the stock and returns the variants concerned. Rows are locked in the order of their variants, as in orders.
 */
async function moveStocks(
  { em }: Tx,
  { accountId, mode }: ModeActor,
  stocks: ProductChanges['stocks'],
  { once, now }: { once: string; now: Date },
): Promise<number[]> {
  if (stocks.length === 0) return []
  const asked = new Map(stocks.map(stock => [stock.variantId, stock]))
  const variants = await em.find(Variant, { publicId: [...asked.keys()], stockMode: 'counter' })
  if (variants.length < asked.size) throw notFound('product')
  const rows = await em.find(
    Stock,
    { variant: variants.map(({ id }) => id), mode },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { variant: 'asc' } },
  )
  const onceOf = (publicId: string) => `${once} ${publicId}`
  const done = await em.find(StockChange, { once: variants.map(({ publicId }) => onceOf(publicId)) })
  const doneOnce = new Set(done.map(change => change.once))
  const byId = new Map(variants.map(({ id, publicId }) => [id, publicId]))
  const wrong: FieldError[] = []
  const moved: number[] = []
  for (const row of rows) {
    const publicId = byId.get(row.variant.id)!
    const { was, left } = asked.get(publicId)!
    const next = row.available! + left - was
    if (doneOnce.has(onceOf(publicId)) || left === was) continue
    if (next < 0) {
      const error = `is less than were sold meanwhile: ${row.available} are left now`
      wrong.push({ path: `left_${publicId}`, error, code: 'conflicting' })
      continue
    }
    row.available = next
    const change = { variant: row.variant.id, mode, account: accountId, delta: left - was, once: onceOf(publicId) }
    em.create(StockChange, { ...change, reason: 'restock', createdAt: now })
    moved.push(row.variant.id)
  }
  refuseWrong(wrong)
  return moved
}
