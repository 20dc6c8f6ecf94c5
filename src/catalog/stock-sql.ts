// What every checkout and every payment of an order passes through, and where buyers race for the last one: each move is one
// guarded statement.

/** available -> reserved, whole or not at all, and always where no number is known: $1 variant, $2 how many, $3 mode. */
export const holdCounterSql = `
  update stock set available = available - $2, reserved = reserved + $2
  where variant_id = $1 and mode = $3 and (available is null or available >= $2)`

/** available -> held, as many as nobody else is taking: $1 variant, $2 how many, $3 the item of an order, $4 mode. */
export const holdUnitsSql = `
  with free as (
    select id from stock_unit where variant_id = $1 and mode = $4 and state = 'available'
    order by id limit $2 for update skip locked)
  update stock_unit u set state = 'held', order_item_id = $3 from free where u.id = free.id`

/** Many at once, so that they are locked in one order: $1 variants, $2 mode. */
export const lockCountersSql =
  'select variant_id from stock where variant_id = any ($1) and mode = $2 order by variant_id for update'

/** $1 variants that are locked, $2 how many of each, $3 mode. */
const moveCountersSql = (set: string) => `
  update stock s set ${set}
  from (select variant_id, sum(quantity) as quantity from unnest($1::bigint[], $2::integer[]) as l(variant_id, quantity)
    group by variant_id) moved
  where s.variant_id = moved.variant_id and s.mode = $3`
export const releaseCountersSql = moveCountersSql(
  'available = available + moved.quantity, reserved = reserved - moved.quantity',
)
export const sellCountersSql = moveCountersSql('sold = sold + moved.quantity, reserved = reserved - moved.quantity')
export const takeBackCountersSql = moveCountersSql(
  'available = available + moved.quantity, sold = sold - moved.quantity',
)

/** Counts a change of each, locked in one order: $1 variants, $2 mode. */
export const raiseStocksSql = `
  with locked as (select variant_id from stock where variant_id = any($1) and mode = $2 order by variant_id for no key update)
  update stock s set sequence = s.sequence + 1 from locked l where s.variant_id = l.variant_id and s.mode = $2
  returning s.variant_id, s.sequence`
