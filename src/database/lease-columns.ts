import { p } from '@mikro-orm/core'
import { OpenEnded } from './open-ended.ts'

/** The columns of rows that one process at a time works on, by a lease that runs out; `may` is what it may do alone. */
export function leaseColumns(may = 'works on it') {
  return {
    leaseToken: p.uuid().strictNullable(),
    leaseHolder: p.text().strictNullable(),
    leasedUntil: p
      .type(OpenEnded)
      .comment(`Until then the process that holds the lease alone ${may}.`)
      .defaultRaw("'-infinity'"),
  }
}
