import type { Tx } from '../database/transaction.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'

interface Recording<Marked> {
  /** Whether nothing follows from the outcomes: all succeeded, and no receiver was in trouble. */
  isPlain: boolean
  mark(sql: Sql): Promise<Marked>
  /** Applies what follows from the marked outcomes. */
  follow(tx: Tx, marked: Marked): Promise<void>
}

/** Records outcomes of attempts: in a single statement if nothing follows, otherwise in a transaction. */
export function recordOutcomes<Marked>(
  app: Needs<'sql' | 'transaction'>,
  { isPlain, mark, follow }: Recording<Marked>,
): Promise<Marked> {
  if (isPlain) return mark(app.sql)
  return app.transaction('installation', async tx => {
    const marked = await mark(tx)
    await follow(tx, marked)
    return marked
  })
}
