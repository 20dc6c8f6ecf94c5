import { afterAll, beforeAll, expect, test } from 'vitest'
import { readNews } from '../../../src/modules/alerts/read-news.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { passDueBills } from '../../../src/modules/bills/pass-due-bills.ts'
import {
  type Envelope,
  expectSchemas,
  openShop,
  type Receiver,
  receiveEvents,
  startReceiver,
} from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { idOf, makeBill } from '../bills/stand.ts'

let shop: TestShop
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  await shop.api('/create-endpoint', { body: { url: receiver.url } })
}, 60_000)

afterAll(async () => {
  await shop.close()
  await receiver.close()
})

const told = () => receiveEvents(shop, receiver)

const today = () => shop.app.calendar.formatDay(shop.app.now())

test('bill webhooks contain the same data as the list of bills, once for each change', async () => {
  const { bill } = await makeBill(shop, { amount: 50_000, parts: true, due_date: today() })
  const openFor = async (amount: number) => openBill(shop.app, shop.demo, await idOf(shop, bill), { amount })
  const first = await openFor(20_000)
  await payInvoice(shop, first.invoiceId)
  shop.advance(86_400)
  await passDueBills(shop.app)
  const last = await openFor(30_000)
  await payInvoice(shop, last.invoiceId)
  const ofBill = ({ type }: Envelope) => type.startsWith('bill.')
  const events = (await told()).filter(ofBill)
  expect(events).toMatchObject([
    { type: 'bill.created', sequence: 1, data: { bill, status: 'open', due: 50_000 } },
    { type: 'bill.partly_paid', data: { due: 30_000, change: { invoice_id: first.invoiceId, amount: 20_000 } } },
    { type: 'bill.overdue', data: { status: 'overdue' } },
    { type: 'bill.paid', data: { status: 'paid', change: { invoice_id: last.invoiceId, amount: 30_000 } } },
  ])
  const sequences = events.map(({ sequence }) => sequence)
  expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other))
  const { change: _, ...paid } = events.at(-1)!.data
  const listed = (await shop.api('/list-bills?status=paid')).body.data
  expect(listed).toEqual([paid])

  const many = await makeBill(shop, { kind: 'many', amount: 12_000, uses_max: 1 })
  const { invoiceId } = await openBill(shop.app, shop.demo, await idOf(shop, many.bill), { browser: 'one' })
  await payInvoice(shop, invoiceId)
  const ending = await makeBill(shop, { amount: 9_000, end_date: today() })
  const over = await makeBill(shop, { amount: 8_000 })
  await shop.api('/close-bill', { body: { bill: over.bill } })
  shop.advance(86_400)
  await passDueBills(shop.app)
  const others = (await told()).filter(ofBill)
  expect(others.map(({ type, data }) => [type, data.bill])).toEqual(
    expect.arrayContaining([
      ['bill.used', many.bill],
      ['bill.closed', many.bill],
      ['bill.closed', over.bill],
      ['bill.expired', ending.bill],
    ]),
  )
  expectSchemas([...events, ...others])
})

test('an open list of bills learns of a new bill', async () => {
  const { accountId } = shop.demo
  const reader = { accountId, mode: 'test' as const, after: new Date(Date.now() - 60_000) }
  const before = (await readNews(shop.app, [reader])).found[0]!.length
  await makeBill(shop, { amount: 7_000 })
  expect((await readNews(shop.app, [reader])).found[0]).toHaveLength(before + 1)
})

test('the webhook of an overpaid bill contains the amount to return', async () => {
  const { bill } = await makeBill(shop, { amount: 20_000 })
  const id = await idOf(shop, bill)
  const late = await openBill(shop.app, shop.demo, id, {})
  const { sql } = shop.app
  await sql.write("update payment set status = 'expired', ended_at = now() where invoice_id = $1", [late.invoiceId])
  await sql.write("update bill_part set state = 'ended' where invoice_id = $1", [late.invoiceId])
  const second = await openBill(shop.app, shop.demo, id, {})
  await payInvoice(shop, second.invoiceId)
  await sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
  await payInvoice(shop, late.invoiceId)
  await sql.write('update account set accepts_late_money = false where id = $1', [shop.demo.accountId])
  const events = (await told()).filter(({ type }) => type === 'bill.overpaid')
  expect(events).toMatchObject([
    { data: { bill, status: 'paid', excess: 20_000, change: { invoice_id: late.invoiceId, amount: 20_000 } } },
  ])
  expectSchemas(events)
})
