import { writeEnvelope } from '../../callbacks/outward/outward.ts'
import type { Tx } from '../../database/transaction.ts'
import type { OutwardType } from '../../events/outward.ts'
import { StoredEvent } from '../../events/stored-event.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../../payments/payment.ts'
import { storeBodiesSql } from './deliver-events-sql.ts'
import { OutwardEvent } from './outward-event.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

/**
 * The types whose bodies are written when first sent, so that creating and paying do not wait for them. All facts about
 * a payment in these bodies are final when the event happens.
 */
export const lateWrittenTypes: ReadonlySet<OutwardType> = new Set(['payment.created', 'payment.paid'])

/** Returns the bodies of the events of these deliveries, by the ids of the events; erased ones are missing. */
export async function readBodies(
  app: Needs<'outward'>,
  tx: Tx,
  deliveries: WebhookDelivery[],
): Promise<Map<string, string>> {
  const ids = [...new Set(deliveries.map(({ event }) => event.id))]
  const events = await tx.em.find(OutwardEvent, { id: ids })
  const bodies = new Map(events.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])))
  const unwritten = events.filter(({ body, type }) => body === null && lateWrittenTypes.has(type))
  if (unwritten.length === 0) return bodies
  for (const { id, body } of await writePaymentBodies(app, tx, unwritten)) bodies.set(id, body)
  return bodies
}

/**
 * Writes bodies about payments as they were created or paid. Two processes that write one body concurrently write the
 * same.
 */
async function writePaymentBodies(
  app: Needs<'outward'>,
  tx: Tx,
  events: OutwardEvent[],
): Promise<{ id: string; body: string }[]> {
  const invoiceIds = events.map(({ object }) => object.replace('payment ', ''))
  const payments = await tx.em.find(Payment, { invoiceId: invoiceIds })
  const byObject = new Map(payments.map(payment => [`payment ${payment.invoiceId}`, payment]))
  const payloads = await readPayloads(tx, events)
  const written = events.flatMap(({ id, type, mode, sequence, createdAt, object }) => {
    const payment = byObject.get(object)
    const payload = type === 'payment.created' ? {} : payloads.get(id)
    if (!payment || !payload) return []
    const then = type === 'payment.created' ? asMade(payment) : asPaid(payment)
    return [
      { id, body: writeEnvelope({ id, type, mode, sequence, createdAt }, app.outward.present(type, then, payload)) },
    ]
  })
  await tx.write(storeBodiesSql, { written })
  return written
}

async function readPayloads(tx: Tx, events: OutwardEvent[]): Promise<Map<string, object>> {
  const ids = events.flatMap(({ id, type }) => (type === 'payment.created' ? [] : [id]))
  const found = ids.length === 0 ? [] : await tx.em.find(StoredEvent, { id: ids })
  return new Map(found.map(({ id, payload }) => [id, payload]))
}

/** Removes what may have changed since; the remaining facts about a payment never change. */
function asMade(payment: Payment): Payment {
  return Object.assign(asPaid(payment), { status: 'pending', paidAt: null, paidVia: null })
}

/** Removes a refund that may have been recorded since. */
function asPaid(payment: Payment): Payment {
  return Object.assign(Object.create(Payment.prototype), {
    ...payment,
    refundedAt: null,
    refundedAmount: null,
    refunds: null,
  })
}
