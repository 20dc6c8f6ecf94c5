import type { Standing } from '../keys/standing.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { listMethodsOfAll } from './list-methods-of-all.ts'
import { paymentMethodIds, type RequestedMethod } from './method.ts'
import { listRequirements } from './requirement.ts'

/**
 * Returns the method of a new payment: the requested one, or the edition's default. Refuses `invalid_request` for an
 * unknown method, and `method_unavailable` with what is missing.
 */
export function requireMethod(
  app: Needs<'edition'>,
  standing: Standing,
  requested: string | undefined,
): RequestedMethod {
  const { edition } = app
  const method = requested || edition.defaultMethod(standing)
  if (method === null || (method === 'all' && edition.knowsAll && listMethodsOfAll(app, standing).length === 0)) {
    throw noneAvailable(app, standing)
  }
  if (method === 'all' && edition.knowsAll) return 'all'
  const known = paymentMethodIds.find(id => id === method && edition.methods.includes(id))
  if (!known) {
    const words = [...edition.methods, ...(edition.knowsAll ? ['all'] : [])]
    throw refuseField('payment_method', `is one of ${words.join(', ')}`, { code: 'not_one_of', values: words })
  }
  const missing = edition.requirements(standing, known)
  if (missing.length > 0) {
    throw refuseField('payment_method', `${known} is not available: ${listRequirements(missing)}`, 'not_allowed', {
      reason: 'method_unavailable',
    })
  }
  return known
}

function noneAvailable({ edition }: Needs<'edition'>, standing: Standing): Refusal {
  const missing = edition.methods.map(
    method => `${method}: ${listRequirements(edition.requirements(standing, method))}`,
  )
  return new Refusal('method_unavailable', 'No payment method is available to this account', {
    fields: missing.map(error => ({ path: 'payment_method', error, code: 'not_allowed' })),
  })
}
