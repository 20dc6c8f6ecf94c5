import { Event } from './event.ts'

export const eventEntities = [Event] as const
