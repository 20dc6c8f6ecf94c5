import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../database/scope.ts'

const SweepRunSchema = defineEntity({
  name: 'SweepRun',
  tableName: 'sweep_run',
  comment: 'The last run of a recurring job, in any process.',
  filters: installationFilter,
  properties: {
    name: p.text().primary(),
    everyMs: p.integer().comment('Its interval in milliseconds.'),
    ranAt: p.datetime(),
    tookMs: p.integer(),
    nextAt: p
      .datetime()
      .comment("When the scheduler runs it next; null while the scheduler's store is unavailable.")
      .strictNullable(),
    failures: p.integer().comment('The number of consecutive failures, up to the last run.'),
    error: p.text().comment('The last error, even if it has succeeded since.').strictNullable(),
    failedAt: p.datetime().strictNullable(),
  },
})

/** The last run of a recurring job in any process, shown to the operator. */
export class SweepRun extends SweepRunSchema.class {}
SweepRunSchema.setClass(SweepRun)

export type RecordedSweep = Pick<
  SweepRun,
  'name' | 'everyMs' | 'ranAt' | 'tookMs' | 'nextAt' | 'failures' | 'error' | 'failedAt'
>
