import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../database/scope.ts'

const SweepRunSchema = defineEntity({
  name: 'SweepRun',
  tableName: 'sweep_run',
  comment: 'What one piece of recurring work did last, in whichever process it ran.',
  filters: installationFilter,
  properties: {
    name: p.text().primary(),
    everyMs: p.integer().comment('How often it is to run, in milliseconds.'),
    ranAt: p.datetime(),
    tookMs: p.integer(),
    nextAt: p.datetime().comment("By the scheduler's plan; null while its store is away.").strictNullable(),
    failures: p.integer().comment('In a row, the last run among them.'),
    error: p.text().comment('The last one, also when it has worked again since.').strictNullable(),
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
