import type { Mode } from '../../database/scope.ts'
import { isOutward, type OutwardType } from '../../events/outward.ts'
import type { StoredEvent } from '../../events/stored-event.ts'
import { extractInvoiceId } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import type { OutwardEvent } from './find-changed-object.ts'
import type { Subjects } from './outward.ts'
import { readSubjects } from './read-subjects.ts'

/** An event as an endpoint receives it, but with the current state of its object. */
export interface CurrentEvent {
  data: object
  sequence: number
}

/**
 * Returns these events of one account and mode with the current state of their objects, presented as for webhooks, by
 * event id. Events whose object is gone, or that are not sent outside, are missing. `payments` contains the payments of
 * the events, by invoice id.
 */
export async function readCurrentEvents(
  app: Needs<'transaction' | 'present' | 'slots'>,
  { mode, accountId }: { mode: Mode; accountId: number },
  events: StoredEvent[],
  payments: Map<string, Payment>,
): Promise<Map<string, CurrentEvent>> {
  const outward = events.filter(({ type }) => isOutward(type))
  const others = outward
    .filter(({ type }) => !type.startsWith('payment.'))
    .map(({ id, type, subject, payload, createdAt }) => {
      return { id, accountId, type, subject, payload, createdAt } as OutwardEvent
    })
  const subjects =
    others.length === 0 ? new Map() : await app.transaction({ accountId, mode }, tx => readSubjects(app, tx, others))
  const described = outward.flatMap((event): [string, CurrentEvent][] => {
    const type = event.type as OutwardType
    const subject = type.startsWith('payment.') ? payments.get(extractInvoiceId(event.subject)) : subjects.get(event.id)
    if (!subject) return []
    const data = app.present(type, subject, event.payload)
    return [[event.id, { data, sequence: countChanges(subject, mode) }]]
  })
  return new Map(described)
}

/** Returns how often an object has changed so far; people have only one change, their creation. */
function countChanges(subject: Subjects[keyof Subjects], mode: Mode): number {
  if ('order' in subject) return subject.order.sequence
  if ('variant' in subject) return subject.variant.stocks.find(stock => stock.mode === mode)?.sequence ?? 1
  if ('shift' in subject) return subject.shift.closedAt === null ? 1 : 2
  return 'sequence' in subject ? subject.sequence : 1
}
