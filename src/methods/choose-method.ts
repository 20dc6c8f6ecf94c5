import type { Standing } from '../accounts/standing.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { type PaymentMethodId, paymentMethodIds } from './method.ts'

/**
 * The method of a new payment: the one asked for, else the default of the edition. Refuses `invalid_request` for an unknown
 * method, and `method_unavailable` with what is missing.
 */
export function chooseMethod(app: Needs<'edition'>, standing: Standing, asked: string | undefined): PaymentMethodId {
  const method = asked || app.edition.defaultMethod(standing)
  if (method === null) {
    throw new Refusal('method_unavailable', 'No payment method is available to this account', {
      fields: [{ path: 'payment_method', error: app.edition.requirements(standing, 'qris').join('; ') }],
    })
  }
  const known = paymentMethodIds.find(id => id === method && app.edition.methods.includes(id))
  if (!known) throw refuseField('payment_method', `is one of ${app.edition.methods.join(', ')}`)
  const missing = app.edition.requirements(standing, known)
  if (missing.length > 0) {
    throw refuseField('payment_method', `${known} is not available: ${missing.join('; ')}`, 'method_unavailable')
  }
  return known
}
