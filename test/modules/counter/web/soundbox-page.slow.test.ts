import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toAnnouncement } from '../../../../src/modules/counter/read-announcements.ts'
import { revokeDevice } from '../../../../src/modules/counter/revoke-device.ts'
import { listClipAddresses } from '../../../../src/modules/counter/web/soundbox/clips.ts'
import { payInvoice } from '../../../orders/pay-invoice.ts'
import { invoice, newCustomer, openStall, pay } from '../../../orders/store.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { ownerOf, pairedDevice } from '../stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const cookieOf = (token: string) => ({ cookie: `warung-soundbox=${token}` })

async function paid(amount: number): Promise<string> {
  const invoiceId = await shop.invoice({ amount })
  await shop.work()
  await payInvoice(shop, invoiceId)
  return invoiceId
}

interface Said {
  event: 'paid' | 'orders'
  id: string
  at: number
  isMissed: boolean
  amount: string
  clips: string[]
  text?: string
}

/** Listens to a stream until it has sent this number of news items, an event with a name, or enough. */
async function listen(
  path: string,
  token: string,
  until: { news: number } | { event: string } | { isEnough(said: Said[]): boolean },
): Promise<Said[]> {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${shop.pagesUrl}${path}`, { headers: cookieOf(token) }, resolve).on('error', reject)
  })
  expect(answer.headers['content-type']).toContain('text/event-stream')
  const said: Said[] = []
  const isEnough = (event: string) =>
    'isEnough' in until ? until.isEnough(said) : 'news' in until ? said.length >= until.news : event === until.event
  for await (const message of messagesOf(answer)) {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(message)!
    const { payments = [], orders = [] } = JSON.parse(data!)
    for (const one of [...payments, ...orders]) said.push({ event, ...one })
    if (isEnough(event!)) {
      answer.destroy()
      return said
    }
  }
  throw new Error('the stream ended')
}

async function* messagesOf(answer: http.IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  for await (const part of answer.setEncoding('utf8')) {
    const messages = (rest + part).split('\n\n')
    rest = messages.pop()!
    yield* messages
  }
}

describe('the page of a soundbox', () => {
  test('the page of a soundbox is paired by a code, and opens only for a soundbox', async () => {
    const stranger = await shop.page('/soundbox')
    expect(stranger.text).toContain('Pasang kotak suara di perangkat ini')
    const counter = await pairedDevice(shop)
    expect((await shop.page('/soundbox', cookieOf(counter.token))).text).not.toContain('id="soundbox"')
    const { token } = await pairedDevice(shop, { kind: 'soundbox' })
    const { text } = await shop.page('/soundbox', cookieOf(token))
    for (const shown of ['Kotak suara Warung Kopi', 'Tablet depan', 'Nyalakan suara', 'Mode uji', 'alamat https']) {
      expect(text).toContain(shown)
    }
    expect((await shop.page('/soundbox?lang=en', cookieOf(token))).text).toContain('Turn the sound on')
  })

  test('a soundbox lists payments without links, and receives each new one once', async () => {
    const { token } = await pairedDevice(shop, { kind: 'soundbox' })
    const before = await paid(20_000)
    const { text } = await shop.page('/soundbox', cookieOf(token))
    expect(text).toMatch(/Rp.20\.0/)
    expect(text).not.toContain(before)
    const from = /data-from="(\d+)"/.exec(text)![1]
    const listed = [...text.matchAll(/data-id="([\w-]+)"/g)].map(([, id]) => id)
    const hearing = listen(`/soundbox/events?lang=id&after=${from}`, token, { news: listed.length + 1 })
    await paid(50_000)
    const [news, ...more] = (await hearing).filter(({ id }) => !listed.includes(id))
    expect(more).toEqual([])
    expect(news!.clips.slice(0, 4)).toEqual(['test', 'lima', 'puluh', 'ribu'])
    expect(news!.clips.slice(-2)).toEqual(['rupiah', 'paid'])
    expect(news!.isMissed).toBe(false)
    expect(JSON.stringify(news)).not.toContain('INV-')
    // A box that reconnects receives the same news again, in English because it asks for that, and knows its id.
    const [again] = await listen(`/soundbox/events?lang=en&after=${news!.at}`, token, { news: 1 })
    expect(again!.isMissed).toBe(true)
    expect([news!.id, ...listed]).toContain(again!.id)
    expect(again!.clips).toContain('thousand')
  })

  test('a soundbox announces a new order, and its payment after the money', async () => {
    const { token } = await pairedDevice(shop, { kind: 'soundbox' })
    const stall = await openStall(shop.app, shop.demo)
    const since = Date.now()
    // Earlier news is sent again.
    const listNew = (said: Said[]) => said.filter(({ at }) => at >= since)
    const placing = Promise.withResolvers<void>()
    const hearing = listen(`/soundbox/events?lang=id&after=${since}`, token, {
      isEnough(said) {
        if (listNew(said).length > 0) placing.resolve()
        return listNew(said).length >= 3
      },
    })
    const { payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
    // Paid sooner, both orders would be announced together.
    await placing.promise
    await shop.work()
    await pay(stall, payment.invoiceId)
    const said = listNew(await hearing)
    expect(said.map(({ event }) => event)).toEqual(['orders', 'paid', 'orders'])
    const [placed, money, paidOrder] = said
    expect(placed!.clips).toEqual(['test', 'order', 'empat', 'puluh', 'lima', 'ribu', 'rupiah'])
    expect(placed).toMatchObject({ text: 'Pesanan baru', amount: 'Rp\u00a045.000' })
    expect(money!.clips.at(-1)).toBe('paid')
    expect(paidOrder!.clips).toEqual(['test', 'order-paid'])
    const { text } = await shop.page('/soundbox', cookieOf(token))
    expect(text).toMatch(/Rp.45\.000<\/b>\s*<span>Pesanan baru · /)
    expect(text).not.toContain('Pesanan dibayar ·')
    expect(JSON.stringify(said)).not.toMatch(/ORD-|Budi|INV-/)
  })

  test('a sale at the counter is announced as money, not as an order', () => {
    const event = { id: 'a', accountId: 1, mode: 'live' as const, recordedAt: new Date(), createdAt: new Date() }
    const placed = (door?: string) => toAnnouncement({ ...event, type: 'order.placed', payload: { total: 1, door } })
    expect(placed('counter')).toBeNull()
    expect(placed('menu')!.kind).toBe('order')
    // Events before 1.1.0 do not name a door, and are from a chat.
    expect(placed()!.kind).toBe('order')
  })

  test('a soundbox receives nothing of another account or mode', async () => {
    const { token } = await pairedDevice(shop, { kind: 'soundbox', mode: 'live' })
    const hearing = listen(`/soundbox/events?after=${Date.now() - 60_000}`, token, { event: 'beat' })
    await paid(30_000)
    expect(await hearing).toEqual([])
    expect(await listen(`/soundbox/events?after=0`, token, { event: 'beat' })).toEqual([])
  })

  test('a revoked soundbox is notified, and opens no stream', async () => {
    const { token, device } = await pairedDevice(shop, { kind: 'soundbox' })
    const open = listen(`/soundbox/events?after=${Date.now()}`, token, { event: 'beat' })
    await open
    await revokeDevice(shop.app, device.id, ownerOf(shop))
    await listen('/soundbox/events', token, { event: 'revoked' })
    expect((await shop.page('/soundbox', cookieOf(token))).text).toContain('Pasang kotak suara')
  })
})

describe('the clips of a soundbox', () => {
  test.each(['id', 'en'] as const)(
    'the clips in %s are complete, cached forever, and 60 KB at most',
    async language => {
      let bytes = 0
      for (const address of Object.values(listClipAddresses(shop.app.config, language))) {
        const answer = await shop.page(address)
        expect(answer.status, address).toBe(200)
        expect(answer.headers['content-type']).toBe('audio/mpeg')
        expect(answer.headers['cache-control']).toContain('immutable')
        bytes += answer.bytes.length
      }
      expect(bytes).toBeLessThanOrEqual(60 * 1024)
    },
  )
})
