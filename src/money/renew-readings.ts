import { raw } from '@mikro-orm/core'
import { Reading } from '../connections/reading.ts'
import type { Needs } from '../needs.ts'

/** Short and renewed, so that a connection whose reader was killed does not wait long. */
export const readingLeaseS = 30

/** Extends the leases of connections that are being read. Returns the tokens whose leases are still held. */
export async function renewReadings(app: Needs<'em'>, tokens: string[]): Promise<string[]> {
  const leasedUntil = raw<Date>('now() + make_interval(secs => ?)', [readingLeaseS])
  const renewed = await app
    .em('shared')
    .qb(Reading)
    .update({ leasedUntil })
    .where({ leaseToken: { $in: tokens } })
    .returning('leaseToken')
    .execute<{ leaseToken: string }[]>('all')
  return renewed.map(({ leaseToken }) => leaseToken)
}
