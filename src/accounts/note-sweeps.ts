import { raw } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { type NotedSweep, SweepRun } from './sweep-run.ts'

/** Stores how recurring work ran in this process. What another process ran later stays; an error is kept until there is another one. */
export async function noteSweeps(app: Needs<'em'>, sweeps: NotedSweep[]): Promise<void> {
  const em = app.em('installation')
  // In the same order everywhere, because several processes write the same rows.
  for (const sweep of sweeps.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    await em
      .qb(SweepRun)
      .insert(sweep)
      .onConflict('name')
      .merge({
        everyMs: sweep.everyMs,
        ranAt: sweep.ranAt,
        tookMs: sweep.tookMs,
        nextAt: sweep.nextAt,
        failures: sweep.failures,
        ...(sweep.error === null ? {} : { error: sweep.error, failedAt: sweep.failedAt }),
      })
      .where({ [raw('sweep_run.ran_at')]: { $lt: sweep.ranAt } })
      .execute()
  }
}
