import { defineEntity, p } from '@mikro-orm/core'
import { OpenEnded } from '../database/open-ended.ts'
import { byInstallation } from '../database/scope.ts'
import { Connection, failureKinds, type StoredFailure, storedFailure } from './connection.ts'

const ReadingSchema = defineEntity({
  name: 'Reading',
  tableName: 'reading',
  filters: byInstallation,
  properties: {
    connection: () => p.oneToOne(Connection).lazyRef().primary().filters({ caller: false }),
    /** Every transfer before this moment is stored. */
    watermark: p.datetime(),
    dueAt: p.datetime().defaultRaw('now()'),
    /** When it goes a whole day back again. */
    wholeDayAt: p.type(OpenEnded).defaultRaw("'-infinity'"),
    /** Up to when its budget of questions about single codes is spent. */
    askedUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
    askingFailures: p.integer().default(0),
    /** Until then it is not asked about single codes, because it kept failing. */
    quietUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
    failures: p.integer().default(0),
    lastErrorKind: p.enum(failureKinds).strictNullable(),
    lastError: p.text().strictNullable(),
    leaseToken: p.uuid().strictNullable(),
    leaseHolder: p.text().strictNullable(),
    leasedUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
  },
})

/** How far the transfers of a connection were read, and when they are read again. */
export class Reading extends ReadingSchema.class {
  /** Why the last question failed; null where it was answered. */
  failure(): StoredFailure | null {
    return storedFailure(this.lastErrorKind, this.lastError)
  }
}
ReadingSchema.setClass(Reading)
