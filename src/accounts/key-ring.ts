import { randomBytes } from 'node:crypto'
import { ConfigError } from '../config.ts'
import { createSeal, type RootKey, rootKey, type Seal } from '../lib/seal.ts'
import type { Database, Sql } from '../lib/sql.ts'

/** The installation's keys: random ones, kept in the database wrapped by SECRET_KEY, which therefore can change. */
export interface KeyRing {
  seal: Seal
  /** Stores a new key, which seals from `leadS` real seconds on: every process has read it by then. */
  add(tx: Sql, leadS: number): Promise<void>
  /** Reads what other processes added. */
  refresh(): Promise<void>
  /** Keeps reading. */
  start(): void
  stop(): void
}

export interface KeyRingParts {
  sql: Database
  secretKey: string
  /** Opens what an earlier SECRET_KEY wrapped; it is wrapped anew at once. */
  previousSecretKey?: string | undefined
}

const refreshMs = 1000

/** Opens the ring, with a first key on a fresh database. Throws ConfigError for a SECRET_KEY that did not wrap it. */
export async function openKeyRing({ sql, secretKey, previousSecretKey }: KeyRingParts): Promise<KeyRing> {
  const secrets = previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey]
  const wrapping = createSeal(() => secrets.map(secret => rootKey(secret)))
  const secretOf = new Map<string, Buffer>()
  let keys: readonly RootKey[] = []
  let timer: NodeJS.Timeout | undefined

  async function refresh() {
    const rows = await sql.query<StoredKey>(storedKeysSql)
    for (const row of rows) if (!secretOf.has(row.id)) secretOf.set(row.id, await unwrap(sql, wrapping, row))
    keys = rows.map(({ id, replacedAt }) => ({ id, secret: secretOf.get(id)!, replacedAt }))
  }

  const ring: KeyRing = {
    seal: createSeal(() => keys),
    add: (tx, leadS) => addKey(tx, wrapping, leadS),
    refresh,
    start() {
      // A database that is away for a moment adds no keys either.
      timer ??= setInterval(() => void refresh().catch(() => {}), refreshMs).unref()
    },
    stop: () => clearInterval(timer),
  }
  await sql.transaction(tx => addFirstKey(tx, wrapping))
  await refresh()
  return ring
}

interface StoredKey {
  id: string
  wrapped: string
  replacedAt: Date | null
}

// The one that seals first, then those that it replaced, then one whose time has not come: it may be met in other processes' work.
const storedKeysSql = `
  select id, wrapped, case when active_from <= now() then
      lead(active_from) over (partition by active_from <= now() order by active_from) end as "replacedAt"
  from seal_key order by active_from <= now() desc, active_from desc`

async function addFirstKey(tx: Sql, wrapping: Seal): Promise<void> {
  const before = await tx.query('select 1 from seal_key limit 1')
  if (before.length > 0) return
  await tx.write('lock table seal_key in share row exclusive mode')
  const rows = await tx.query('select id from seal_key limit 1')
  if (rows.length > 0) return
  await addKey(tx, wrapping, 0)
  await tx.write('update seal_key set resealed_at = now()')
}

async function addKey(tx: Sql, wrapping: Seal, leadS: number): Promise<void> {
  const secret = randomBytes(32)
  const { id } = rootKey(secret)
  await tx.write(`insert into seal_key (id, wrapped, active_from) values ($1, $2, now() + make_interval(secs => $3))`, [
    id,
    wrapping.seal(secret.toString('base64'), contextOf(id)),
    leadS,
  ])
}

async function unwrap(sql: Sql, wrapping: Seal, { id, wrapped }: StoredKey): Promise<Buffer> {
  const secret = openWrapped(wrapping, id, wrapped)
  if (!wrapped.startsWith(`${wrapping.keyId()}.`)) {
    const anew = wrapping.seal(secret, contextOf(id))
    await sql.write('update seal_key set wrapped = $2 where id = $1 and wrapped = $3', [id, anew, wrapped])
  }
  return Buffer.from(secret, 'base64')
}

function openWrapped(wrapping: Seal, id: string, wrapped: string): string {
  try {
    return wrapping.open(wrapped, contextOf(id))
  } catch {
    throw new ConfigError([
      'SECRET_KEY is not the one that this database was made with: bring it back, or set SECRET_KEY_PREVIOUS to it',
    ])
  }
}

function contextOf(id: string): string {
  return `seal_key|wrapped|${id}`
}
