import { rowsSql, statement } from '../../lib/statement.ts'
import type { SubjectKind } from './find-changed-object.ts'

// One statement numbers all events of a change. It locks the rows of the objects concerned in a fixed order.

interface Counted {
  table: string
  /** The key of a row's object, as `findChangedObject` returns it. */
  key: string
  type: string
}

const counted = {
  payment: { table: 'payment', key: 'invoice_id', type: 'text' },
  order: { table: 'store_order', key: 'order_number', type: 'text' },
  transfer: { table: 'transfer', key: 'id', type: 'bigint' },
  withdrawal: { table: 'withdrawal', key: 'id', type: 'text' },
  connection: { table: 'connection', key: 'id', type: 'bigint' },
  endpoint: { table: 'endpoint', key: 'id', type: 'text' },
} as const satisfies Partial<Record<SubjectKind, Counted>>

/** The kinds of objects whose rows count their events. */
export type CountedKind = keyof typeof counted

interface Raised {
  key: string
  sequence: number
}

/**
 * Counts changes. `keys` has the key of one object per change, all of one kind. Returns the number of each object's
 * last change.
 */
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

export const raiseSequenceSql = Object.fromEntries(
  Object.entries(counted).map(([kind, one]) => [kind, raiseKind(one)]),
) as Record<CountedKind, ReturnType<typeof raiseKind>>

interface LowStock {
  variant_id: number
  mode: string
}

/** Numbers the changes of stock, which has its own counter, and announces low stock. */
export const raiseLowStockSql = statement<{ low: LowStock[] }, Raised>(`
  update stock s set sequence = s.sequence + 1
  from ${rowsSql<LowStock>('low', { variant_id: 'bigint', mode: 'text' })}
  where s.variant_id = low.variant_id and s.mode = low.mode
  returning s.variant_id || ' ' || s.mode as key, s.sequence`)
