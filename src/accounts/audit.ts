import { createHash } from 'node:crypto'
import type { Tx } from '../database/transaction.ts'
import type { Needs } from '../needs.ts'

export interface Audited {
  /** Null for an act on the installation itself. */
  accountId: number | null
  /** Who did it: `user 12`, `command`, `rule late money`. */
  actor: string
  /** `key.revoked`, `account.verified`. */
  act: string
  /** What it was done to: `key 12`. */
  subject: string
  /** Never a secret. */
  detail?: Record<string, unknown>
  address?: string | null
}

/** Writes down an act in the transaction that does it. Acts on one account wait for one another. */
export async function audit(app: Needs<'now'>, tx: Tx, asked: Audited): Promise<void> {
  const chain = asked.accountId ?? 0
  // Held until the transaction ends: two acts at once would both follow the same one.
  await tx.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [auditLock, String(chain)])
  const [last] = await tx.query<{ number: number; hash: Buffer }>(
    'select number, hash from audit_entry where chain = $1 order by number desc limit 1',
    [chain],
  )
  const entry: Chained = {
    chain,
    number: (last?.number ?? 0) + 1,
    actor: asked.actor,
    act: asked.act,
    subject: asked.subject,
    detail: asked.detail ?? {},
    address: asked.address ?? null,
    createdAt: app.now(),
    previousHash: last?.hash ?? firstHash,
  }
  await tx.write(
    `insert into audit_entry (chain, number, actor, act, subject, detail, address, created_at, previous_hash, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      entry.chain,
      entry.number,
      entry.actor,
      entry.act,
      entry.subject,
      JSON.stringify(entry.detail),
      entry.address,
      entry.createdAt,
      entry.previousHash,
      hashOf(entry),
    ],
  )
}

const auditLock = 7_240_313
const firstHash = Buffer.alloc(32)

interface Chained {
  chain: number
  number: number
  actor: string
  act: string
  subject: string
  detail: Record<string, unknown>
  address: string | null
  createdAt: Date
  previousHash: Buffer
}

/** The number of the first entry that was changed, or does not follow the one before; null when the chain holds. */
export async function brokenAudit(app: Needs<'sql'>, accountId: number | null): Promise<number | null> {
  const entries = await app.sql.query<Chained & { hash: Buffer }>(
    `select chain, number, actor, act, subject, detail, address, created_at as "createdAt",
       previous_hash as "previousHash", hash
     from audit_entry where chain = $1 order by number`,
    [accountId ?? 0],
  )
  let previous: Buffer = firstHash
  for (const [index, entry] of entries.entries()) {
    const isWhole =
      entry.number === index + 1 && entry.previousHash.equals(previous) && entry.hash.equals(hashOf(entry))
    if (!isWhole) return index + 1
    previous = entry.hash
  }
  return null
}

function hashOf(entry: Chained): Buffer {
  const { chain, number, actor, act, subject, detail, address, createdAt, previousHash } = entry
  const facts = [chain, number, actor, act, subject, sorted(detail), address, createdAt.toISOString()]
  return createHash('sha256').update(previousHash).update(JSON.stringify(facts)).digest()
}

// The database keeps the keys of an object in an order of its own.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, held]) => [key, sorted(held)])
}
