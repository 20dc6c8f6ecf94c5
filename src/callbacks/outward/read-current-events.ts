import type { Mode } from '../../database/scope.ts'
import type { OutwardType } from '../../events/outward.ts'
import type { StoredEvent } from '../../events/stored-event.ts'
import { extractInvoiceId } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import { findSubjectKind, type OutwardEvent } from './outward.ts'
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
  app: Needs<'transaction' | 'outward'>,
  { mode, accountId }: { mode: Mode; accountId: number },
  events: StoredEvent[],
  payments: Map<string, Payment>,
): Promise<Map<string, CurrentEvent>> {
  const { outward: catalogue } = app
  const outward = events.filter(({ type }) => catalogue.isListed(type))
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
    const data = catalogue.present(type, subject, event.payload)
    return [[event.id, { data, sequence: catalogue.subjects[findSubjectKind(type)]!.countChanges(subject, mode) }]]
  })
  return new Map(described)
}
