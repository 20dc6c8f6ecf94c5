import { p } from '@mikro-orm/core'
import { OpenEndedType } from './open-ended.ts'

/**
 * Returns the columns of rows that one process at a time works on, using a lease that expires; `may` describes what it
 * may do exclusively.
 */
export function leaseColumns(may = 'works on it') {
  return {
    leaseToken: p.uuid().strictNullable(),
    leaseHolder: p.text().strictNullable(),
    leasedUntil: p
      .type(OpenEndedType)
      .comment(`Until then, only the process that holds the lease ${may}.`)
      .defaultRaw("'-infinity'"),
  }
}
