import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { bindToTransaction } from '../database/bind-to-transaction.ts'
import type { AccountScope } from '../database/scope.ts'
import { generateToken } from '../lib/ids.ts'
import { Refusal } from '../lib/refusal.ts'
import type { App } from '../needs.ts'
import { AnsweredRequest } from './answered-request.ts'
import { refuseMismatchedKey } from './refuse-mismatched-key.ts'

export interface KeyedRequest {
  path: string
  key: string
  /** A hash of the request's content: reusing a key with other content is a mistake of the caller. */
  fingerprint: Buffer
}

export interface OnceWork<Prepared> {
  /**
   * Makes the external requests, such as to a bucket, before anything is written. If the process dies they are
   * repeated, with the same name for the stored object.
   */
  prepare?: ((storageKey: string) => Promise<Prepared>) | undefined
  /** Performs all writes, only through `inside`. Returns the answer. */
  write(inside: App, prepared: Prepared | undefined): Promise<object>
  /** Returns the answer without values that are shown only once; repeated requests get this one. */
  withoutSecrets?: ((answer: object) => object) | undefined
  /** Called if the answer is that of an earlier request. */
  onReplay?(): void
}

const retryAfterS = 2

/**
 * Does the work of a request once, and returns the same answer when the request is repeated. Its writes and its answer
 * are one transaction, so a killed process leaves both or neither, and a repetition continues immediately. A concurrent
 * repetition waits for the first. A refused request leaves its key free.
 *
 * Refuses `idempotency_mismatch`, and `idempotency_conflict` if the key is being released at this moment.
 */
export async function answerOnce<Prepared>(
  app: App,
  scope: Required<AccountScope>,
  request: KeyedRequest,
  { prepare, write, withoutSecrets = answer => answer, onReplay = () => {} }: OnceWork<Prepared>,
): Promise<object> {
  const once = { scope, request, createdAt: app.now(), withoutSecrets, onReplay }
  if (!prepare) return writeOnce(app, once, inside => write(inside, undefined))
  const claimed = await claimAnswer(app.em(scope), once)
  if (claimed.answer !== null) return replayAnswer(once, claimed.answer)
  try {
    const prepared = await prepare(claimed.storageKey)
    return await writeOnce(app, once, inside => write(inside, prepared))
  } catch (error) {
    if (isRefused(error)) await giveUp(app, once, claimed)
    throw error
  }
}

function replayAnswer({ onReplay }: OnceRequest, answer: string): object {
  onReplay()
  return JSON.parse(answer)
}

interface OnceRequest {
  withoutSecrets(answer: object): object
  onReplay(): void
  scope: Required<AccountScope>
  request: KeyedRequest
  createdAt: Date
}

async function writeOnce(app: App, request: OnceRequest, write: (inside: App) => Promise<object>): Promise<object> {
  return app.transaction(request.scope, async tx => {
    const claimed = await claimAnswer(tx.em, request, LockMode.PESSIMISTIC_WRITE)
    if (claimed.answer !== null) return replayAnswer(request, claimed.answer)
    const answer = await write({ ...app, ...bindToTransaction(app, tx) })
    const stored = JSON.stringify(request.withoutSecrets(answer))
    const keptRows = await tx.em.nativeUpdate(AnsweredRequest, answerKey(request), { answer: stored })
    if (keptRows !== 1) throw new Error('Bug: an answer was kept by no claim')
    return answer
  })
}

function answerKey({ scope: { accountId, mode }, request: { path, key } }: OnceRequest) {
  return { account: accountId, mode, path, key }
}

/** Returns the row of this key, creating it if necessary. Waits for a concurrent claim. */
async function claimAnswer(
  em: EntityManager,
  request: OnceRequest,
  lockMode = LockMode.NONE,
): Promise<AnsweredRequest> {
  const key = answerKey(request)
  const { fingerprint } = request.request
  const row = { ...key, fingerprint, storageKey: generateToken(), answer: null, createdAt: request.createdAt }
  await em.qb(AnsweredRequest).insert(row).onConflict(['account', 'mode', 'path', 'key']).ignore().execute()
  const claimed = await em.findOne(AnsweredRequest, key, { lockMode, refresh: true })
  if (!claimed) {
    throw new Refusal('idempotency_conflict', 'The same request is still being processed', { retryAfterS })
  }
  if (claimed.fingerprint.equals(fingerprint)) return claimed
  throw refuseMismatchedKey()
}

// An unavailable bucket may have stored what it was sent: the repetition uses the same name.
function isRefused(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'unavailable'
}

async function giveUp(app: App, request: OnceRequest, { storageKey }: AnsweredRequest): Promise<void> {
  await app.em(request.scope).nativeDelete(AnsweredRequest, { ...answerKey(request), storageKey, answer: null })
}
