import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, type Received, type Receiver, startReceiver } from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { deliverAllEvents } from '../../kit/endpoints.ts'
import { create } from '../../payments/scenario.ts'

// The full test: FAN_OUT_EVENTS=10000 FAN_OUT_KILLS=200, on an otherwise idle machine.
const events = Number(process.env.FAN_OUT_EVENTS ?? 120)
const kills = Number(process.env.FAN_OUT_KILLS ?? 6)

let shop: TestShop
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
}, 60_000)

afterEach(async () => {
  await shop.close()
  await receiver.close()
})

const filters = [
  ...[['payment.created'], ['payment.cancelled'], ['payment.created', 'payment.cancelled'], ['order.placed']],
  ...[null, ['payment.paid'], ['payment.cancelled', 'stock.low'], null, ['payment.created'], ['customer.created']],
]

async function makeEndpoints(): Promise<void> {
  for (const [place, types] of filters.entries()) {
    const body = { url: `${receiver.url}/${place}`, types }
    expect((await shop.api('/create-endpoint', { body })).status).toBe(200)
  }
}

/** Creates two events for each payment. */
async function happen(payments: number): Promise<string[]> {
  const invoices: string[] = []
  for (let at = 0; at < payments; at += 20) {
    // An amount has 999 codes, and those of cancelled payments stay reserved for a while.
    const amount = 15_000 + Math.floor(at / 400) * 1000
    const made = await Promise.all(Array.from({ length: Math.min(20, payments - at) }, () => create(shop, { amount })))
    await Promise.all(made.map(({ invoice_id }) => shop.api('/cancel-payment', { body: { invoice: invoice_id } })))
    invoices.push(...made.map(({ invoice_id }) => invoice_id))
  }
  return invoices
}

interface Told {
  id: string
  type: string
  sequence: number
  data: { invoice_id: string }
}

const toldTo = (place: number): Told[] =>
  receiver.received.filter(({ path: at }) => at.endsWith(`/${place}`)).map(({ body }: Received) => JSON.parse(body))

test('each of ten endpoints gets exactly its own events, in the order of each payment', async () => {
  await makeEndpoints()
  const invoices = await happen(events / 2)
  await deliverAllEvents(shop, 100_000)
  for (const [place, types] of filters.entries()) {
    const told = toldTo(place)
    const wanted = ['payment.created', 'payment.cancelled'].filter(type => types === null || types.includes(type))
    expect(told).toHaveLength(invoices.length * wanted.length)
    const byInvoice = Map.groupBy(told, ({ data }) => data.invoice_id)
    for (const invoice of invoices.filter(() => wanted.length > 0)) {
      expect(byInvoice.get(invoice)!.map(({ type }) => type)).toEqual(wanted)
    }
  }
}, 3_600_000)

test('processes that are killed while sending lose nothing, and repeat only with the same id and body', async () => {
  await makeEndpoints()
  const invoices = await happen(events / 2)
  const start = async (): Promise<ChildProcess> => {
    const settings = { OUTBOUND_ALLOW: receiver.host, BASE_URL: shop.url }
    const child = fork(path.join(import.meta.dirname, 'fan-out-process.ts'), [
      ...[JSON.stringify(shop.connection), JSON.stringify(settings)],
    ])
    await once(child, 'message')
    return child
  }
  for (let kill = 0; kill < kills; kill++) {
    const child = await start()
    const seen = receiver.received.length
    while (receiver.received.length < seen + randomInt(1, 15) && !(await isAllTold())) {
      await new Promise(resolve => setTimeout(resolve, 2))
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    await shop.app.sql.write("update endpoint_delivery set leased_until = '-infinity' where lease_token is not null")
  }
  await deliverAllEvents(shop, 100_000)
  expect(await isAllTold()).toBe(true)
  for (const [place, types] of filters.entries()) {
    const wanted = ['payment.created', 'payment.cancelled'].filter(type => types === null || types.includes(type))
    const told = toldTo(place)
    expect(new Set(told.map(({ id }) => id)).size).toBe(invoices.length * wanted.length)
    const names = new Set(told.map(({ type, data }) => `${type} ${data.invoice_id}`))
    expect(names.size).toBe(invoices.length * wanted.length)
  }
  const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'] as string)
  for (const same of bodies.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
}, 3_600_000)

async function isAllTold(): Promise<boolean> {
  const rows = await shop.app.sql.query(
    "select from owed_event union all select from endpoint_delivery where state <> 'delivered' limit 1",
  )
  return rows.length === 0
}
