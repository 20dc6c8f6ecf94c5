import type { PendingRequest } from '../database/batcher.ts'
import { answerOnce } from '../keys/answer-once.ts'
import type { Standing } from '../keys/standing.ts'
import { randomToken } from '../lib/ids.ts'
import type { App } from '../needs.ts'
import type { Answers } from './dialects/dialect.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

/** The work of an endpoint, in the steps that an idempotent request needs. */
export interface Doing<Input, Result, Prepared = Input> {
  method: 'GET' | 'POST'
  /** Without `/api` and without `.php`. */
  path: string
  /** It keeps what an `Idempotency-Key` made itself, in the transaction that makes it. */
  keepsItsKeys?: boolean
  /**
   * Makes the external requests (a bucket, an address, a picture) before anything is written. For a POST with an
   * `Idempotency-Key` all writes are one transaction. Runs again when a killed request is repeated. `handle` receives
   * its result in place of the input. `storageKey` names the object in the store of goods, and is the same when a
   * killed request is repeated.
   */
  prepare?(app: App & StorageKey, standing: Standing, input: Input, request: EndpointRequest): Promise<Prepared>
  /** Whether its answer has a `secret`, which is shown this once: a repetition by its key finds null there. */
  showsSecret?: boolean
  /** Undoes the preparation of a request that cannot be repeated by its key. */
  takeBack?(app: App, prepared: Prepared): Promise<void>
  /** Through `app` alone, which may be inside a transaction: no network, no database of its own. */
  handle(app: App, standing: Standing, input: Prepared, request: EndpointRequest): Promise<Result>
}

export interface EndpointRequest {
  /** By its name in small letters. */
  header(name: string): string | undefined
  isForm: boolean
  keyId: number
  waiter: PendingRequest
  /** Counts against the key's limit of pictures. Refuses `rate_limited`. */
  takePicture(): void
  /** Marks the answer as that of an earlier request with the same `Idempotency-Key`. */
  markReplayed(): void
}

interface StorageKey {
  storageKey: string
}

interface EndpointCall {
  app: App
  standing: Standing
  input: unknown
  request: EndpointRequest
}

/** Shows what an endpoint did, in the words of the caller's dialect. */
type Present = (value: Answers[keyof Answers], app: App) => object

/**
 * Executes the request of an endpoint and returns its answer; with an `Idempotency-Key` once, however often it is sent.
 */
export async function executeEndpoint(
  definition: Doing<unknown, Answers[keyof Answers]>,
  call: EndpointCall,
  present: Present,
): Promise<object> {
  const { app, standing, input, request } = call
  const { prepare } = definition
  const storing = (storageKey: string) => prepare!({ ...app, storageKey }, standing, input, request)
  const handle = async (inside: App, prepared: unknown) =>
    present(await definition.handle(inside, standing, prepared, request), inside)

  const isOnce = definition.method === 'POST' && !definition.keepsItsKeys
  const key = isOnce ? readIdempotencyKey(request, input as object) : undefined
  if (key) {
    const write = (inside: App, prepared: unknown) => handle(inside, prepare ? prepared : input)
    const withoutSecrets = definition.showsSecret ? (answer: object) => ({ ...answer, secret: null }) : undefined
    const work = { write, prepare: prepare && storing, withoutSecrets, onReplay: () => request.markReplayed() }
    return answerOnce(app, standing, { path: definition.path, ...key }, work)
  }
  if (!prepare) return handle(app, input)
  const prepared = await storing(randomToken())
  try {
    return await handle(app, prepared)
  } catch (error) {
    await definition.takeBack?.(app, prepared)
    throw error
  }
}
