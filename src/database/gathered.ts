import { type GatherOptions, gather } from '../lib/gather.ts'
import { isSilent } from '../lib/silence.ts'
import type { Sql } from '../lib/sql.ts'

/**
 * The questions of many requests at once to the database in one statement: each has a row of its own in it, with its
 * account and mode in the row, and is answered by its own. It must be one statement, so that one that failed did
 * nothing.
 */
export interface Many<Asked, Found> {
  /** Sends the statement. Returns what each found, in their order; undefined where that is nothing. */
  send(sql: Sql, asked: Asked[]): Promise<(Found | undefined)[]>
  ownerOf(asked: Asked): number
  wants?(asked: Asked): readonly string[]
}

/** Puts the rows of an answer in the order of what was asked: each says at which place it was asked for. */
export function inPlaces<Found extends { place: number }>(
  asked: readonly unknown[],
  rows: Found[],
): (Found | undefined)[] {
  const found = new Map(rows.map(row => [row.place, row]))
  return asked.map((_, place) => found.get(place))
}

/** The request that waits for an answer, if one does. */
export interface Waiter {
  /** Whether the caller has left: what was not sent by then is not sent any more. */
  isGone(): boolean
  /** Says how long it waited until it was sent, in milliseconds, and how many were sent with it, itself included. */
  shared(waitedMs: number, count: number): void
}

/** Asks alone or together with others; undefined where nothing is found. */
export type Ask = <Asked, Found>(many: Many<Asked, Found>, asked: Asked, waiter?: Waiter) => Promise<Found | undefined>

/** Asks at once: what is part of a transaction has nobody to share a statement with. */
export function askingAlone(sql: Sql): Ask {
  return async (many, asked) => (await many.send(sql, [asked]))[0]
}

/**
 * Sends what arrives while statements of its kind are under way as one statement (docs/decisions/0030). One that comes
 * alone is sent at once. A row that the database refuses, or that would wait for a lock, costs only itself; where the
 * connection ended nobody knows what was done, and each is told so.
 */
export function gatheringOn(sql: Sql): Ask {
  const kinds = new WeakMap<object, (waiting: Waiting<unknown>) => Promise<unknown>>()

  function kindOf<Asked, Found>(many: Many<Asked, Found>) {
    const known = kinds.get(many)
    if (known) return known as (waiting: Waiting<Asked>) => Promise<Found | undefined>
    const { wants } = many
    const options: GatherOptions<Waiting<Asked>> = {
      ...limits,
      ownerOf: ({ asked }) => many.ownerOf(asked),
      ...(wants && { wants: ({ asked }) => wants(asked) }),
      isGone: ({ waiter }) => waiter?.isGone() ?? false,
      didNothing,
      endsAll: isSilent,
    }
    const send = gather<Waiting<Asked>, Found>(waiting => {
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

  return (many, asked, waiter) => kindOf(many)({ asked, waiter, since: waiter ? performance.now() : 0 })
}

interface Waiting<Asked> {
  asked: Asked
  waiter: Waiter | undefined
  since: number
}

// Two under way keep the database busy while the next one gathers; more would each be smaller.
const limits = { flights: 2, piecesMax: 64, aloneMax: 8, waitsForTurn: true }

// PostgreSQL has refused the statement; 08, 57P and 53 say that the connection or the server ends.
const isRefused = /^(?!08|57P|53)[0-9FHPX][0-9A-Z]{4}$/

function didNothing(error: unknown): boolean {
  return isRefused.test(String((error as { code?: unknown }).code))
}

/** For how long a row may wait for a lock while it shares a statement with others. */
const patience = '50ms'

/**
 * The patience of a statement of so many rows: one that waits for somebody's lock must not hold up its neighbours. It
 * is refused after that time, and each row is sent alone, to wait for as long as a connection does (null).
 */
export function patienceOf(rows: readonly unknown[], isAlone = rows.length === 1): string | null {
  return isAlone ? null : patience
}

/** Sets it as a part of the statement that waits, for its own transaction alone; `from ..., patience` runs it first. */
export const patient = (value: string) =>
  `patience as materialized (
    select set_config('lock_timeout', coalesce(${value}, current_setting('lock_timeout')), true))`
