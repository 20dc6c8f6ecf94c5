// One statement for the events of a change: each object that they are about is counted under the lock of its row, many in one order.

interface Counted {
  table: string
  /** Of a row, as `objectOf` names it. */
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

/** $1 the keys of objects of one kind, one for each change. Gives the number of the last change of each. */
export function raiseSql(kind: string): string {
  const { table, key, type } = counted[kind]!
  return `
  with moved as (select key, count(*)::integer as moves from unnest($1::${type}[]) as key group by key),
  locked as (
    select t.${key} as key from ${table} t
    where t.${key} = any($1::${type}[]) order by t.${key} for no key update)
  update ${table} t set sequence = t.sequence + moved.moves from moved join locked on locked.key = moved.key
  where t.${key} = moved.key
  returning t.${key}::text as key, t.sequence`
}

/** $1 variants, $2 modes: the same for stock, whose changes are counted where they are made, and which runs low beside them. */
export const raiseLowStockSql = `
  update stock s set sequence = s.sequence + 1
  from unnest($1::bigint[], $2::text[]) as low(variant_id, mode)
  where s.variant_id = low.variant_id and s.mode = low.mode
  returning s.variant_id || ' ' || s.mode as key, s.sequence`
