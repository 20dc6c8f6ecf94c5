import type { Needs } from '../../needs.ts'
import { Alert } from './alert.ts'

/** Counts the alerts that wait to be sent. */
export async function countOpenAlerts(app: Needs<'em'>): Promise<Record<string, number>> {
  return { 'alerts to be sent': await app.em('installation').count(Alert, { state: 'pending' }) }
}
