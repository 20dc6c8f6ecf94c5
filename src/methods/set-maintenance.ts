import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { MethodMaintenance } from '../accounts/method-maintenance.ts'
import type { Tx } from '../database/transaction.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { paymentMethodIds } from './method.ts'

const reasonMax = 200

/**
 * Disables a payment method for all accounts, with a reason that merchants see, or enables it again with null. Open
 * payments stay payable; an unchanged state is not recorded in the audit log. Refuses `invalid_request`.
 */
export async function setMaintenance(
  app: Needs<'transaction' | 'now'>,
  method: string,
  reason: string | null,
  by: Actor = commandActor,
): Promise<void> {
  if (!(paymentMethodIds as readonly string[]).includes(method)) {
    throw refuseField('method', `is one of ${paymentMethodIds.join(', ')}`, {
      code: 'not_one_of',
      values: paymentMethodIds,
    })
  }
  if (reason !== null && (reason.length === 0 || reason.length > reasonMax)) {
    throw refuseField('reason', `has 1 to ${reasonMax} characters`, { code: 'wrong_length', min: 1, max: reasonMax })
  }
  await app.transaction('shared', async tx => {
    if (!(await writeMaintenance(tx, { method, reason, since: app.now() }))) return
    const act = reason === null ? 'method.on' : 'method.off'
    const detail = reason === null ? {} : { reason }
    await recordAct(app, tx, { accountId: null, ...by, act, subject: `method ${method}`, detail })
  })
}

// A new reason for a disabled method keeps the time since when it is disabled.
async function writeMaintenance(
  { em }: Tx,
  { method, reason, since }: { method: string; reason: string | null; since: Date },
): Promise<boolean> {
  if (reason === null) return (await em.nativeDelete(MethodMaintenance, { method })) === 1
  const { affectedRows } = await em
    .qb(MethodMaintenance)
    .insert({ method, reason, since })
    .onConflict(['method'])
    .ignore()
    .execute()
  if (affectedRows === 1) return true
  return (await em.nativeUpdate(MethodMaintenance, { method, reason: { $ne: reason } }, { reason })) === 1
}
