import type { App } from '../../src/needs.ts'

/** The tables that record an update: its arrival, the form that it answers, a search without results. */
const ownTraces = new Set(['inbox', 'chat_lease', 'form', 'search_miss'])
/** The columns of bots that other processes change all the time by fetching updates. */
const fetching = '{polled_at,polled_until,poll_token,poll_holder,quiet_until}'

/** Returns every row of the shop by table, for tests that check that nothing changed. */
export async function everything({ sql }: Pick<App, 'sql'>): Promise<Record<string, string[]>> {
  const tables = await sql.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const kept = tables.map(({ name }) => name).filter(name => !ownTraces.has(name))
  const read = async (name: string) => {
    const rows = await sql.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from "${name}" t order by 1`,
      [fetching],
    )
    return [name, rows.map(({ row }) => row)] as const
  }
  return Object.fromEntries(await Promise.all(kept.map(read)))
}
