import { OwedReaction } from './owed-reaction.ts'
import { StoredEvent } from './stored-event.ts'

export const eventEntities = [StoredEvent, OwedReaction] as const
