import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { pingSql } from './server-sql.ts'

/** An error with the code of a connection that timed out. It is unknown whether the statement was executed. */
export class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database does not answer')
  }
}

/** Returns whether the error reports that the database did not answer in time: the next query would wait as long. */
export function isSilent(error: unknown): boolean {
  return error instanceof DatabaseSilentError || String((error as Error).message).startsWith(noConnectionMessage)
}

/** The pool's message when all of its connections were busy for too long. */
export const noConnectionMessage = 'timeout exceeded when trying to connect'

/**
 * Registers one wait for the database and returns a function that ends it; `giveUp` is called if the server is silent.
 */
export type WatchDatabase = (giveUp: (error: DatabaseSilentError) => void) => () => void

const tickMs = 450
/** The number of ticks after which a waiting query triggers a ping of the server. */
const patienceTicks = 2
/** How long a server may take to answer a ping, in milliseconds, while callers wait. */
const answersWithinMs = 900

interface Waiting {
  since: number
  giveUp(error: DatabaseSilentError): void
}

/**
 * Detects a server that no longer answers. A frozen server, or a network that drops packets, closes no connection, so a
 * query would wait for the TCP timeout. A slow query may continue while the server answers a ping on a second
 * connection; if the ping is not answered within `lookMs`, all waiting queries fail.
 */
export function watchServer(options: pg.ClientConfig, lookMs = answersWithinMs): WatchDatabase {
  // One timer for all: a timer for each statement would cost more than many statements do.
  const waiting = new Set<Waiting>()
  let clock: NodeJS.Timeout | undefined
  let ticks = 0
  let isLooking = false

  async function tickClock() {
    ticks++
    if (waiting.size === 0) {
      clearInterval(clock)
      clock = undefined
    }
    const { value: oldest } = waiting.values().next()
    if (isLooking || !oldest || !hasWaited(oldest)) return
    isLooking = true
    const isAlive = await serverAnswers(options, lookMs)
    // An answer that arrived while this process was too busy to read it counts.
    await nextTurn()
    if (!isAlive) for (const one of [...waiting].filter(hasWaited)) one.giveUp(new DatabaseSilentError())
    isLooking = false
  }

  function hasWaited({ since }: Waiting): boolean {
    return ticks - since >= patienceTicks
  }

  return giveUp => {
    const one = { since: ticks, giveUp }
    waiting.add(one)
    clock ??= setInterval(tickClock, tickMs).unref()
    return () => waiting.delete(one)
  }
}

/** Returns whether the server answers at all; an error is an answer too. */
async function serverAnswers(options: pg.ClientConfig, lookMs: number): Promise<boolean> {
  // Inherited, not copied: a pool hides its password from code that lists its options.
  const client = new pg.Client(
    Object.assign(Object.create(options), { connectionTimeoutMillis: lookMs, query_timeout: lookMs }),
  )
  client.on('error', () => {})
  const own = watchOwnDelays()
  try {
    await client.connect()
    await client.query(pingSql)
    return true
  } catch (error) {
    // If this process was too busy to read the answer, the server must not be considered silent.
    return error instanceof pg.DatabaseError || own.wasLate()
  } finally {
    own.stop()
    client.end().catch(() => {})
  }
}

const beatMs = 50
const lateMs = 300

/** Detects whether this process was too busy to receive an answer in time. */
function watchOwnDelays(): { wasLate(): boolean; stop(): void } {
  let last = performance.now()
  let worstMs = 0
  const beat = () => {
    const now = performance.now()
    worstMs = Math.max(worstMs, now - last)
    last = now
  }
  const clock = setInterval(beat, beatMs)
  return {
    wasLate() {
      beat()
      return worstMs > lateMs
    },
    stop: () => clearInterval(clock),
  }
}
