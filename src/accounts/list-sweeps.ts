import type { Needs } from '../needs.ts'
import { SweepRun } from './sweep-run.ts'

/** Returns the last run of each recurring job, by name. */
export async function listSweeps(app: Needs<'em'>): Promise<SweepRun[]> {
  return app.em('shared').find(SweepRun, {}, { orderBy: { name: 'asc' } })
}
