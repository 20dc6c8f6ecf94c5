import { type GatherOptions, gatherWork } from '../lib/gather.ts'
import { isSilent } from '../lib/silence.ts'
import type { Sql } from '../lib/sql.ts'

/**
 * Sends the queries of many concurrent requests to the database as one statement. Each request has its own row, with
 * its account and mode, and its own result. It must be a single statement, so that a failure has no effects.
 */
export interface Batch<Asked, Found> {
  /**
   * Sends the statement. Returns the results in the order of the requests; undefined for a request without a result.
   */
  send(sql: Sql, pieces: Asked[]): Promise<(Found | undefined)[]>
  ownerOf(piece: Asked): number
  wants?(piece: Asked): readonly string[]
}

/** Sorts the rows of a result in the order of the requests, using the index that each row contains. */
export function alignRows<Found extends { place: number }>(
  pieces: readonly unknown[],
  rows: Found[],
): (Found | undefined)[] {
  const rowsByPlace = new Map(rows.map(row => [row.place, row]))
  return pieces.map((_, place) => rowsByPlace.get(place))
}

/** The request that is waiting for a query. */
export interface PendingRequest {
  /** Returns whether the client has disconnected; its queries are dropped if they have not been sent. */
  isGone(): boolean
  /** Receives the time that a query waited before it was sent, in milliseconds, and the size of its batch. */
  shared(waitedMs: number, count: number): void
}

/** Runs a query alone or in a batch with others; undefined if nothing matches. */
export type BatchQuery = <Asked, Found>(
  many: Batch<Asked, Found>,
  piece: Asked,
  waiter?: PendingRequest,
) => Promise<Found | undefined>

/** Returns a `BatchQuery` that sends immediately: a transaction cannot share a statement with other requests. */
export function unbatched(sql: Sql): BatchQuery {
  return async (many, piece) => (await many.send(sql, [piece]))[0]
}

/**
 * Returns a `BatchQuery` that batches queries (docs/decisions/0030). Queries that arrive while statements of their kind
 * are running are sent as one statement; a single query is sent immediately. A row that the database refuses, or that
 * would wait for a lock, affects only itself. If the connection ends, the outcome is unknown, and every request
 * receives that error.
 */
export function createBatcher(sql: Sql): BatchQuery {
  const kinds = new WeakMap<object, (waiting: Waiting<unknown>) => Promise<unknown>>()

  function batchKind<Asked, Found>(many: Batch<Asked, Found>) {
    const kind = kinds.get(many)
    if (kind) return kind as (waiting: Waiting<Asked>) => Promise<Found | undefined>
    const { wants } = many
    const options: GatherOptions<Waiting<Asked>> = {
      ...limits,
      ownerOf: ({ asked }) => many.ownerOf(asked),
      ...(wants && { wants: ({ asked }) => wants(asked) }),
      isGone: ({ waiter }) => waiter?.isGone() ?? false,
      didNothing,
      endsAll: isSilent,
    }
    const send = gatherWork<Waiting<Asked>, Found>(waiting => {
      const now = performance.now()
      for (const { waiter, since } of waiting) waiter?.shared(now - since, waiting.length)
      return many.send(
        sql,
        waiting.map(({ asked }) => asked),
      )
    }, options)
    kinds.set(many, send as never)
    return send
  }

  return (many, piece, waiter) => batchKind(many)({ asked: piece, waiter, since: waiter ? performance.now() : 0 })
}

interface Waiting<Asked> {
  asked: Asked
  waiter: PendingRequest | undefined
  since: number
}

// Two running statements keep the database busy while the next batch fills; more would make each batch smaller.
const limits = { flights: 2, piecesMax: 64, aloneMax: 8, waitsForTurn: true }

// PostgreSQL refused the statement. Codes 08, 57P and 53 mean that the connection or server is going down.
const isRefused = /^(?!08|57P|53)[0-9FHPX][0-9A-Z]{4}$/

function didNothing(error: unknown): boolean {
  return isRefused.test(String((error as { code?: unknown }).code))
}

/** How long a row may wait for a lock while it shares a statement with others. */
const patience = '50ms'

/**
 * Returns the lock timeout of a statement with this number of rows. A row that waits for another transaction's lock
 * must not delay its neighbours: after the timeout the statement is refused, and each row is sent alone, with the
 * connection's own timeout (null).
 */
export function lockTimeout(rows: readonly unknown[], isAlone = rows.length === 1): string | null {
  return isAlone ? null : patience
}

/**
 * Returns SQL that sets the lock timeout inside the waiting statement, for its transaction only; `from ..., patience`
 * runs it first.
 */
export const lockTimeoutSql = (value: string) =>
  `patience as materialized (
    select set_config('lock_timeout', coalesce(${value}, current_setting('lock_timeout')), true))`
