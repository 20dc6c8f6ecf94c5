import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../database/scope.ts'

const SweepRunSchema = defineEntity({
  name: 'SweepRun',
  tableName: 'sweep_run',
  filters: byInstallation,
  properties: {
    name: p.text().primary(),
    everyMs: p.integer(),
    ranAt: p.datetime(),
    tookMs: p.integer(),
    /** By the scheduler's plan; null while its store is away. */
    nextAt: p.datetime().strictNullable(),
    /** In a row, the last run among them. */
    failures: p.integer(),
    /** The last one, also when it has worked again since. */
    error: p.text().strictNullable(),
    failedAt: p.datetime().strictNullable(),
  },
})

/** What one piece of recurring work did last, in whichever process it ran, for people who look after the installation. */
export class SweepRun extends SweepRunSchema.class {}
SweepRunSchema.setClass(SweepRun)

export type NotedSweep = Pick<
  SweepRun,
  'name' | 'everyMs' | 'ranAt' | 'tookMs' | 'nextAt' | 'failures' | 'error' | 'failedAt'
>
