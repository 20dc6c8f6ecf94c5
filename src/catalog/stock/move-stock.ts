import { LockMode } from '@mikro-orm/core'
import { type Mode, modes } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { countedStockModes, Stock, type StockMode } from '../product.ts'
import { StockChange } from './stock-change.ts'
import {
  holdCounterSql,
  holdUnitsSql,
  lockCountersSql,
  releaseCountersSql,
  sellCountersSql,
  takeBackCountersSql,
} from './stock-sql.ts'
import { StockUnit } from './stock-unit.ts'

/** A quantity of one variant for one item of an order. The serials taken for it are assigned to that item's id. */
export interface StockLine {
  id: number
  /** The mode of the order; stock of the other mode is unaffected. */
  mode: Mode
  variant: { id: number }
  stockMode: StockMode
  quantity: number
}

/**
 * available -> reserved, each line completely or not at all. Returns the lines that could not be reserved; a caller
 * that needs all or nothing throws inside the transaction. Rows are locked in the order of their variants.
 */
export async function holdStock<Line extends StockLine>(tx: Tx, lines: Line[]): Promise<Line[]> {
  const short: Line[] = []
  for (const line of inLockOrder(lines)) {
    if (!(await holdLine(tx, line))) short.push(line)
  }
  return short
}

function inLockOrder<Line extends StockLine>(lines: Line[]): Line[] {
  return [...lines].sort((one, other) => one.variant.id - other.variant.id)
}

async function holdLine(tx: Tx, { id, mode, variant, stockMode, quantity }: StockLine): Promise<boolean> {
  const held = { variant: variant.id, quantity, mode }
  if (countedStockModes.has(stockMode)) return (await tx.write(holdCounterSql, held)) === 1
  if (stockMode !== 'serial') return true
  const taken = await tx.write(holdUnitsSql, { ...held, item: id })
  if (taken === quantity) return true
  await releaseUnits(tx, [id])
  return false
}

/** reserved -> available. */
export async function releaseStock(tx: Tx, lines: StockLine[]): Promise<void> {
  await moveCounters(tx, lines, releaseCountersSql)
  await releaseUnits(tx, serialItems(lines))
}

/** reserved -> sold. */
export async function sellStock(tx: Tx, lines: StockLine[]): Promise<void> {
  await moveCounters(tx, lines, sellCountersSql)
  const items = serialItems(lines)
  if (items.length > 0) await tx.em.nativeUpdate(StockUnit, { orderItemId: items, state: 'held' }, { state: 'sold' })
}

/** sold -> available, only for goods that no customer has seen: goods that were shown are not sold again. */
export async function takeBackStock(tx: Tx, lines: StockLine[]): Promise<void> {
  await moveCounters(tx, lines, takeBackCountersSql)
  await releaseUnits(tx, serialItems(lines))
}

/** sold -> gone, for units that the seller's server did not hand out after all; they do not become available again. */
export async function writeOffStock(tx: Tx, { mode, variant, quantity }: StockLine, now: Date): Promise<void> {
  const which = { variant: variant.id, mode }
  const stock = await tx.em.findOneOrFail(Stock, which, { lockMode: LockMode.PESSIMISTIC_WRITE })
  stock.sold -= quantity
  if (stock.available === null) return
  const change = { ...which, account: stock.account.id, delta: -quantity, once: null, createdAt: now }
  tx.em.create(StockChange, { ...change, reason: 'lost' })
}

// Live mode first, so that two batches with orders of both modes lock in the same order.
async function moveCounters(tx: Tx, lines: StockLine[], moveSql: typeof sellCountersSql): Promise<void> {
  for (const mode of modes) {
    const counted = lines.filter(line => line.mode === mode && countedStockModes.has(line.stockMode))
    if (counted.length === 0) continue
    const variants = counted.map(line => line.variant.id)
    await tx.query(lockCountersSql, { variants, mode })
    const line = counted.map(({ variant, quantity }) => ({ variant_id: variant.id, quantity }))
    await tx.write(moveSql, { line, mode })
  }
}

async function releaseUnits(tx: Tx, itemIds: number[]): Promise<void> {
  if (itemIds.length === 0) return
  await tx.em.nativeUpdate(StockUnit, { orderItemId: itemIds }, { state: 'available', orderItemId: null })
}

function serialItems(lines: StockLine[]): number[] {
  return lines.filter(line => line.stockMode === 'serial').map(line => line.id)
}
