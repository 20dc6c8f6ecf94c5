import type { PendingRequest } from '../database/batcher.ts'
import { answerOnce } from '../keys/answer-once.ts'
import type { Standing } from '../keys/standing.ts'
import { generateToken } from '../lib/ids.ts'
import type { App } from '../needs.ts'
import type { Answers } from './dialects/dialect.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

/** The work of an endpoint, in the steps that an idempotent request requires. */
export interface EndpointSteps<Input, Result, Prepared = Input> {
  method: 'GET' | 'POST'
  /** The path, without `/api` and `.php`. */
  path: string
  /** Set if the endpoint itself stores what an `Idempotency-Key` created, in the transaction that creates it. */
  keepsItsKeys?: boolean
  /**
   * Makes the external requests (a bucket, an address, a picture) before anything is written. For a POST with an
   * `Idempotency-Key` all writes are one transaction. If a process dies, the repeated request runs this again, with the
   * same `storageKey`, the name of the object in the goods store. `handle` receives the result instead of the input.
   */
  prepare?(app: App & StorageKey, standing: Standing, input: Input, request: EndpointRequest): Promise<Prepared>
  /** Whether the answer has a `secret`, shown only once: a repeated request gets null instead. */
  showsSecret?: boolean
  /** Undoes the preparation of a failed request that cannot be repeated by its key. */
  takeBack?(app: App, prepared: Prepared): Promise<void>
  /**
   * Handles the request. It uses `app` only, which may be inside a transaction: no network requests and no other
   * database connection.
   */
  handle(app: App, standing: Standing, input: Prepared, request: EndpointRequest): Promise<Result>
}

export interface EndpointRequest {
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
  isForm: boolean
  keyId: number
  waiter: PendingRequest
  /** Counts towards the key's picture limit. Refuses `rate_limited`. */
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

/** Presents the result of an endpoint in the caller's dialect. */
type Present = (value: Answers[keyof Answers], app: App) => object

/**
 * Executes the request of an endpoint and returns its answer. A request with an `Idempotency-Key` is executed only
 * once, even if it is sent repeatedly.
 */
export async function executeEndpoint(
  definition: EndpointSteps<unknown, Answers[keyof Answers]>,
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
  const prepared = await storing(generateToken())
  try {
    return await handle(app, prepared)
  } catch (error) {
    await definition.takeBack?.(app, prepared)
    throw error
  }
}
