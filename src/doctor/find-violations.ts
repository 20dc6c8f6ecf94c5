import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { exceptionsSql, type Invariant, invariants } from './invariants-sql.ts'

export interface Violation {
  id: string
  sentence: string
  rows: object[]
}

/** Runs every invariant and returns those that do not hold, with at most 20 rows each. */
export async function findViolations(
  app: Needs<'now' | 'connectors'> & { sql: Sql },
  only: Invariant[] = invariants,
): Promise<Violation[]> {
  const windows = Object.values(app.connectors).map(connector => [connector.id, connector.window])
  const values = { now: app.now(), windows: Object.fromEntries(windows) }
  const violations: Violation[] = []
  for (const invariant of only) {
    const { id, sentence } = invariant
    const rows = await app.sql.query(exceptionsSql(invariant), values)
    if (rows.length > 0) violations.push({ id, sentence, rows })
  }
  return violations
}
