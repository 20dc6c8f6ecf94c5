import type { Reaction } from './announce.ts'
import { OwedReaction } from './owed-reaction.ts'

/**
 * Returns the reaction of a module that is off: it stores what the module owes, in the transaction of the events.
 * `replayOwedReactions` pays it back when the module is on again.
 */
export function oweReaction(module: string): Reaction {
  return async (tx, events) => {
    const owed = events.map(({ id, createdAt }) => ({ module, eventId: id, retryAt: createdAt }))
    await tx.em.insertMany(OwedReaction, owed)
  }
}
