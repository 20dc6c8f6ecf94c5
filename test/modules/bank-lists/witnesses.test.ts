import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Connection } from '../../../src/connections/connection.ts'
import { findWitnesses } from '../../../src/modules/bank-lists/find-witnesses.ts'
import { findColumn } from '../../../src/modules/bank-lists/list-columns.ts'
import { readList } from '../../../src/modules/bank-lists/read-list.ts'
import { storeBankList } from '../../../src/modules/bank-lists/store-bank-list.ts'
import { readSheet } from '../../../src/modules/catalogue-tables/parse-table.ts'
import { connectPhone, forward, money, orderFrom, type Phone, transfersOf } from '../../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { statusOf } from '../../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const minuteMs = 60_000
const today = () => shop.app.calendar.formatDay(new Date())

/** Returns the lines of a statement, with days only unless they have times. */
function listOf(lines: { amount: number; moment?: Date }[]) {
  let balance = 5_000_000
  const rows = lines.map(({ amount, moment }) => {
    balance += amount
    const [day, time] = shop.app.calendar.format(moment ?? new Date()).split(' ')
    return [moment ? `${day} ${time}` : day, 'TRSF CR SITI', amount, 'CR', balance].join(';')
  })
  const text = ['Tanggal;Keterangan;Jumlah;DB/CR;Saldo', ...rows].join('\n')
  return readList(
    readSheet(Buffer.from(text), cell => findColumn(cell) !== null),
    { today: today() },
  )
}

const take = (phone: Phone, lines: { amount: number; moment?: Date }[]) =>
  storeBankList(
    shop.app,
    { accountId: phone.accountId, mode: 'test', actor: 'user 1' },
    { connectionId: phone.connectionId, list: listOf(lines) },
  )
const statesOf = async (phone: Phone) => (await transfersOf(shop, phone)).map(({ state, reason }) => [state, reason])
const report = (phone: Phone, amount: number, more: object = {}) =>
  forward(shop, phone.connectionId, money(amount, { device_id: 'hp-1', ...more }))

describe('a phone and the statement of its account', () => {
  test.each([
    ['has days only', undefined],
    ['has times', new Date()],
  ])('a phone and a statement report one transfer once if the phone wakes after the list %s', async (_, moment) => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 51_000)
    await take(phone, [{ amount: payment.final_amount, ...(moment && { moment }) }])
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
    await report(phone, payment.final_amount, { occurred_at: new Date(Date.now() + 20 * minuteMs).toISOString() })
    expect(await statesOf(phone)).toEqual([['settled', null]])
  })

  test('a phone and a statement that report at the same moment settle the payment once', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 52_000)
    const line = { amount: payment.final_amount, moment: new Date() }
    await Promise.all([take(phone, [line]), report(phone, payment.final_amount), take(phone, [line])])
    expect(await statesOf(phone)).toEqual([['settled', null]])
    expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  })

  test('a phone and a statement show two transfers of one amount as two, even if the phone saw one', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 53_000)
    const line = { amount: payment.final_amount, moment: new Date() }
    await take(phone, [line, line])
    await report(phone, payment.final_amount)
    expect(await statesOf(phone)).toEqual([
      ['settled', null],
      ['review', 'paid_twice'],
    ])
  })
})

test('a notification that a phone displays again is still one report of its transfer', async () => {
  const phone = await connectPhone(shop)
  const { final_amount: amount } = await orderFrom(shop, phone, 56_000)
  for (const event_id of ['first', 'again']) {
    await report(phone, amount, { event_id, notificationKey: '0|com.gojek.gopay|7' })
  }
  const owner = { accountId: phone.accountId, mode: 'test' } as const
  const connection = await shop.app.em(owner).findOneOrFail(Connection, phone.connectionId)
  const only = { device: 'hp-1', seen: 1, alone: 1, missed: [], lagS: null }
  expect(await findWitnesses(shop.app, owner, connection)).toMatchObject([only])
  await take(phone, [{ amount }])
  const both = await findWitnesses(shop.app, owner, connection)
  expect(both).toMatchObject([
    { packageName: null, seen: 1, alone: 0 },
    { ...only, alone: 0, lagS: 0 },
  ])
})

test('the reconciliation of a day shows who saw its money, what is paid or waits, and what only the list shows', async () => {
  const phone = await connectPhone(shop)
  const [both, missed] = [await orderFrom(shop, phone, 54_000), await orderFrom(shop, phone, 55_000)]
  const stray = 7_654_321
  await report(phone, both.final_amount)
  await report(phone, stray)
  await take(phone, [{ amount: both.final_amount }, { amount: missed.final_amount }])
  const { status, body } = await shop.api(`/reconcile-day?day=${today()}`, { key: phone.key })
  expect(status).toBe(200)
  const sum = (...amounts: number[]) => ({ count: amounts.length, amount: amounts.reduce((all, one) => all + one, 0) })
  expect(body.has_list).toBe(true)
  expect(body.totals).toEqual({
    all: sum(both.final_amount, stray, missed.final_amount),
    paid: sum(both.final_amount, missed.final_amount),
    in_review: sum(stray),
    only_in_list: sum(missed.final_amount),
    not_in_list: sum(stray),
  })
  const seenBy = [{ package_name: 'com.gojek.gopay', device: 'hp-1' }]
  expect(body.data).toMatchObject([
    { invoice_id: both.invoice_id, state: 'settled', seen_by: seenBy, in_list: true, only_in_list: false },
    { amount: stray, state: 'review', seen_by: seenBy, in_list: false, only_in_list: false },
    { invoice_id: missed.invoice_id, state: 'settled', seen_by: [], in_list: true, only_in_list: true },
  ])
  expect(body.pagination).toMatchObject({ total: 3 })
  expect((await shop.api('/reconcile-day?day=2026-02-30', { key: phone.key })).status).toBe(400)
})
