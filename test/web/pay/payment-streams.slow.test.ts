import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { silentLog } from '../../../src/lib/log.ts'
import { createLocalWake } from '../../../src/lib/wake.ts'
import type { App } from '../../../src/needs.ts'
import { createPaymentStreams } from '../../../src/web/pay/payment-streams.ts'
import { interceptSql } from '../../kit/intercept-sql.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})

afterAll(() => shop.close())

/** Returns the shop's own parts, counting the queries and listeners of the streams. */
function countingApp() {
  const counts = { queries: 0, listeners: 0 }
  const wake = createLocalWake(silentLog)
  const app: App = {
    ...shop.app,
    sql: interceptSql(shop.app.sql, {
      after: async text => {
        if (/^\s*select/.test(text)) counts.queries++
      },
    }),
    wake: {
      ...wake,
      on(channel, listener) {
        counts.listeners++
        const off = wake.on(channel, listener)
        return () => {
          counts.listeners--
          off()
        }
      },
    },
  }
  return { app, counts }
}

async function nextPhase(stream: AsyncIterator<Buffer>): Promise<string> {
  for (;;) {
    const { value, done } = await stream.next()
    if (done) return 'ended'
    const told = /event: phase\ndata: (.*)\n/.exec(String(value))
    if (told) return JSON.parse(told[1]!).phase
  }
}

test('one query serves every watched payment, no matter how many notifications arrive', async () => {
  const { app, counts } = countingApp()
  const streams = createPaymentStreams(app)
  const invoices = await Promise.all(
    Array.from({ length: 40 }, () => shop.invoice({ payment_method: 'wallet_direct', amount: 50_000 })),
  )
  const open = invoices.map(invoiceId => streams.open(invoiceId, 'one')!)
  const readers = open.map(stream => stream[Symbol.asyncIterator]())
  expect(new Set(await Promise.all(readers.map(nextPhase)))).toEqual(new Set(['payable']))
  expect(counts.queries).toBeLessThanOrEqual(2)

  await shop.pay(invoices[7]!)
  const before = counts.queries
  for (let hint = 0; hint < 500; hint++) app.wake.notify('payments')
  expect(await nextPhase(readers[7]!)).toBe('paid')
  expect(await nextPhase(readers[7]!)).toBe('ended')
  expect(counts.queries - before).toBeLessThanOrEqual(2)
  expect(open[8]!.closed).toBe(false)
  streams.close()
  for (const stream of open) stream.resume()
})

test('a payment has at most twenty streams and a process five thousand; leaving clients free places', async () => {
  const { app, counts } = countingApp()
  const streams = createPaymentStreams(app)
  const name = (number: number) => `INV-${String(number).padStart(20, '0')}`
  const open = Array.from({ length: 20 }, (_, at) => streams.open(name(0), `reader ${at}`)!)
  expect(streams.open(name(0), 'late')).toBeNull()
  for (let number = 1; number <= 4_980; number++) open.push(streams.open(name(number), `reader ${number}`)!)
  expect(streams.open(name(5_000), 'late')).toBeNull()

  await left(open.pop()!)
  const late = streams.open(name(5_000), 'late')
  expect(late).not.toBeNull()

  expect(counts.listeners).toBe(1)
  await Promise.all([late!, ...open].map(left))
  expect(counts.listeners).toBe(0)
})

test('a stream reports a deadline when it passes, without a notification, and closing ends open streams', async () => {
  const { app } = countingApp()
  const streams = createPaymentStreams(app)
  const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
  const reader = streams.open(invoiceId, 'one')![Symbol.asyncIterator]()
  expect(await nextPhase(reader)).toBe('payable')
  await shop.app.sql.write(
    "update payment set expires_at = created_at + interval '1 millisecond' where invoice_id = $1",
    [invoiceId],
  )
  expect(await nextPhase(reader)).toBe('overdue')
  streams.close()
  expect(await nextPhase(reader)).toBe('ended')
  expect(streams.open(invoiceId, 'one')).toBeNull()
})

test('an HTTP stream starts with the phase, ends with the payment, and is freed when its client leaves', async () => {
  const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
  const address = `${shop.pagesUrl}/pay/events?invoice=${invoiceId}`
  const leaving = new AbortController()
  const crowd = await Promise.all(Array.from({ length: 21 }, () => fetch(address, { signal: leaving.signal })))
  const [first] = crowd.filter(answer => answer.status === 200)
  expect(
    crowd
      .map(answer => answer.status)
      .sort()
      .slice(-2),
  ).toEqual([200, 503])
  expect(first!.headers.get('content-type')).toMatch(/^text\/event-stream\b/)
  expect(first!.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(first!.headers.get('x-accel-buffering')).toBe('no')
  leaving.abort()

  const again = async () => {
    const answer = await fetch(address)
    expect(answer.status).toBe(200)
    return answer
  }
  const second = await vi.waitFor(again, { timeout: 60_000 })
  const reader = second.body![Symbol.asyncIterator]() as AsyncIterator<Buffer>
  expect(await nextPhase(asText(reader))).toBe('payable')
  await shop.pay(invoiceId)
  expect(await nextPhase(asText(reader))).toBe('paid')
  expect(await nextPhase(asText(reader))).toBe('ended')

  // After this answer a browser does not reconnect.
  expect((await fetch(address)).status).toBe(204)
})

function asText(reader: AsyncIterator<Uint8Array>): AsyncIterator<Buffer> {
  return {
    async next() {
      const { value, done } = await reader.next()
      return done ? { value, done } : { value: Buffer.from(value), done: false }
    },
  }
}

function left(stream: { destroy(): unknown; once(event: 'close', listener: () => void): unknown }): Promise<void> {
  return new Promise(resolve => {
    stream.once('close', resolve)
    stream.destroy()
  })
}

test('one address has at most a hundred streams, and cannot block those of others', async () => {
  const { app } = countingApp()
  const streams = createPaymentStreams(app)
  const greedy = Array.from({ length: 20 }, () => streams.open('INV-A', 'greedy')!)
  expect(streams.open('INV-A', 'greedy')).toBeNull()
  const customers = Array.from({ length: 10 }, (_, at) => streams.open('INV-A', `customer ${at}`)!)
  expect(customers.every(stream => stream && !stream.destroyed)).toBe(true)
  expect(greedy.filter(stream => stream.destroyed)).toHaveLength(10)
  const more = Array.from({ length: 200 }, (_, at) => streams.open(`INV-${at}`, 'greedy'))
  await expect.poll(() => greedy.filter(stream => stream.closed)).toHaveLength(10)
  expect(more.filter(Boolean).length).toBeLessThanOrEqual(90)
  expect(streams.open('INV-B', 'customer 0')).not.toBeNull()
  streams.close()
  for (const stream of [...greedy, ...customers, ...more]) stream?.resume()
})
