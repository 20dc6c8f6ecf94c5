import type { Needs } from '../needs.ts'
import type { Event as Announced, Reaction, Reactions } from './announce.ts'
import { OwedReaction } from './owed-reaction.ts'
import type { EventType } from './payloads.ts'
import { StoredEvent } from './stored-event.ts'

const batchMax = 500
const retryAfterMs = 60_000

/** An enabled module, with its reactions. */
export interface ReactingModule {
  name: string
  reactions?: Partial<Reactions>
}

type ReplayNeeds = Needs<'em' | 'transaction' | 'reactions' | 'now' | 'log'>

/**
 * Runs the reactions that these modules missed while they were disabled, in the order of the events. A row is deleted
 * in the transaction of its reaction, so each runs exactly once; one that fails is retried a minute later. Returns the
 * number of reactions.
 */
export async function replayOwedReactions(app: ReplayNeeds, modules: readonly ReactingModule[]): Promise<number> {
  const names = modules.map(({ name }) => name)
  const owed = await app
    .em('installation')
    .find(
      OwedReaction,
      { module: { $in: names }, retryAt: { $lte: app.now() } },
      { orderBy: { retryAt: 'asc', eventId: 'asc' }, limit: batchMax },
    )
  let replayed = 0
  for (const row of owed) {
    const { reactions = {} } = modules.find(({ name }) => name === row.module)!
    try {
      if (await replayReaction(app, row, reactions)) replayed++
    } catch (error) {
      app.log.error(
        { err: error, module: row.module, event: row.eventId },
        'an owed reaction failed and will run again',
      )
      await postponeReaction(app, row)
    }
  }
  return replayed
}

async function replayReaction(
  app: ReplayNeeds,
  { module, eventId }: OwedReaction,
  reactions: Partial<Reactions>,
): Promise<boolean> {
  return app.transaction('installation', async tx => {
    // Another process with the same row waits here, and then finds it deleted.
    if ((await tx.em.nativeDelete(OwedReaction, { module, eventId })) === 0) return false
    const { id, accountId, type, subject, payload, createdAt } = await tx.em.findOneOrFail(StoredEvent, { id: eventId })
    const event = { id, accountId, type, subject, payload, createdAt } as Announced
    // The compiler does not narrow a union by the type of a stored event.
    const own = (reactions[type as EventType] ?? []) as Reaction[]
    for (const reaction of own) await reaction(tx, [event], app)
    return true
  })
}

function postponeReaction(app: ReplayNeeds, { module, eventId }: OwedReaction): Promise<number> {
  const retryAt = new Date(app.now().getTime() + retryAfterMs)
  return app.em('installation').nativeUpdate(OwedReaction, { module, eventId }, { retryAt })
}
