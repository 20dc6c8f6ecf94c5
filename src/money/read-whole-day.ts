import { raw } from '@mikro-orm/core'
import { Reading } from '../connections/reading.ts'
import { startOfTime } from '../database/open-ended.ts'
import type { Needs } from '../needs.ts'

const recentS = 48 * 60

/**
 * Makes the next read of each connection go back a whole day, because a process that starts does not know what was
 * missed. Skips connections with such a read within the last minutes, so that processes that restart often do not fetch
 * a day each time.
 */
export async function readWholeDay(app: Needs<'em'>): Promise<void> {
  await app
    .em('shared')
    .nativeUpdate(
      Reading,
      { wholeDayAt: { $gt: raw<Date>('now()'), $lt: raw<Date>('now() + make_interval(secs => ?)', [recentS]) } },
      { wholeDayAt: startOfTime, dueAt: raw<Date>('least(due_at, now())') },
    )
}
