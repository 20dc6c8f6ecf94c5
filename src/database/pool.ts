import type pg from 'pg'
import type { WatchDatabase } from '../lib/silence.ts'

/** Wraps a pool so that waiting for a connection also ends when the server is silent. */
export function watchPool(pool: pg.Pool, watch: WatchDatabase): void {
  const connect = pool.connect.bind(pool) as (callback: Lent) => void
  pool.connect = ((callback?: Lent) => {
    if (!callback) {
      return new Promise((resolve, reject) => {
        lendClient(watch, connect, (error, client) => (error ? reject(error) : resolve(client!)))
      })
    }
    return lendClient(watch, connect, callback)
  }) as typeof pool.connect
}

type Lent = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void

function lendClient(watch: WatchDatabase, connect: (callback: Lent) => void, callback: Lent): void {
  let isAwaited = true
  const stop = watch(silent => {
    isAwaited = false
    stop()
    callback(silent, undefined, () => {})
  })
  connect((error, client) => {
    // The pool calls back without a client on its own timeout.
    if (!isAwaited) return client?.release()
    stop()
    callback(error, client, failure => client?.release(failure))
  })
}

type Release = (error?: Error | boolean) => void
