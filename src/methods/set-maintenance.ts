import { MethodMaintenance } from '../accounts/method-maintenance.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { paymentMethodIds } from './method.ts'

const reasonMax = 200

/**
 * Switches a payment method off for everybody, with a reason that merchants are shown, or on again with null. Payments that are
 * open stay payable. Refuses `invalid_request`.
 */
export async function setMaintenance(app: Needs<'em' | 'now'>, method: string, reason: string | null): Promise<void> {
  if (!(paymentMethodIds as readonly string[]).includes(method)) {
    throw refuseField('method', `is one of ${paymentMethodIds.join(', ')}`)
  }
  const em = app.em('installation')
  if (reason === null) {
    await em.nativeDelete(MethodMaintenance, { method })
    return
  }
  if (reason.length === 0 || reason.length > reasonMax) throw refuseField('reason', `has 1 to ${reasonMax} characters`)
  await em.upsert(MethodMaintenance, { method, reason, since: app.now() })
}
