import type { EntityManager } from '@mikro-orm/postgresql'
import { Delivery } from './delivery.ts'

type State = Delivery['state']

/** The states that the merchant sees as failed: no attempts left, or paused with their receiver. */
export const failedStates = ['exhausted', 'blocked', 'stopped', 'paused'] as const satisfies State[]

/**
 * Returns a condition for callbacks that ended in one of these states and still need attention. It excludes those that
 * were sent again and arrived or are on their way. `redeliver` with `failed` sends the same ones.
 */
export function failedCallbacksCondition(em: EntityManager, states: readonly State[]) {
  const helped = em
    .qb(Delivery)
    .select('event')
    .where({ requestedBy: { $ne: null }, state: { $in: ['pending', 'delivered'] } })
  return { state: { $in: [...states] }, requestedBy: null, event: { $nin: helped.toRaw() } }
}
