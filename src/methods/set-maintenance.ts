import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import { MethodMaintenance } from '../accounts/method-maintenance.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { paymentMethodIds } from './method.ts'

const reasonMax = 200

/**
 * Switches a payment method off for everybody, with a reason that merchants are shown, or on again with null. Payments that are
 * open stay payable. Refuses `invalid_request`.
 */
export async function setMaintenance(
  app: Needs<'transaction' | 'now'>,
  method: string,
  reason: string | null,
  by: Acting = byCommand,
): Promise<void> {
  if (!(paymentMethodIds as readonly string[]).includes(method)) {
    throw refuseField('method', `is one of ${paymentMethodIds.join(', ')}`)
  }
  if (reason !== null && (reason.length === 0 || reason.length > reasonMax)) {
    throw refuseField('reason', `has 1 to ${reasonMax} characters`)
  }
  await app.transaction('installation', async tx => {
    if (reason === null) await tx.em.nativeDelete(MethodMaintenance, { method })
    else await tx.em.upsert(MethodMaintenance, { method, reason, since: app.now() })
    const act = reason === null ? 'method.on' : 'method.off'
    const detail = reason === null ? {} : { reason }
    await audit(app, tx, { accountId: null, ...by, act, subject: `method ${method}`, detail })
  })
}
