import { Event } from './event.ts'
import { OwedReaction } from './owed-reaction.ts'

export const eventEntities = [Event, OwedReaction] as const
