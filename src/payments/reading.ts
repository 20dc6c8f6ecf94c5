import { defineEntity, p } from '@mikro-orm/core'

import { Connection } from '../accounts/connection.ts'
import { OpenEnded } from '../database/open-ended.ts'
import { byInstallation } from '../database/scope.ts'

const ReadingSchema = defineEntity({
  name: 'Reading',
  tableName: 'reading',
  filters: byInstallation,
  properties: {
    connection: () => p.oneToOne(Connection).lazyRef().primary().filters({ caller: false }),
    /** Every transfer before this moment is stored. */
    watermark: p.datetime(),
    dueAt: p.datetime().defaultRaw('now()'),
    failures: p.integer().default(0),
    lastError: p.text().strictNullable(),
    leaseToken: p.uuid().strictNullable(),
    leaseHolder: p.text().strictNullable(),
    leasedUntil: p.type(OpenEnded).defaultRaw("'-infinity'"),
  },
})

/** How far the transfers of a connection were read, and when they are read again. */
export class Reading extends ReadingSchema.class {}
ReadingSchema.setClass(Reading)
