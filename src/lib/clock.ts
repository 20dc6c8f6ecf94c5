import { type Loop, startLoop } from './loop.ts'
import type { Sql } from './sql.ts'

/** Business time: the real time plus the offset that was set in the sandbox. */
export interface Clock {
  now(): Date
  /** Reads the shared offset immediately. Throws if the database is unavailable. */
  refresh(): Promise<void>
  /** Starts reading it regularly, so that every process follows a change within two seconds. */
  start(): void
  stop(): void
}

export interface ClockNeeds {
  sql: Sql
  /** False in production, where business time is real time and the database is never asked. */
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
      // If the database is unavailable for a moment, the clock is left unchanged.
      if (shared) polling ??= startLoop({}, { everyMs: pollMs, work: refresh })
    },
    stop() {
      void polling?.stop()
      polling = undefined
    },
  }
}

const pollMs = 1_000

// Runs twice a second outside production; the table belongs to the sandbox, so no entity describes it.
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
