import { rowsOf, statement } from '../../lib/statement.ts'

// One statement for the events of a change: each object that they are about is counted under the lock of its row,
// many in one order.

interface Counted {
  table: string
  /** The object of a row, as `objectOf` names it. */
  key: string
  type: string
}

const counted: Record<string, Counted> = {
  payment: { table: 'payment', key: 'invoice_id', type: 'text' },
  order: { table: 'store_order', key: 'order_number', type: 'text' },
  transfer: { table: 'transfer', key: 'id', type: 'bigint' },
  withdrawal: { table: 'withdrawal', key: 'id', type: 'text' },
  connection: { table: 'connection', key: 'id', type: 'bigint' },
  endpoint: { table: 'endpoint', key: 'id', type: 'text' },
}

interface Raised {
  key: string
  sequence: number
}

/** `keys` are those of objects of one kind, one for each change. Gives the number of the last change of each. */
function raiseKind({ table, key, type }: Counted) {
  return statement<{ keys: string[] }, Raised>(`
  with moved as (
    select key, count(*)::integer as moves from unnest(:keys::${type}[]) as key group by key),
  locked as (
    select t.${key} as key from ${table} t
    where t.${key} = any(:keys::${type}[]) order by t.${key} for no key update)
  update ${table} t set sequence = t.sequence + moved.moves from moved join locked on locked.key = moved.key
  where t.${key} = moved.key
  returning t.${key}::text as key, t.sequence`)
}

export const raiseStatements = new Map(Object.entries(counted).map(([kind, one]) => [kind, raiseKind(one)]))

interface LowStock {
  variant_id: number
  mode: string
}

/** The same for stock, whose changes are counted where they are made, and which runs low beside them. */
export const raiseLowStock = statement<{ low: LowStock[] }, Raised>(`
  update stock s set sequence = s.sequence + 1
  from ${rowsOf<LowStock>('low', { variant_id: 'bigint', mode: 'text' })}
  where s.variant_id = low.variant_id and s.mode = low.mode
  returning s.variant_id || ' ' || s.mode as key, s.sequence`)
