import { type Loop, startLoop } from './loop.ts'
import type { Sql } from './sql.ts'

/** Business time: the real time plus the offset that was set in the sandbox. */
export interface Clock {
  now(): Date
  /** Reads the shared offset at once. Throws when the database is away. */
  refresh(): Promise<void>
  /** Keeps reading it, so that every process follows an advance within two seconds. */
  start(): void
  stop(): void
}

export interface ClockNeeds {
  sql: Sql
  /** False in production: business time is the real time there, and nothing is ever asked. */
  shared: boolean
  realNow?: () => Date
}

export function createClock({ sql, shared, realNow = () => new Date() }: ClockNeeds): Clock {
  let offsetMs = 0
  let polling: Loop | undefined
  const refresh = async () => {
    if (shared) offsetMs = await readOffset(sql)
  }
  return {
    now: () => new Date(realNow().getTime() + offsetMs),
    refresh,
    start() {
      // A database that is away for a moment leaves the clock as it was.
      if (shared) polling ??= startLoop({}, { everyMs: pollMs, work: refresh })
    },
    stop() {
      void polling?.stop()
      polling = undefined
    },
  }
}

const pollMs = 1_000

// Twice a second outside production; the table is the sandbox's, and no entity describes it.
const offsetSql = 'select offset_ms from sandbox.clock'

const undefinedTable = '42P01'

async function readOffset(sql: Sql): Promise<number> {
  try {
    const rows = await sql.query<{ offset_ms: number }>(offsetSql)
    return rows[0]?.offset_ms ?? 0
  } catch (error) {
    // No sandbox has run on this database yet.
    if ((error as { code?: string }).code === undefinedTable) return 0
    throw error
  }
}
