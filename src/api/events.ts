import { z } from 'zod'
import { type EventPlace, listEvents, type ToldEvent, toldEvents } from '../callbacks/list-events.ts'
import { refuseField } from '../lib/refusal.ts'
import { readCursor } from './cursor.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, queryFlag, queryNumber } from './fields.ts'

const EventsQuery = z.object({
  type: optionalText(2000).describe(`Only events of these types, separated by commas: ${toldEvents.join(', ')}`),
  cursor: optionalText(200).describe(
    'next_cursor of the answer before; `now` for what happens from now on; without it, from the first event',
  ),
  limit: queryNumber(1, 100, 20),
  signed: queryFlag(false).describe(
    'With a test key: each with its callback and as an endpoint is sent it, signed at this moment',
  ),
})

/**
 * GET /api/events: past events, for backends that poll instead of receiving callbacks, or that look for missed ones.
 */
export const eventsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/events',
  tag: 'Events',
  summary: 'What happened, oldest first',
  description:
    'Ask again with next_cursor, also when nothing was found: every event comes once, about a second after it ' +
    'happened.',
  example: { type: 'payment.paid', limit: 5 },
  scope: ['read', 'payments'],
  input: EventsQuery,
  answer: 'eventsListed',
  handle: (app, standing, { type, cursor, limit, signed }) =>
    listEvents(app, standing, { types: readTypes(type), after: readPlace(cursor), limit, signed }),
})

function readTypes(type: string | undefined): ToldEvent[] | undefined {
  return type?.split(',').map(word => {
    const known = toldEvents.find(one => one === word.trim())
    if (known) return known
    throw refuseField('type', `is one or several of ${toldEvents.join(', ')}`, {
      code: 'not_one_of',
      values: [...toldEvents],
    })
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readPlace(cursor: string | undefined): EventPlace | 'now' | undefined {
  if (cursor === undefined || cursor === 'now') return cursor
  const place = readCursor(cursor, uuid)
  if (place === null) throw refuseField('cursor', 'is the next_cursor of an answer, or now', 'malformed')
  return { recordedAt: place.at, id: place.id }
}
