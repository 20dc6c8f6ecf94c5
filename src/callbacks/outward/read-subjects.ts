import { forkScoped, type Scope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../../payments/payment.ts'
import { type ChangedObject, findChangedObject } from './find-changed-object.ts'
import type { OutwardEvent } from './outward.ts'

/**
 * Returns the objects of these events in their state inside the transaction, by event id. An object that the event
 * already contains is not read again.
 */
export async function readSubjects(
  { outward }: Needs<'outward'>,
  tx: Tx,
  events: OutwardEvent[],
): Promise<Map<string, object>> {
  const subjects = new Map(events.flatMap(({ id, about }) => (about ? [[id, about] as const] : [])))
  const unread = events.filter(({ id }) => !subjects.has(id))
  if (unread.length === 0) return subjects
  // The caller may have changed entities without flushing them.
  await tx.em.flush()
  const changed = unread.map(event => ({ event, object: findChangedObject(outward, event) }))
  const payments = await readPayments(
    tx,
    changed.flatMap(({ object }) => (object.kind === 'payment' ? [object.key] : [])),
  )
  const subjectsByKey = new Map<string, object>()
  for (const { event, object } of changed) {
    const name = `${object.kind} ${object.key}`
    const subject = payments.get(name) ?? subjectsByKey.get(name) ?? (await readOne(tx, event, object))
    if (!subject) continue
    subjectsByKey.set(name, subject)
    subjects.set(event.id, subject)
  }
  return subjects
}

// Hundreds of payments may be paid, or expire, at once.
async function readPayments(tx: Tx, invoiceIds: string[]): Promise<Map<string, object>> {
  if (invoiceIds.length === 0) return new Map()
  const payments = await forkScoped(tx, 'installation').find(Payment, { invoiceId: invoiceIds })
  return new Map(payments.map(payment => [`payment ${payment.invoiceId}`, payment]))
}

function readOne(
  tx: Tx,
  { accountId, payload }: OutwardEvent,
  { subject, key }: ChangedObject,
): Promise<object | null> {
  const em = (scope: Scope) => forkScoped(tx, scope)
  const mode = 'mode' in payload ? payload.mode : 'live'
  return subject.read({ accountId, mode, em, all: em('installation') }, key)
}
