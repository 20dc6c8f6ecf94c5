import pg from 'pg'
import { recordDiskFull } from '../lib/disk-full.ts'
import type { WatchDatabase } from '../lib/silence.ts'
import { findPrepared, recordStalePlan } from '../lib/sql.ts'

type Callback<Result> = (error: Error | null, result: Result) => void
type Release = (error?: Error | boolean) => void

/**
 * The class of all connections of the pool, for the ORM's statements and ours. Hand-written statements are prepared by
 * name. If the server stops answering, the connection ends with every query that waits on it. A connection that has
 * ended leaves the pool, even while a caller holds it.
 */
export class WatchedClient extends pg.Client {
  #release: Release | undefined
  #isLost = false
  readonly #watch: WatchDatabase

  constructor(config: pg.ClientConfig & { watch: WatchDatabase }) {
    super(config)
    this.#watch = config.watch
    this.on('error', error => {
      this.#isLost = true
      this.release(error)
    })
  }

  /** Set by the pool each time it lends this connection; a second call does nothing. */
  get release(): Release {
    return error => {
      const giveBack = this.#release
      this.#release = undefined
      giveBack?.(error)
    }
  }

  set release(release: Release) {
    this.#release = release
  }

  // @ts-expect-error: one signature instead of pg's overloads
  override connect(callback?: Callback<unknown>): Promise<unknown> | undefined {
    return this.#watched(callback, done => super.connect(done as never))
  }

  // @ts-expect-error: one signature instead of pg's overloads
  override query(query: unknown, values?: unknown, callback?: unknown): unknown {
    // A cursor, which handles its own callbacks.
    if (typeof query === 'object' && query !== null && 'submit' in query) return super.query(query as never)
    const callbackGiven = typeof values === 'function' ? values : callback
    const parameters = Array.isArray(values) ? values : undefined
    // The transaction ended with the connection, so there is nothing to roll back, and the caller can release the
    // connection.
    if (this.#isLost && query === 'rollback') return this.#watched(callbackGiven as never, done => done(null, nothing))
    const prepared = typeof query === 'string' ? findPrepared(query, parameters) : null
    return this.#watched(callbackGiven as never, done =>
      prepared
        ? super.query(prepared, notePlanErrors(query as string, prepared.text, done) as never)
        : super.query(query as never, parameters as never, done as never),
    )
  }

  #watched<Result>(
    callback: Callback<Result> | undefined,
    start: (done: Callback<Result>) => unknown,
  ): Promise<Result> | undefined {
    if (callback) return this.#watchedCall(callback, start)
    return new Promise((resolve, reject) => {
      this.#watchedCall<Result>((error, result) => (error ? reject(error) : resolve(result)), start)
    })
  }

  #watchedCall<Result>(callback: Callback<Result>, start: (done: Callback<Result>) => unknown): undefined {
    const stop = this.#watch(silent => {
      stop()
      this.#stream.destroy(silent)
    })
    start((error, result) => {
      stop()
      if (error) recordDiskFull(error)
      callback(error, result)
    })
    return undefined
  }

  get #stream(): { destroy(error: Error): void } {
    return (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream
  }
}

const nothing = { rows: [], rowCount: 0, command: 'ROLLBACK' } as never

function notePlanErrors<Result>(text: string, sent: string, done: Callback<Result>): Callback<Result> {
  return (error, result) => {
    if (error) recordStalePlan(text, sent, error)
    done(error, result)
  }
}
