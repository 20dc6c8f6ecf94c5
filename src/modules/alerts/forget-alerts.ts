import type { Needs } from '../../needs.ts'
import { Alert } from './alert.ts'

const keptMs = 7 * 86_400_000

/** Deletes alerts that ended a week ago. */
export async function forgetAlerts(app: Needs<'em' | 'now'>): Promise<number> {
  const before = new Date(app.now().getTime() - keptMs)
  return app.em('installation').nativeDelete(Alert, { endedAt: { $lt: before } })
}
