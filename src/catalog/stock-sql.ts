import type { Tx } from '../database/transaction.ts'
import type { StockLine } from './stock.ts'

// What every checkout, payment and end of an invoice passes through: a stock move is one guarded statement.

/**
 * available -> held, each line whole or not at all. Returns the lines that could not be held; a caller that wants all or
 * nothing throws then, inside the transaction. Rows are locked in the order of their variants.
 */
export async function holdStock(tx: Tx, lines: StockLine[]): Promise<StockLine[]> {
  const short: StockLine[] = []
  for (const line of inLockOrder(lines)) {
    if (!(await holdLine(tx, line))) short.push(line)
  }
  return short
}

async function holdLine(tx: Tx, line: StockLine): Promise<boolean> {
  if (line.stockMode === 'counter') {
    return (await tx.write(holdCounterSql, [line.variantId, line.quantity])) === 1
  }
  if (line.stockMode !== 'serial') return true
  const taken = await tx.write(holdUnitsSql, [line.variantId, line.quantity, line.itemId])
  if (taken === line.quantity) return true
  await releaseUnits(tx, [line.itemId])
  return false
}

const holdCounterSql = `
  update stock set available = available - $2, reserved = reserved + $2 where variant_id = $1 and available >= $2`

const holdUnitsSql = `
  with free as (
    select id from stock_unit where variant_id = $1 and state = 'available' order by id limit $2 for update skip locked)
  update stock_unit u set state = 'held', order_item_id = $3 from free where u.id = free.id`

/** held -> available. */
export async function releaseStock(tx: Tx, lines: StockLine[]): Promise<void> {
  await moveCounters(tx, lines, releaseCountersSql)
  await releaseUnits(tx, serialItems(lines))
}

/** held -> sold. */
export async function sellStock(tx: Tx, lines: StockLine[]): Promise<void> {
  await moveCounters(tx, lines, sellCountersSql)
  const items = serialItems(lines)
  if (items.length > 0) await tx.write(sellUnitsSql, [items])
}

/** sold -> available, for goods that nobody has seen: what a customer was shown is not sold again. */
export async function takeBackStock(tx: Tx, lines: StockLine[]): Promise<void> {
  await moveCounters(tx, lines, takeBackCountersSql)
  await releaseUnits(tx, serialItems(lines))
}

const lockCountersSql = 'select variant_id from stock where variant_id = any ($1) order by variant_id for update'

const moveCountersSql = (set: string) => `
  update stock s set ${set}
  from (select variant_id, sum(quantity) as quantity from unnest($1::bigint[], $2::integer[]) as l(variant_id, quantity)
    group by variant_id) moved
  where s.variant_id = moved.variant_id`
const releaseCountersSql = moveCountersSql(
  'available = available + moved.quantity, reserved = reserved - moved.quantity',
)
const sellCountersSql = moveCountersSql('sold = sold + moved.quantity, reserved = reserved - moved.quantity')
const takeBackCountersSql = moveCountersSql('available = available + moved.quantity, sold = sold - moved.quantity')

async function moveCounters(tx: Tx, lines: StockLine[], moveSql: string): Promise<void> {
  const counted = lines.filter(line => line.stockMode === 'counter')
  if (counted.length === 0) return
  const variants = counted.map(line => line.variantId)
  await tx.query(lockCountersSql, [variants])
  await tx.write(moveSql, [variants, counted.map(line => line.quantity)])
}

const sellUnitsSql = `update stock_unit set state = 'sold' where order_item_id = any ($1) and state = 'held'`

async function releaseUnits(tx: Tx, itemIds: number[]): Promise<void> {
  if (itemIds.length === 0) return
  await tx.write(`update stock_unit set state = 'available', order_item_id = null where order_item_id = any ($1)`, [
    itemIds,
  ])
}

function serialItems(lines: StockLine[]): number[] {
  return lines.filter(line => line.stockMode === 'serial').map(line => line.itemId)
}

function inLockOrder(lines: StockLine[]): StockLine[] {
  return [...lines].sort((one, other) => one.variantId - other.variantId)
}

/** How many of the variant `v` can be ordered now, as SQL; null without end. */
export const availableSql = `
  (case v.stock_mode
    when 'counter' then (select s.available from stock s where s.variant_id = v.id)
    when 'serial' then (select count(*) from stock_unit u where u.variant_id = v.id and u.state = 'available')
  end)`

const watched = 'v.low_stock_at is not null and v.is_active'

/** Variants that fell to their threshold, as told from now on: $1 now, $2 how many. */
export const lowSql = `
  update variant set low_stock_told_at = $1
  from (
    select v.id, ${availableSql} as available from variant v
    where ${watched} and v.low_stock_told_at is null and ${availableSql} <= v.low_stock_at
    order by v.id limit $2 for no key update of v skip locked) low
  where variant.id = low.id
  returning variant.id, low.available`

/** Variants of which there are enough again: $1 how many. */
export const recoveredSql = `
  update variant set low_stock_told_at = null
  where id in (
    select v.id from variant v where ${watched} and v.low_stock_told_at is not null and ${availableSql} > v.low_stock_at
    order by v.id limit $1 for no key update of v skip locked)`
