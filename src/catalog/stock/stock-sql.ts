import type { Mode } from '../../database/scope.ts'
import { rowsSql, statement } from '../../lib/statement.ts'

// Each change of stock is one guarded statement: every checkout and every payment changes it, and buyers race for the
// last unit.

interface ReservedUnits {
  variant: number
  quantity: number
  mode: Mode
}

/** available -> reserved, completely or not at all; always succeeds if the quantity is unknown. */
export const holdCounterSql = statement<ReservedUnits>(`
  update stock set available = available - :quantity, reserved = reserved + :quantity
  where variant_id = :variant and mode = :mode and (available is null or available >= :quantity)`)

/** available -> reserved for an item of an order, skipping units that another transaction is taking. */
export const holdUnitsSql = statement<ReservedUnits & { item: number }>(`
  with free as (
    select id from stock_unit where variant_id = :variant and mode = :mode and state = 'available'
    order by id limit :quantity for no key update skip locked)
  update stock_unit u set state = 'held', order_item_id = :item from free where u.id = free.id`)

/** Locks many counters at once, always in the same order. */
export const lockCountersSql = statement<{ variants: number[]; mode: Mode }>(
  `select variant_id from stock where variant_id = any (:variants) and mode = :mode
   order by variant_id for no key update`,
)

/** A change of a variant whose counter is locked. */
export interface StockMoveRow {
  variant_id: number
  quantity: number
}

const line = rowsSql<StockMoveRow>('line', { variant_id: 'bigint', quantity: 'integer' })

const moveCountersSql = (set: string) =>
  statement<{ line: StockMoveRow[]; mode: Mode }>(`
  update stock s set ${set}
  from (select variant_id, sum(quantity) as quantity from ${line} group by variant_id) moved
  where s.variant_id = moved.variant_id and s.mode = :mode`)
export const releaseCountersSql = moveCountersSql(
  'available = available + moved.quantity, reserved = reserved - moved.quantity',
)
export const sellCountersSql = moveCountersSql('sold = sold + moved.quantity, reserved = reserved - moved.quantity')
export const takeBackCountersSql = moveCountersSql(
  'available = available + moved.quantity, sold = sold - moved.quantity',
)

interface Raised {
  variants: number[]
  mode: Mode
}

/** Increments the change number of each stock, locked in a fixed order. */
export const raiseStocksSql = statement<Raised, { variant_id: number; sequence: number }>(`
  with locked as (
    select variant_id from stock where variant_id = any(:variants) and mode = :mode
    order by variant_id for no key update)
  update stock s set sequence = s.sequence + 1 from locked l where s.variant_id = l.variant_id and s.mode = :mode
  returning s.variant_id, s.sequence`)
