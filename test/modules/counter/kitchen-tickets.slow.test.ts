import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Category } from '../../../src/catalog/category.ts'
import { createAttemptLeases } from '../../../src/database/attempt-leases.ts'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { cancelWaitingSale } from '../../../src/modules/counter/cancel-waiting-sale.ts'
import type { OpenBillLine } from '../../../src/modules/counter/tables/bill-content.ts'
import { saveBill, splitBill } from '../../../src/modules/counter/tables/change-bill.ts'
import { addStation, removeStation, setStationPrinter } from '../../../src/modules/counter/tables/change-stations.ts'
import { KitchenStation } from '../../../src/modules/counter/tables/kitchen-station.ts'
import { KitchenTicket } from '../../../src/modules/counter/tables/kitchen-ticket.ts'
import { printTickets } from '../../../src/modules/counter/tables/print-tickets.ts'
import { listStuckTickets, takeTickets } from '../../../src/modules/counter/tables/take-tickets.ts'
import { viewSale } from '../../../src/modules/counter/view-sale.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { withDatabaseAway } from '../../kit/outage.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { openStall, type Stall } from '../../orders/store.ts'
import { allowOffline, lineOf, send, soldAt } from './offline-stand.ts'
import { openPrinter, type Printer } from './printer-stand.ts'
import { deviceNow, openCounter, sellAt } from './sales-stand.ts'
import { ownerOf } from './stand.ts'

const catalogue = `
categories: [{ key: food, name: Makanan }, { key: drinks, name: Minuman }]
products:
  - { key: rice, name: Nasi Goreng, category: food, kind: physical, price: 25000, stock: unlimited }
  - { key: tea, name: Teh, category: drinks, kind: physical, price: 5000, stock: unlimited }
  - key: coffee
    name: Kopi
    category: drinks
    kind: physical
    price: 15000
    stock: unlimited
    options: [{ key: size, name: Ukuran, choices: [{ key: large, name: Besar, price: 5000 }] }]
  - { key: pen, name: Pulpen, kind: physical, price: 3000, stock: unlimited }`

let shop: TestShop
let stall: Stall
let counter: Awaited<ReturnType<typeof openCounter>>
let kitchen: Printer
let bar: Printer
const categories: Record<string, string> = {}

beforeAll(async () => {
  ;[kitchen, bar] = await Promise.all([openPrinter(), openPrinter()])
  shop = await createTestShop({ settings: { OUTBOUND_ALLOW: `${kitchen.address},${bar.address}` } })
  counter = await openCounter(shop)
  stall = await openStall(shop.app, shop.demo, catalogue)
  for (const { name, publicId } of await shop.app.em(shop.demo).find(Category, {})) categories[name] = publicId
})
afterAll(async () => {
  await Promise.all([kitchen.off(), bar.off()])
  await shop.close()
})

const at = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const em = () => shop.app.em(at())
const work = () => waitUntilFinished(printTickets(shop.app, 20))

async function station(name: string, category: string, printer: string): Promise<void> {
  await addStation(shop.app, { name, categories: [categories[category]!], printer, language: 'id' }, ownerOf(shop))
}

beforeEach(async () => {
  for (const printer of [kitchen, bar]) Object.assign(printer, { mood: 'ready', tickets: [] })
  await station('Dapur', 'Makanan', kitchen.address)
  await station('Bar', 'Minuman', bar.address)
})
afterEach(async () => {
  for (const { id } of await em().find(KitchenStation, {})) await removeStation(shop.app, id, ownerOf(shop))
})

/** Returns units of a bill that the device claims to have sent to the kitchen. */
const line = (key: string, quantity: number, more: Partial<OpenBillLine> = {}): OpenBillLine => ({
  variant: stall.variants[key]!,
  quantity,
  choices: [],
  made: '',
  sent: quantity,
  ...more,
})
const large = { choices: ['size:large'], made: 'Besar' }

async function save(
  lines: OpenBillLine[],
  more: { key?: string; version?: number; name?: string; tableNumber?: number; note?: string } = {},
) {
  const { key = randomUUID(), version, ...content } = more
  const bill = { key, name: 'Bu Ani', tableNumber: 4, free: 0, ...content, lines }
  await saveBill(shop.app, at(), version === undefined ? bill : { ...bill, version })
  return { key, version: (version ?? 0) + 1 }
}

const goods = (papers: string[][]) => papers.map(paper => paper.filter(text => /^\d+ x /.test(text)))

describe('a saved bill', () => {
  test('saving a bill prints at each station what it prepares, with table, options and note', async () => {
    await save([line('rice', 1), line('coffee', 2, large), line('pen', 1)], { note: 'tanpa cabai' })
    expect(await work()).toBe(2)
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
    const [paper] = bar.papers()
    expect(paper).toEqual([
      'Bar',
      'MODE UJI',
      'Meja 4',
      'Bu Ani',
      expect.stringMatching(/^\d\d\.\d\d WIB$/),
      '-'.repeat(32),
      '2 x Kopi',
      'Besar',
      '-'.repeat(32),
      'tanpa cabai',
    ])
    // It starts with a reset, and ends with a paper feed and a cut.
    expect(bar.tickets[0]!.subarray(0, 2).toString('hex')).toBe('1b40')
    expect(bar.tickets[0]!.subarray(-4).toString('hex')).toBe('1d564200')
    expect(await work()).toBe(0)
  })

  test('saving a bill again prints only new items, and moving it to another table prints nothing', async () => {
    const bill = await save([line('tea', 1)])
    const more = await save([line('tea', 3), line('rice', 1)], bill)
    await save([line('tea', 3), line('rice', 1)], { ...more, tableNumber: 9 })
    await work()
    await work()
    expect(goods(bar.papers())).toEqual([['1 x Teh'], ['2 x Teh']])
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
  })

  test('saving a bill again after a lost response prints once', async () => {
    const key = randomUUID()
    await Promise.all([save([line('rice', 1)], { key }), save([line('rice', 1)], { key })])
    await save([line('rice', 1)], { key })
    await work()
    await work()
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
  })

  test('splitting a bill prints nothing, and neither do items that the device has not sent', async () => {
    const bill = await save([line('tea', 2), line('rice', 1, { sent: 0 })])
    await work()
    await splitBill(shop.app, at(), { from: bill, to: { key: randomUUID(), name: 'Bu Ani (2)' }, units: [1, 0] })
    expect(await work()).toBe(0)
    expect(goods([...bar.papers(), ...kitchen.papers()])).toEqual([['2 x Teh']])
  })
})

describe('a sale', () => {
  const lines = () => [
    { variant: stall.variants.coffee!, quantity: 1, choices: ['size:large'] },
    { variant: stall.variants.coffee!, quantity: 1, choices: [] },
    { variant: stall.variants.rice!, quantity: 1, choices: [] },
  ]

  test('a cash sale is printed at the stations immediately', async () => {
    const order = await sellAt(shop, counter, { lines: lines(), expectedTotal: 60_000 })
    await work()
    expect(kitchen.papers()[0]).toContain(order.orderNumber)
    expect(bar.papers()[0]!.filter(text => /x|Besar/.test(text))).toEqual(['1 x Kopi', 'Besar', '1 x Kopi'])
  })

  test('a sale by code is printed when its money has come, and not if it is cancelled', async () => {
    const [paid, vain] = [randomUUID(), randomUUID()]
    const order = await sellAt(shop, counter, { key: paid, lines: lines(), method: 'code', expectedTotal: 60_000 })
    await sellAt(shop, counter, { key: vain, lines: lines(), method: 'code', expectedTotal: 60_000 })
    await cancelWaitingSale(shop.app, await deviceNow(shop, counter.id), vain)
    expect(await work()).toBe(0)
    const waiting = await viewSale(shop.app, await deviceNow(shop, counter.id), paid)
    await payInvoice(shop, waiting!.payment!.invoiceId)
    await work()
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
    expect(kitchen.papers()[0]).toContain(order.orderNumber)
  })

  test('the sale of an open bill prints only what the bill did not send', async () => {
    const bill = await save([line('coffee', 1, large), line('rice', 1)])
    await work()
    kitchen.tickets = []
    bar.tickets = []
    await sellAt(shop, counter, { lines: lines(), expectedTotal: 60_000, bill })
    await work()
    expect(kitchen.papers()).toEqual([])
    expect(goods(bar.papers())).toEqual([['1 x Kopi']])
    expect(bar.papers()[0]).toContain('Bu Ani')
  })

  test('a sale without a network is not printed when it arrives, because its guests have gone', async () => {
    await allowOffline(shop)
    await send(shop, counter, soldAt(shop, counter, { sold: lineOf(stall.variants.rice!, 25_000) }))
    expect(await work()).toBe(0)
    expect(await em().count(KitchenTicket, {})).toBe(0)
  })
})

describe('a printer', () => {
  const attempts = async () => {
    await work()
    shop.advance(60)
  }

  test('a printer that was switched off prints its tickets in order later, and delays no other printer', async () => {
    await kitchen.off()
    await save([line('rice', 1), line('tea', 1)])
    await save([line('rice', 2)])
    await attempts()
    await attempts()
    expect(goods(bar.papers())).toEqual([['1 x Teh']])
    expect(await listStuckTickets(shop.app, at())).toMatchObject([{ lastError: 'ECONNREFUSED', title: 'Bu Ani' }])
    await kitchen.on()
    await attempts()
    await attempts()
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng'], ['2 x Nasi Goreng']])
    // None of these items was printed before.
    expect(kitchen.papers().flat().join()).not.toContain('CETAK ULANG')
  })

  test('a printer without paper keeps its ticket waiting, and prints it once there is paper', async () => {
    kitchen.mood = 'without paper'
    await save([line('rice', 1)])
    await attempts()
    expect(kitchen.tickets).toEqual([])
    expect(await listStuckTickets(shop.app, at())).toMatchObject([{ lastError: 'out of paper' }])
    kitchen.mood = 'ready'
    await attempts()
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
  })

  test('a printer that answers no status query still prints', async () => {
    kitchen.mood = 'silent'
    await save([line('rice', 1)])
    await work()
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
  })

  test('a printer that disconnects halfway prints the ticket again, marked as a repetition', async () => {
    kitchen.mood = 'cut'
    await save([line('rice', 1)])
    await attempts()
    kitchen.mood = 'ready'
    await attempts()
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
    expect(kitchen.papers()[0]!.join(' ')).toContain('CETAK ULANG')
  })

  test('a ticket is printed again, marked, after the process that printed it was killed', async () => {
    await save([line('rice', 1)])
    await em().nativeUpdate(KitchenTicket, { state: 'pending' }, { attempts: 1, mayBePrinted: true })
    await work()
    expect(kitchen.papers()[0]!.join(' ')).toContain('CETAK ULANG')
  })

  test('prints a ticket once although PostgreSQL is away when it comes out of the printer', async () => {
    await save([line('rice', 1)])
    const app = withDatabaseAway(shop.app, { scope: 'installation', count: 2 })
    await waitUntilFinished(printTickets(app, 20))
    expect(app.callsRefused()).toBe(2)
    expect(goods(kitchen.papers())).toEqual([['1 x Nasi Goreng']])
    expect(await em().find(KitchenTicket, {}, { orderBy: { id: 'desc' }, limit: 1 })).toMatchObject([
      { state: 'printed' },
    ])
  })

  test('is left to one process for fifteen seconds, and longer only while that one lives', async () => {
    kitchen.mood = 'silent'
    await save([line('rice', 1)])
    const { work: printing } = await printTickets(shop.app, 20)
    const secondsLeft = async () => {
      const [row] = await shop.app.sql.query<{ seconds: number }>(
        "select extract(epoch from leased_until - now())::float8 as seconds from kitchen_ticket where state = 'pending'",
      )
      return row!.seconds
    }
    expect(await secondsLeft()).toBeLessThanOrEqual(15)
    await shop.app.sql.write("update kitchen_ticket set leased_until = now() + interval '1 second'")
    const [{ id }] = (await em().find(KitchenTicket, { state: 'pending' })) as [KitchenTicket]
    const leases = createAttemptLeases('kitchen_ticket')
    expect(await leases.renew(shop.app, [`${id} 0`, `${id} 2`])).toEqual([])
    expect(await leases.renew(shop.app, [`${id} 1`])).toEqual([`${id} 1`])
    expect(await secondsLeft()).toBeGreaterThan(10)
    await Promise.all(printing)
  })

  test('no ticket older than two hours is printed', async () => {
    await save([line('rice', 1)])
    shop.advance(2 * 3600 + 1)
    await work()
    expect(kitchen.tickets).toEqual([])
    expect(await em().find(KitchenTicket, {})).toMatchObject([{ state: 'failed', lastError: 'too old' }])
  })

  test('tickets of a broken printer are left to a cashier, who takes each once', async () => {
    await kitchen.off()
    await save([line('rice', 1)])
    await attempts()
    const [stuck] = await listStuckTickets(shop.app, at())
    const taken = await Promise.all([
      takeTickets(shop.app, at(), [stuck!.id]),
      takeTickets(shop.app, at(), [stuck!.id]),
    ])
    expect(taken.flat()).toEqual([stuck!.id])
    await kitchen.on()
    await attempts()
    expect(kitchen.tickets).toEqual([])
    expect(await listStuckTickets(shop.app, at())).toEqual([])
  })

  test('the printer of a removed station prints nothing', async () => {
    await save([line('rice', 1)])
    const { id } = await em().findOneOrFail(KitchenStation, { name: 'Dapur' })
    await removeStation(shop.app, id, ownerOf(shop))
    await work()
    expect(kitchen.tickets).toEqual([])
  })
})

test('a station accepts only a printer that the operator allows', async () => {
  const { id } = await em().findOneOrFail(KitchenStation, { name: 'Bar' })
  const set = (printer: string) => setStationPrinter(shop.app, { station: id, printer, language: 'id' }, ownerOf(shop))
  const own = new URL(shop.sandboxUrl).host
  for (const printer of ['192.168.1.50', '127.0.0.1:22', '169.254.169.254:80', 'localhost:5432', own])
    await expect(set(printer), printer).rejects.toMatchObject({ code: 'address_refused' })
  for (const printer of ['http://127.0.0.1:9100', 'printer/9100', '127.0.0.1:99999', 'a b', 'x'.repeat(300)])
    await expect(set(printer), printer).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'printer' }],
    })
  await set('')
  await save([line('tea', 1)])
  expect(await work()).toBe(0)
  await set(` ${bar.address} `)
  await save([line('tea', 1)])
  await work()
  expect(goods(bar.papers())).toEqual([['1 x Teh']])
})
