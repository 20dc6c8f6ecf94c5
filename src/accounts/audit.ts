import { createHash } from 'node:crypto'
import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import type { AuditAct } from './audit-act.ts'
import { AuditEntry } from './audit-entry.ts'

/** The person or rule that performs an act recorded in the audit log. */
export interface Actor {
  /** Such as `user 12`, `operator 3`, `command` or `rule late money`. */
  actor: string
  address?: string | null
  /** The actor's name for messages to people; the log identifies users by id. */
  name?: string
}

/** The actor of an action for an account, such as one of its members. */
export interface MemberActor extends Actor {
  accountId: number
}

/** The actor of an action on something that an account has once for each mode. */
export interface ModeActor extends MemberActor {
  mode: Mode
}

/** The actor of acts performed by hand, on the machine itself. */
export const commandActor: Actor = { actor: 'command', name: 'npm run warung' }

export interface AuditedAct extends Actor {
  /** Null for an act on the installation itself. */
  accountId: number | null
  act: AuditAct
  /** The object of the act, such as `key 12`. */
  subject: string
  /** Details of the act; never a secret. */
  detail?: Record<string, unknown>
}

// An entity cannot lock a row that does not exist yet.
const lockChainSql = statement<{ chain: string }>('select pg_advisory_xact_lock(7240313, hashtext(:chain))')

/** Records an act in the transaction that performs it. Acts on one account are recorded one at a time. */
export async function recordAct(app: Needs<'now'>, tx: Tx, act: AuditedAct): Promise<void> {
  const chain = act.accountId ?? 0
  // Held until the transaction ends: otherwise two concurrent acts would follow the same entry.
  await tx.query(lockChainSql, { chain: String(chain) })
  // Without the filter of the caller: the log belongs to the installation, and the chain already names the account.
  const last = await tx.em.findOne(AuditEntry, { chain }, { orderBy: { number: 'desc' }, filters: { caller: false } })
  const entry: ChainedEntry = {
    chain,
    number: (last?.number ?? 0) + 1,
    actor: act.actor,
    act: act.act,
    subject: act.subject,
    detail: act.detail ?? {},
    address: act.address ?? null,
    createdAt: app.now(),
    previousHash: last?.hash ?? firstHash,
  }
  await tx.em.insert(AuditEntry, { ...entry, hash: hashEntry(entry) })
}

/** The hash that the first entry of a chain follows. */
export const firstHash = Buffer.alloc(32)

export type ChainedEntry = Omit<AuditEntry, 'id' | 'hash'>

/**
 * Returns the number of the first entry that was changed or does not follow its predecessor; null if the chain is
 * intact.
 */
export async function findAuditGap(app: Needs<'em'>, accountId: number | null): Promise<number | null> {
  const chain = { chain: accountId ?? 0 }
  const entries = await app.em('shared').find(AuditEntry, chain, { orderBy: { number: 'asc' } })
  let previous: Buffer = firstHash
  for (const [index, entry] of entries.entries()) {
    const isWhole =
      entry.number === index + 1 && entry.previousHash.equals(previous) && entry.hash.equals(hashEntry(entry))
    if (!isWhole) return index + 1
    previous = entry.hash
  }
  return null
}

/** Returns the hash of an entry, computed over its predecessor's hash and all its facts. */
export function hashEntry(entry: ChainedEntry): Buffer {
  const { chain, number, actor, act, subject, detail, address, createdAt, previousHash } = entry
  const facts = [chain, number, actor, act, subject, sortKeys(detail), address, createdAt.toISOString()]
  return createHash('sha256').update(previousHash).update(JSON.stringify(facts)).digest()
}

// PostgreSQL stores the keys of a JSON object in its own order.
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, held]) => [key, sortKeys(held)])
}
