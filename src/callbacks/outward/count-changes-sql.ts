import type { Tx } from '../../database/transaction.ts'
import type { CountedTable, RaisedSequence } from '../../events/outward.ts'
import { rowsSql, statement } from '../../lib/statement.ts'

/**
 * Returns the statement that numbers all events of a change about one kind of object. It locks the rows of the objects
 * in a fixed order. `keys` has the key of one object per change; the result is the number of each object's last change.
 */
export function raiseSequenceSql({ table, key, type }: CountedTable) {
  return statement<{ keys: string[] }, RaisedSequence>(`
  with moved as (
    select key, count(*)::integer as moves from unnest(:keys::${type}[]) as key group by key),
  locked as (
    select t.${key} as key from ${table} t
    where t.${key} = any(:keys::${type}[]) order by t.${key} for no key update)
  update ${table} t set sequence = t.sequence + moved.moves from moved join locked on locked.key = moved.key
  where t.${key} = moved.key
  returning t.${key}::text as key, t.sequence`)
}

interface LowStock {
  variant_id: number
  mode: string
}

const raiseLowStockSql = statement<{ low: LowStock[] }, RaisedSequence>(`
  update stock s set sequence = s.sequence + 1
  from ${rowsSql<LowStock>('low', { variant_id: 'bigint', mode: 'text' })}
  where s.variant_id = low.variant_id and s.mode = low.mode
  returning s.variant_id || ' ' || s.mode as key, s.sequence`)

/** Numbers the events of low stock; changes of stock have their own counter. */
export function raiseLowStock(tx: Tx, keys: string[]): Promise<RaisedSequence[]> {
  const low = keys.map(key => {
    const [variant, mode] = key.split(' ') as [string, string]
    return { variant_id: Number(variant), mode }
  })
  return tx.query(raiseLowStockSql, { low })
}
