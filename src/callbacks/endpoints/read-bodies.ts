import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../../payments/payment.ts'
import { keepBodies } from './deliver-events-sql.ts'
import type { EndpointDelivery } from './endpoint-delivery.ts'
import { envelopeOf } from './outward.ts'
import { OutwardEvent } from './outward-event.ts'

/** The bodies of the events of these deliveries, by the ids of the events; one that was erased is missing. */
export async function readBodies(
  app: Needs<'present'>,
  tx: Tx,
  deliveries: EndpointDelivery[],
): Promise<Map<string, string>> {
  const ids = [...new Set(deliveries.map(({ event }) => event.id))]
  const events = await tx.em.find(OutwardEvent, { id: ids })
  const bodies = new Map(events.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])))
  const unwritten = events.filter(({ body, type }) => body === null && type === 'payment.created')
  if (unwritten.length === 0) return bodies
  for (const { id, body } of await writeCreated(app, tx, unwritten)) bodies.set(id, body)
  return bodies
}

/** The payments as they were made. Two processes that write one body at once write the same. */
async function writeCreated(
  app: Needs<'present'>,
  tx: Tx,
  events: OutwardEvent[],
): Promise<{ id: string; body: string }[]> {
  const invoiceIds = events.map(({ object }) => object.replace('payment ', ''))
  const payments = await tx.em.find(Payment, { invoiceId: invoiceIds })
  const byObject = new Map(payments.map(payment => [`payment ${payment.invoiceId}`, payment]))
  const written = events.flatMap(({ id, type, mode, sequence, createdAt, object }) => {
    const payment = byObject.get(object)
    if (!payment || type !== 'payment.created') return []
    const made = Object.assign(Object.create(Payment.prototype), { ...payment, ...asMade }) as Payment
    return [{ id, body: envelopeOf({ id, type, mode, sequence, createdAt }, app.present(type, made, {})) }]
  })
  await tx.write(keepBodies, { written })
  return written
}

/** The part that has changed since, or may have; the rest of what is told of a payment never changes. */
const asMade = { status: 'pending', paidAt: null, paidVia: null } as const
