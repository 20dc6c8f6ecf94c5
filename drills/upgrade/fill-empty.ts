import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'

interface Column {
  name: string
  type: string
  required: boolean
}

interface Key {
  columns: string[]
  table: string
  to: string[]
}

const attemptsMax = 600

/**
 * Inserts a row into every empty table, with random values until its checks accept them. Returns the tables that
 * accepted none.
 */
export async function fillEmptyTables(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  // The row is inserted alone, without triggers that would count it.
  await client.query('set session_replication_role = replica')
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  let empty: string[] = []
  for (const { name } of tables) {
    if ((await client.query(`select 1 from "${name}" limit 1`)).rowCount === 0) empty.push(name)
  }
  // Twice, because a table may refer to a later one.
  for (let round = 0; round < 2; round++) {
    const left: string[] = []
    for (const table of empty) if (!(await fillOne(client, table))) left.push(table)
    empty = left
  }
  await client.end()
  return empty
}

async function fillOne(client: pg.Client, table: string): Promise<boolean> {
  const { rows: columns } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type, attnotnull as required from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [`"${table}"`],
  )
  const { rows: checks } = await client.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [`"${table}"`],
  )
  const listed = listedValues(checks.map(({ text }) => text))
  const { rows: keys } = await client.query<Key>(keysSql, [`"${table}"`])
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const row = Object.fromEntries(columns.map(column => [column.name, draw(column, listed.get(column.name))]))
    for (const key of keys) await refer(client, key, row)
    const given = Object.entries(row)
    try {
      await client.query(
        `insert into "${table}" (${given.map(([name]) => `"${name}"`).join(', ')})
         values (${given.map((_, at) => `$${at + 1}`).join(', ')})`,
        given.map(([, value]) => value),
      )
      return true
    } catch {
      // A check refused it: try other values.
    }
  }
  return false
}

const keysSql = `
  select (select array_agg(a.attname::text order by u.place) from unnest(c.conkey) with ordinality u (number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = u.number) as columns,
         c.confrelid::regclass::text as table,
         (select array_agg(a.attname::text order by u.place) from unnest(c.confkey) with ordinality u (number, place)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = u.number) as to
  from pg_constraint c where c.conrelid = $1::regclass and c.contype = 'f' order by array_length(c.conkey, 1)`

/** Returns the values of a column that a check lists. */
function listedValues(checks: string[]): Map<string, string[]> {
  const listed = new Map<string, string[]>()
  for (const check of checks) {
    const [, name, values] = /\(\(?"?(\w+)"?\)?(?:::text)? = ANY \(\(?ARRAY\[(.*?)\]/.exec(check) ?? []
    if (name && values)
      listed.set(
        name,
        [...values.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!),
      )
  }
  return listed
}

const texts = [
  '0123456789',
  'A'.repeat(22),
  'WD-0123456789ABCDEFG',
  'x',
  'kopi-susu',
  '0'.repeat(64),
  'https://toko.example/x',
  '+6281234567890',
  randomUUID(),
  'id',
]

function draw({ type, required }: Column, listed?: string[]): unknown {
  if (!required && randomInt(2) === 0) return null
  const one = <Value>(values: Value[]): Value => values[randomInt(values.length)]!
  if (listed) return one(listed)
  if (type.endsWith('[]')) return []
  if (/^(bigint|integer|smallint|numeric)/.test(type)) return one([0, 1, 3, 100, 10_000])
  if (/^(timestamp|date)/.test(type)) return new Date(Date.now() + one([-1, 0, 1]) * 3_600_000)
  if (type === 'boolean') return randomInt(2) === 0
  if (type.startsWith('json')) return one(['{}', '[]'])
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return Buffer.from('warung')
  return one(texts)
}

async function refer(client: pg.Client, { columns, table, to }: Key, row: Record<string, unknown>): Promise<void> {
  if (columns.some(name => row[name] === null)) return
  const { rows } = await client.query(
    `select ${to.map(name => `"${name}"`).join(', ')} from ${table} order by random() limit 1`,
  )
  for (const [at, name] of columns.entries()) row[name] = rows[0]?.[to[at]!] ?? row[name]
}
