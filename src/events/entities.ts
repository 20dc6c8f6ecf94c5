import { StoredEvent } from './event.ts'
import { OwedReaction } from './owed-reaction.ts'

export const eventEntities = [StoredEvent, OwedReaction] as const
