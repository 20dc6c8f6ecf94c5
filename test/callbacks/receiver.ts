import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { createEnvelopeSchema } from '../../src/api/dialects/outward-catalogue.ts'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import type { OutwardType } from '../../src/events/outward.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { deliverAllEvents } from '../kit/endpoints.ts'
import { findRow } from '../kit/outward.ts'
import { patientServerOptions } from '../kit/patient.ts'
import { create, send } from '../payments/scenario.ts'

export interface Received {
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

/** A merchant's backend with configurable answers, which counts its simultaneous requests. */
export interface Receiver {
  url: string
  host: string
  received: Received[]
  atOnceMax(): number
  /** The next answers; 200 by default. */
  answer: (request: Received) => Reply | Promise<Reply>
  close(): Promise<void>
}

type Reply = Answer | 'hang up'

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export async function startReceiver(): Promise<Receiver> {
  let atOnce = 0
  let atOnceMax = 0
  const receiver: Receiver = {
    url: '',
    host: '',
    received: [],
    atOnceMax: () => atOnceMax,
    answer: () => ({ status: 200 }),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  const server = http.createServer(patientServerOptions, async (request, response) => {
    atOnceMax = Math.max(atOnceMax, ++atOnce)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() }
    receiver.received.push(received)
    const reply = await receiver.answer(received)
    atOnce--
    if (reply === 'hang up') response.destroy()
    else response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.url = `http://${receiver.host}/hook`
  return receiver
}

/** A shop that may call the receiver. */
export function openShop(receiver: Receiver, parts = {}): Promise<TestShop> {
  return createTestShop({ settings: { OUTBOUND_ALLOW: receiver.host }, parts })
}

/** An event as a webhook receives it. */
export interface Envelope {
  id: string
  type: OutwardType
  version: number
  created_at: string
  mode: string
  sequence: number
  data: Record<string, unknown>
}

/** Sends the planned events, and returns those that arrived since the last call, in order. */
export async function receiveEvents(shop: TestShop, receiver: Receiver): Promise<Envelope[]> {
  await deliverAllEvents(shop)
  return receiver.received
    .splice(0)
    .filter(({ headers }) => headers['webhook-id'] && !headers['x-webhook-event'])
    .map(({ body }) => JSON.parse(body) as Envelope)
}

/** Checks that each event contains only the fields of its schema, which lists nothing confidential. */
export function expectSchemas(events: Envelope[]): void {
  for (const event of events) {
    const row = findRow(event.type)
    const strict = createEnvelopeSchema(event.type, { schema: row.schema.strict() }).strict()
    expect(strict.safeParse(event).error, `${event.type} ${JSON.stringify(event.data)}`).toBeUndefined()
  }
}

/** Creates a paid payment whose callback is due and not yet sent. */
export async function paidPayment(shop: TestShop, url: string, key = shop.keys.demo): Promise<string> {
  const [invoiceId] = await paidPayments(shop, 1, url, key)
  return invoiceId!
}

export async function paidPayments(
  shop: TestShop,
  howMany: number,
  url: string,
  key = shop.keys.demo,
): Promise<string[]> {
  const payments = await Promise.all(Array.from({ length: howMany }, () => create(shop, { callback_url: url }, key)))
  for (const payment of payments) await send(shop, { invoice_id: payment.invoice_id })
  await shop.hurry()
  await waitUntilFinished(readTransfers(shop.app, 100))
  return payments.map(payment => payment.invoice_id)
}

export interface DeliveryRow {
  state: string
  attempts: number
  event_id: string
  /** The time from the last attempt to the next, in seconds. */
  wait_s: number
  error: string | null
}

export async function deliveryOf(shop: TestShop, invoiceId: string): Promise<DeliveryRow> {
  const rows = await shop.app.sql.query<DeliveryRow>(
    `select d.state, d.attempts, d.event_id, t.error,
       extract(epoch from d.next_at - t.attempted_at)::float8 as wait_s
     from delivery d left join delivery_attempt t on t.delivery_id = d.id and t.number = d.attempts
     where d.invoice_id = $1`,
    [invoiceId],
  )
  return rows[0]!
}

export const deliver = (shop: TestShop) => waitUntilFinished(deliverCallbacks(shop.app, 1000))

/** Ends the shop and its receiver, and checks that nothing was lost or duplicated. */
export async function closeInOrder(shop: TestShop, receiver: Receiver): Promise<void> {
  // I12 is excluded: a clock that leaps forward by days makes everything late.
  const violations = await findViolations(
    shop.app,
    invariants.filter(({ id }) => id !== 'I12'),
  )
  await shop.close()
  await receiver.close()
  expect(violations).toEqual([])
}
