import { randomBytes } from 'node:crypto'
import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { ConfigError } from '../config.ts'
import type { Scope } from '../database/scope.ts'
import type { Transact, Tx } from '../database/transaction.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { createRootKey, createSeal, type RootKey, type Seal } from '../lib/seal.ts'
import { SealKey } from './seal-key.ts'

/** The installation's keys: random ones, stored in the database wrapped by SECRET_KEY, which can therefore change. */
export interface KeyRing {
  seal: Seal
  /** Stores a new key, which seals after `leadS` real seconds, when every process has read it. */
  add(em: EntityManager, leadS: number): Promise<void>
  /** Reads the keys that other processes added. */
  refresh(): Promise<void>
  /** Starts reading them regularly. */
  start(): void
  stop(): void
}

export interface KeyRingParts {
  database: { em(scope: Scope): EntityManager; transaction: Transact }
  secretKey: string
  /** Unwraps keys that an earlier SECRET_KEY wrapped; they are immediately wrapped again. */
  previousSecretKey?: string | undefined
}

// Well within the time before a new key is used (`leadS`).
const refreshMs = 2_000

/** Opens the ring, creating a first key in a new database. Throws ConfigError for a SECRET_KEY that did not wrap it. */
export async function openKeyRing({ database, secretKey, previousSecretKey }: KeyRingParts): Promise<KeyRing> {
  const secrets = previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey]
  const wrapping = createSeal(() => secrets.map(secret => createRootKey(secret)))
  const secretOf = new Map<string, Buffer>()
  let keys: readonly RootKey[] = []
  let readAs: string | undefined
  const stateOf = stateReader()
  let refreshing: Loop | undefined

  async function refreshKeys() {
    const em = database.em('shared')
    const state = await stateOf(em)
    if (state === readAs) return
    const stored = await em.find(SealKey, {}, { orderBy: { activeFrom: 'desc' } })
    for (const key of stored) if (!secretOf.has(key.id)) secretOf.set(key.id, await unwrapKey(em, wrapping, key))
    keys = inOrder(stored).map(({ id, replacedAt }) => ({ id, secret: secretOf.get(id)!, replacedAt }))
    readAs = state
  }

  const ring: KeyRing = {
    seal: createSeal(() => keys),
    add: (em, leadS) => addKey(em, wrapping, leadS),
    refresh: refreshKeys,
    start() {
      // While the database is unavailable, other processes cannot add keys either.
      refreshing ??= startLoop({}, { everyMs: refreshMs, work: refreshKeys })
    },
    stop() {
      void refreshing?.stop()
      refreshing = undefined
    },
  }
  await database.transaction('shared', tx => addFirstKey(tx, wrapping))
  await refreshKeys()
  return ring
}

/**
 * Returns a function that reads the existing keys, their age and whether they are in use. Every process calls it every
 * two seconds, so the statement is built once.
 */
function stateReader(): (em: EntityManager) => Promise<string> {
  const build = (em: EntityManager) =>
    em
      .getKysely<{ seal_key: { id: string; active_from: Date } }>()
      .selectFrom('seal_key')
      .select(has => ['id', 'active_from', has('active_from', '<=', has.fn<Date>('now')).as('is_in_use')])
      .orderBy('id')
      .compile()
  let built: ReturnType<typeof build> | undefined
  return async em => {
    built ??= build(em)
    return JSON.stringify((await em.getKysely().executeQuery(built)).rows)
  }
}

// The key in use comes first, then its predecessors, then one that is not in use yet, because other processes may
// already use it.
function inOrder(newestFirst: SealKey[]): { id: string; replacedAt: Date | null }[] {
  const inUse = newestFirst.filter(key => key.activeForS >= 0)
  const toCome = newestFirst.filter(key => key.activeForS < 0)
  return [
    ...inUse.map(({ id }, place) => ({ id, replacedAt: inUse[place - 1]?.activeFrom ?? null })),
    ...toCome.map(({ id }) => ({ id, replacedAt: null })),
  ]
}

async function addFirstKey({ em, write }: Tx, wrapping: Seal): Promise<void> {
  if ((await em.count(SealKey)) > 0) return
  await write(lockKeysSql)
  if ((await em.count(SealKey)) > 0) return
  await addKey(em, wrapping, 0)
  await em.nativeUpdate(SealKey, {}, { resealedAt: raw<Date>('now()') })
}

/** Locks the keys, because two processes that add a key at once would begin two rotations. */
export const lockKeysSql = 'lock table seal_key in share row exclusive mode'

async function addKey(em: EntityManager, wrapping: Seal, leadS: number): Promise<void> {
  const secret = randomBytes(32)
  const { id } = createRootKey(secret)
  await em.insert(SealKey, {
    id,
    wrapped: wrapping.seal(secret.toString('base64'), wrapContext(id)),
    activeFrom: raw('now() + make_interval(secs => ?)', [leadS]),
    resealedAt: null,
  })
}

async function unwrapKey(em: EntityManager, wrapping: Seal, { id, wrapped }: SealKey): Promise<Buffer> {
  const secret = openWrapped(wrapping, id, wrapped)
  if (!wrapped.startsWith(`${wrapping.keyId()}.`)) {
    const anew = wrapping.seal(secret, wrapContext(id))
    await em.nativeUpdate(SealKey, { id, wrapped }, { wrapped: anew })
  }
  return Buffer.from(secret, 'base64')
}

function openWrapped(wrapping: Seal, id: string, wrapped: string): string {
  try {
    return wrapping.open(wrapped, wrapContext(id))
  } catch {
    throw new ConfigError([
      'SECRET_KEY is not the one that this database was made with: bring it back, or set SECRET_KEY_PREVIOUS to it',
    ])
  }
}

function wrapContext(id: string): string {
  return `seal_key|wrapped|${id}`
}
