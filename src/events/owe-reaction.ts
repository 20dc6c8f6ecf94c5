import type { Tx } from '../database/transaction.ts'
import type { Event, Reaction } from './announce.ts'
import { OwedReaction } from './owed-reaction.ts'

/** Returns those of these events to which a module has anything to do. */
export type FindConcerned = (tx: Tx, events: Event[]) => Promise<Event[]>

/**
 * Returns the reaction of a module that is off: it stores what the module owes, in the transaction of the events.
 * `replayOwedReactions` pays it back when the module is on again.
 */
export function oweReaction(module: string, findConcerned: FindConcerned = async (_, events) => events): Reaction {
  return async (tx, events) => {
    const concerned = await findConcerned(tx, events)
    const owed = concerned.map(({ id, createdAt }) => ({ module, eventId: id, retryAt: createdAt }))
    if (owed.length > 0) await tx.em.insertMany(OwedReaction, owed)
  }
}
