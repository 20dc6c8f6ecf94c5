import { z } from 'zod'
import {
  type EventPosition,
  listEvents,
  listEventTypes,
  type MerchantEventType,
  otherEventTypes,
} from '../callbacks/list-events.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { readCursor } from './cursor.ts'
import { outwardTypesMark } from './dialects/outward-types.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, queryFlag, queryNumber } from './fields.ts'

const EventsQuery = z.object({
  type: optionalText(2000).describe(
    `Only events of these types, separated by commas: ${[outwardTypesMark, ...otherEventTypes].join(', ')}`,
  ),
  cursor: optionalText(200).describe(
    'next_cursor of the previous response; `now` for events from now on; if omitted, starts at the first event',
  ),
  limit: queryNumber(1, 100, 20),
  signed: queryFlag(false).describe(
    'Requires a test key: returns each event with its callback and the message that a webhook endpoint receives, ' +
      'signed now',
  ),
})

/**
 * GET /api/events: past events, for backends that poll instead of receiving callbacks, or that look for missed ones.
 */
export const eventsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'Events, oldest first',
  description:
    'Call it again with next_cursor, even after an empty page: every event is returned once, about a second after it ' +
    'happened.',
  example: { type: 'payment.paid', limit: 5 },
  scope: ['read', 'payments'],
  input: EventsQuery,
  answer: 'eventsListed',
  handle: (app, standing, { type, cursor, limit, signed }) =>
    listEvents(app, standing, { types: readTypes(app, type), after: readPlace(cursor), limit, signed }),
})

function readTypes(app: Needs<'outward'>, type: string | undefined): MerchantEventType[] | undefined {
  const values = listEventTypes(app)
  return type?.split(',').map(word => {
    const known = values.find(one => one === word.trim())
    if (known) return known
    throw refuseField('type', `is one or several of ${values.join(', ')}`, { code: 'not_one_of', values })
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readPlace(cursor: string | undefined): EventPosition | 'now' | undefined {
  if (cursor === undefined || cursor === 'now') return cursor
  const place = readCursor(cursor, uuid)
  if (place === null) throw refuseField('cursor', 'is the next_cursor of an answer, or now', 'malformed')
  return { recordedAt: place.at, id: place.id }
}
