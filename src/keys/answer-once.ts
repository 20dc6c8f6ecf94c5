import { randomUUID } from 'node:crypto'
import { type EntityManager, raw } from '@mikro-orm/postgresql'
import type { AccountScope } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { AnsweredRequest } from './answered-request.ts'

export interface KeyedRequest {
  path: string
  key: string
  /** A hash of the request's content: the same key with another content is the caller's mistake. */
  fingerprint: Buffer
}

// Longer than any request takes: after it, the process that worked on it has died.
const leaseS = 120
const retryAfterS = 2

/**
 * Does the work of a request once, and returns the same answer when the request is repeated. A refused one leaves its key free. What a killed process
 * was working on is done again after two minutes: it may have had its effect, so the work must tolerate that.
 *
 * Refuses `idempotency_mismatch`, and `idempotency_conflict` while the first is worked on.
 */
export async function answerOnce(
  app: Needs<'em' | 'now'>,
  scope: Required<AccountScope>,
  request: KeyedRequest,
  work: () => Promise<object>,
): Promise<object> {
  const em = app.em(scope)
  const token = randomUUID()
  const earlier = await claim(em, scope, request, { token, createdAt: app.now() })
  if (earlier !== null) return earlier
  const claimed = { ...keyOf(scope, request), token }
  let answer: object
  try {
    answer = await work()
  } catch (error) {
    await em.nativeDelete(AnsweredRequest, claimed)
    throw error
  }
  await em.nativeUpdate(AnsweredRequest, claimed, { answer: JSON.stringify(answer) })
  return answer
}

function keyOf({ accountId, mode }: Required<AccountScope>, { path, key }: KeyedRequest) {
  return { account: accountId, mode, path, key }
}

/** Returns the earlier answer; null when this request has claimed the work. */
async function claim(
  em: EntityManager,
  scope: Required<AccountScope>,
  request: KeyedRequest,
  { token, createdAt }: { token: string; createdAt: Date },
): Promise<object | null> {
  const key = keyOf(scope, request)
  const leasedUntil = raw(`now() + interval '${leaseS} seconds'`)
  const row = { ...key, fingerprint: request.fingerprint, token, leasedUntil, answer: null, createdAt }
  const insert = em.qb(AnsweredRequest).insert(row).onConflict(['account', 'mode', 'path', 'key']).ignore()
  if ((await insert.execute()).affectedRows === 1) return null
  const known = await em.findOne(AnsweredRequest, key)
  if (known && !known.fingerprint.equals(request.fingerprint)) {
    throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used before with another request', {
      fields: [{ path: 'Idempotency-Key', error: 'belongs to a request with another content' }],
    })
  }
  if (known?.answer) return JSON.parse(known.answer)
  const isOver = { ...key, answer: null, leasedUntil: { $lt: raw('now()') } }
  if ((await em.nativeUpdate(AnsweredRequest, isOver, { token, leasedUntil })) === 1) return null
  throw new Refusal('idempotency_conflict', 'The same request is still being worked on', { retryAfterS })
}
