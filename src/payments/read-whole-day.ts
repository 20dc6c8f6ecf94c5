import type { Needs } from '../needs.ts'

/**
 * Makes the next read of each connection go back a whole day: a process that starts does not know what was missed. A read of
 * the last five minutes that did so is enough, so that processes which restart often do not fetch a day each time.
 */
export async function readWholeDay(app: Needs<'sql'>): Promise<void> {
  await app.sql.write(
    `update reading set whole_day_at = now(), due_at = least(due_at, now())
     where whole_day_at > now() and whole_day_at < now() + interval '48 minutes'`,
  )
}
