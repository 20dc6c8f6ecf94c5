import type { Needs } from '../needs.ts'
import { SweepRun } from './sweep-run.ts'

/** All recurring work by name, as it last ran. */
export async function listSweeps(app: Needs<'em'>): Promise<SweepRun[]> {
  return app.em('shared').find(SweepRun, {}, { orderBy: { name: 'asc' } })
}
