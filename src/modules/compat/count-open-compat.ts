import type { Needs } from '../../needs.ts'
import { CompatCharge } from './compat-charge.ts'
import { CompatNotification } from './compat-notification.ts'

/** Counts the open work of SDKs of other gateways. */
export async function countOpenCompat(app: Needs<'em'>): Promise<Record<string, number>> {
  const em = app.em('installation')
  return {
    'open payments that SDKs of other gateways made': await em.count(CompatCharge, { payment: { status: 'pending' } }),
    'notifications of these payments that are not sent': await em.count(CompatNotification, { state: 'pending' }),
  }
}
