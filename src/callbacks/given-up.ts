import type { EntityManager } from '@mikro-orm/postgresql'
import { Delivery } from './delivery.ts'

type State = Delivery['state']

/** The states that a merchant is shown as failed: given up, or paused with their receiver. */
export const failedStates = ['exhausted', 'blocked', 'stopped', 'paused'] as const satisfies State[]

/**
 * Finds callbacks that ended in one of these states and still wait for somebody: one that was sent again, and was taken
 * or is on its way, does not. They are those that `redeliver` sends with `failed`.
 */
export function givenUp(em: EntityManager, states: readonly State[]) {
  const helped = em
    .qb(Delivery)
    .select('event')
    .where({ requestedBy: { $ne: null }, state: { $in: ['pending', 'delivered'] } })
  return { state: { $in: [...states] }, requestedBy: null, event: { $nin: helped.toRaw() } }
}
