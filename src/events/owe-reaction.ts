import type { Tx } from '../database/transaction.ts'
import type { Event, Reaction } from './announce.ts'
import { OwedReaction } from './owed-reaction.ts'

/** Returns those of these events that concern a module. */
export type FindConcerned = (tx: Tx, events: Event[]) => Promise<Event[]>

/**
 * Returns the reaction of a disabled module: it stores the event as owed, in the transaction of the events.
 * `replayOwedReactions` makes up for it when the module is enabled again.
 */
export function oweReaction(module: string, findConcerned: FindConcerned = async (_, events) => events): Reaction {
  return async (tx, events) => {
    const concerned = await findConcerned(tx, events)
    const owed = concerned.map(({ id, createdAt }) => ({ module, eventId: id, retryAt: createdAt }))
    if (owed.length > 0) await tx.em.insertMany(OwedReaction, owed)
  }
}
