import { SealError } from '../lib/seal.ts'
import type { Needs } from '../needs.ts'

interface SealedColumn {
  table: string
  column: string
  /** With the value of `of` it is the context that the text is bound to. */
  context: string
  of: string
}

/** Everything in the database that is sealed; a column that is missing here would keep an old key for ever. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'connection', column: 'sealed_credentials', context: 'connection|credentials|', of: 'id' },
  { table: 'webhook_secret', column: 'sealed', context: 'webhook_secret|sealed|', of: 'account_id' },
  { table: 'connect_attempt', column: 'sealed_state', context: 'connect_attempt|sealed_state|', of: 'id' },
  { table: 'bridge', column: 'sealed_key', context: 'bridge|sealed_key|', of: "connector || '|' || mode" },
  { table: 'bot', column: 'sealed_token', context: 'bot|sealed_token|', of: 'id' },
  { table: 'app_user', column: 'sealed_totp', context: 'app_user|sealed_totp|', of: 'id' },
]

// What another process sealed in its last moments with the key before is met by a look after this time.
const settleS = 10

/**
 * Seals up to `limit` values of each table anew, where a rotation is under way and its key is in use. Returns what is
 * left to do: `waiting` for the key's time, `more` values, or `nothing`. Killed anywhere, it goes on when called again.
 */
export async function resealValues(
  app: Needs<'sql' | 'keyRing' | 'seal' | 'log'>,
  limit: number,
): Promise<'waiting' | 'more' | 'nothing'> {
  const [rotation] = await app.sql.query<{ id: string; isSettled: boolean }>(
    `select id, active_from < now() - make_interval(secs => $1) as "isSettled" from seal_key where resealed_at is null`,
    [settleS],
  )
  if (!rotation) return 'nothing'
  await app.keyRing.refresh()
  if (app.seal.keyId() !== rotation.id) return 'waiting'
  let found = 0
  for (const column of sealedColumns) found += await resealSome(app, column, limit)
  if (found > 0) return 'more'
  if (!rotation.isSettled) return 'waiting'
  await app.sql.write('update seal_key set resealed_at = now() where id = $1 and resealed_at is null', [rotation.id])
  return 'nothing'
}

async function resealSome(
  app: Needs<'sql' | 'seal' | 'log'>,
  { table, column, context, of }: SealedColumn,
  limit: number,
): Promise<number> {
  const rows = await app.sql.query<{ id: number; sealed: string; owner: number | string }>(
    `select id, ${column} as sealed, ${of} as owner from ${table}
     where ${column} not like $1 || '.%' and ${column} like '%.%' order by id limit $2`,
    [app.seal.keyId(), limit],
  )
  const resealed = rows.flatMap(({ id, sealed, owner }) => {
    const plain = openOld(app, sealed, `${context}${owner}`, { table, id })
    return plain === null ? [] : [{ id, sealed, anew: app.seal.seal(plain, `${context}${owner}`) }]
  })
  // A value that was replaced meanwhile was sealed with the new key.
  await app.sql.write(
    `update ${table} t set ${column} = v.anew
     from unnest($1::bigint[], $2::text[], $3::text[]) as v(id, sealed, anew)
     where t.id = v.id and t.${column} = v.sealed`,
    [resealed.map(row => row.id), resealed.map(row => row.sealed), resealed.map(row => row.anew)],
  )
  return resealed.length
}

// One value that was damaged must not keep all others under the old key.
function openOld(app: Needs<'seal' | 'log'>, sealed: string, context: string, row: object): string | null {
  try {
    return app.seal.open(sealed, context)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    app.log.error({ ...row, error: error.message }, 'a sealed value cannot be opened')
    return null
  }
}
