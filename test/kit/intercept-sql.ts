import { type Sql, type StatementCall, toPositional } from '../../src/lib/sql.ts'

interface Interception {
  /** Returns the text to send instead. */
  change?: (text: string, values: unknown[]) => string
  /** Runs once the database has answered. */
  after?: (text: string) => Promise<void>
}

/** Intercepts statements: a test sees each statement on its way to the database, and may change it. */
export function interceptSql<Own extends Sql>(
  sql: Own,
  { change = text => text, after = async () => {} }: Interception,
): Own {
  const through =
    (send: (text: string, values: unknown[]) => Promise<unknown>) =>
    async (...asked: StatementCall) => {
      const { text, values } = toPositional(...asked)
      const answer = await send(change(text, values), values)
      await after(text)
      return answer as never
    }
  return {
    ...sql,
    query: through((text, values) => sql.query(text, values)),
    write: through((text, values) => sql.write(text, values)),
  }
}
