import { raw } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { type RecordedSweep, SweepRun } from './sweep-run.ts'

/**
 * Stores the last runs of this process's recurring jobs. Does not overwrite later runs of other processes; keeps the
 * last error until another one occurs.
 */
export async function recordSweeps(app: Needs<'em'>, sweeps: RecordedSweep[]): Promise<void> {
  // In the same order everywhere, because several processes write the same rows.
  const inOrder = sweeps.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  await app
    .em('shared')
    .qb(SweepRun)
    .insert(inOrder)
    .onConflict('name')
    .merge({
      everyMs: raw('excluded.every_ms'),
      ranAt: raw('excluded.ran_at'),
      tookMs: raw('excluded.took_ms'),
      nextAt: raw('excluded.next_at'),
      failures: raw('excluded.failures'),
      error: raw('coalesce(excluded.error, sweep_run.error)'),
      failedAt: raw('coalesce(excluded.failed_at, sweep_run.failed_at)'),
    })
    .where({ [raw('sweep_run.ran_at')]: { $lt: raw('excluded.ran_at') } })
    .execute()
}
