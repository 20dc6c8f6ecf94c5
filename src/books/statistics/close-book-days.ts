import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import { moveDay } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { Movement } from '../movement.ts'
import { BookClose } from './book-day.ts'
import { closeBookDaySql } from './book-days-sql.ts'

const timeMaxMs = 2000

/**
 * Stores the totals of each day that ended at least a day ago: no open transaction can still add lines to it. The lines
 * of other days are summed when read. Returns the number of days stored.
 */
export async function closeBookDays(app: Needs<'transaction' | 'now' | 'calendar'>): Promise<number> {
  const startedAt = performance.now()
  const last = moveDay(app.calendar.formatDay(app.now()), -2)
  let closed = 0
  while (performance.now() - startedAt < timeMaxMs && (await closeNext(app, last))) closed++
  return closed
}

/** Stores the next day and returns whether there was one. */
function closeNext(app: Needs<'transaction' | 'calendar'>, last: string): Promise<boolean> {
  return app.transaction('installation', async tx => {
    const close = await tx.em.findOne(BookClose, { id: 1 }, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE })
    if (!close) return beginBookDays(app, tx, last)
    const day = moveDay(close.day, 1)
    if (day > last) return false
    const [starts, ends] = [app.calendar.startOfDay(day)!, app.calendar.endOfDay(day)!]
    await tx.write(closeBookDaySql, { day, starts, ends })
    close.day = day
    await tx.em.flush()
    return true
  })
}

/** Starts with the day before the first line of the books. */
async function beginBookDays({ calendar }: Needs<'calendar'>, { em }: Tx, last: string): Promise<boolean> {
  const first = await em.findOne(Movement, { id: { $gt: 0 } }, { orderBy: { id: 'asc' } })
  if (!first || calendar.formatDay(first.createdAt) > last) return false
  const day = moveDay(calendar.formatDay(first.createdAt), -1)
  // Another process may have begun in the meantime.
  const { affectedRows } = await em.qb(BookClose).insert({ id: 1, day }).onConflict('id').ignore().execute('run')
  return affectedRows > 0
}
