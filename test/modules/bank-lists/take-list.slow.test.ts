import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetOld } from '../../../src/jobs/forget-old.ts'
import { createCalendar } from '../../../src/lib/calendar.ts'
import { judgeList } from '../../../src/modules/bank-lists/judge-list.ts'
import { findColumn } from '../../../src/modules/bank-lists/list-columns.ts'
import { readList } from '../../../src/modules/bank-lists/read-list.ts'
import { reconcileDay } from '../../../src/modules/bank-lists/reconcile-day.ts'
import { settleOwedLines } from '../../../src/modules/bank-lists/settle-owed-lines.ts'
import { takeList } from '../../../src/modules/bank-lists/take-list.ts'
import { readSheet } from '../../../src/modules/catalogue-tables/parse-table.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { connectPhone, forward, money, orderFrom, type Phone, transfersOf } from '../../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { statusOf } from '../../payments/scenario.ts'

let shop: TestShop
/** The same shop a day later. */
let later: TestShop['app']

beforeAll(async () => {
  shop = await createTestShop()
  later = { ...shop.app, now: () => new Date(Date.now() + dayMs) }
})
afterAll(() => shop.close())

const dayMs = 86_400_000
const dayOf = (moment: Date) => shop.app.calendar.formatDay(moment)
const today = () => dayOf(new Date())

interface Written {
  amount: number
  day?: string
  time?: string
  text?: string
}

/** Returns a list with days only, like KlikBCA's; with times if a line has one. */
function listOf(lines: Written[], openingBalance = 1_000_000) {
  let balance = openingBalance
  const rows = lines.map(({ amount, day = today(), time, text = 'TRSF E-BANKING CR SITI' }) => {
    balance += amount
    return `${day.split('-').toReversed().join('/')}${time ? ` ${time}` : ''};${text};${amount};CR;${balance}`
  })
  const text = ['Tanggal;Keterangan;Jumlah;DB/CR;Saldo', ...rows].join('\n')
  return readList(
    readSheet(Buffer.from(text), cell => findColumn(cell) !== null),
    { today: dayOf(later.now()) },
  )
}

const owner = ({ accountId }: Phone) => ({ accountId, mode: 'test' as const })
const acting = (phone: Phone) => ({ ...owner(phone), actor: 'user 1' })
const take = (phone: Phone, lines: Written[]) =>
  takeList(later, acting(phone), { connectionId: phone.connectionId, list: listOf(lines) })
const statesOf = async (phone: Phone) => (await transfersOf(shop, phone)).map(({ state, reason }) => [state, reason])

/**
 * Expires open payments as if the phone had reported since then, and only the notification of this money were missing.
 */
async function expire({ connectionId }: Phone) {
  const reported = `update reading set (reported_at, watermark) = (now() + interval '2 days', now() + interval '2 days')
     where connection_id = $1`
  await shop.app.sql.write(reported, [connectionId])
  await expirePayments(later)
}

describe('a phone that was off for a day', () => {
  test.each([
    ['that are still open', async () => {}, null],
    ['that have expired', expire, 'late'],
  ] as const)(
    'after a day without the phone, payments %s are paid if the list shows them in time',
    async (_, wait, reason) => {
      const phone = await connectPhone(shop)
      const payments = [await orderFrom(shop, phone, 31_000), await orderFrom(shop, phone, 32_000)]
      await wait(phone)
      await take(
        phone,
        payments.map(({ final_amount }) => ({ amount: final_amount })),
      )
      for (const payment of payments) expect(await statusOf(shop, payment, phone.key)).toBe('paid')
      expect(await statesOf(phone)).toEqual([
        ['settled', reason],
        ['settled', reason],
      ])
    },
  )

  test('after a day without the phone, money of the next day waits for a person', async () => {
    const phone = await connectPhone(shop)
    const payment = await orderFrom(shop, phone, 33_000)
    await expire(phone)
    await take(phone, [{ amount: payment.final_amount, day: dayOf(later.now()) }])
    expect(await statusOf(shop, payment, phone.key)).toBe('expired')
    expect(await statesOf(phone)).toEqual([['review', 'late']])
  })
})

test('money that the phone reported is not counted again, and two transfers of one amount stay two', async () => {
  const phone = await connectPhone(shop)
  const payment = await orderFrom(shop, phone, 34_000)
  await forward(shop, phone.connectionId, money(payment.final_amount))
  await take(phone, [{ amount: payment.final_amount }, { amount: payment.final_amount, text: 'TRSF CR BUDI' }])
  expect(await statesOf(phone)).toEqual([
    ['settled', null],
    ['review', 'paid_twice'],
  ])
})

test('a list that is accepted twice, or overlaps another, counts once', async () => {
  const phone = await connectPhone(shop)
  const payment = await orderFrom(shop, phone, 35_000)
  const line = { amount: payment.final_amount }
  await Promise.all([take(phone, [line]), take(phone, [line])])
  await take(phone, [line, { amount: 1_234_567 }])
  expect((await transfersOf(shop, phone)).map(({ amount }) => amount)).toEqual([payment.final_amount, 1_234_567])
})

test('money some days away from a reported transfer is doubtful, and waits with both shown', async () => {
  const phone = await connectPhone(shop)
  const payment = await orderFrom(shop, phone, 36_000)
  await forward(shop, phone.connectionId, money(payment.final_amount))
  const day = dayOf(new Date(Date.now() + dayMs))
  await take(phone, [{ amount: payment.final_amount, day }])
  const rows = await shop.app.sql.query<{ state: string; likely_transfer_id: number | null }>(
    'select state, likely_transfer_id from bank_list_line where account_id = $1',
    [phone.accountId],
  )
  expect(rows).toEqual([{ state: 'doubtful', likely_transfer_id: expect.any(Number) }])
  expect((await statesOf(phone)).at(1)?.[0]).toBe('review')
})

test("money that a phone reported but the day's list does not show is pointed out", async () => {
  const phone = await connectPhone(shop)
  const payment = await orderFrom(shop, phone, 37_000)
  await forward(shop, phone.connectionId, money(payment.final_amount))
  const list = listOf([{ amount: 50_000 }])
  const judged = await judgeList(later, owner(phone), { connectionId: phone.connectionId, list })
  expect(judged.unlisted.size).toBe(1)
  // A list that was made during its last day may lack transfers of that day.
  expect((await judgeList(shop.app, owner(phone), { connectionId: phone.connectionId, list })).unlisted.size).toBe(0)
})

test('two lines of one second are two transfers, and are counted once when the list is repeated', async () => {
  const phone = await connectPhone(shop)
  const payment = await orderFrom(shop, phone, 67_000)
  const line = { amount: payment.final_amount, time: '00:00:01' }
  await take(phone, [line, line])
  await take(phone, [line, line])
  expect(await statesOf(phone)).toHaveLength(2)
})

test("an hour that occurs twice on a phone's clock is two hours", async () => {
  const phone = await connectPhone(shop)
  const amount = 68_000 + randomInt(900)
  // Summer time in Berlin ends at 01:00 UTC.
  for (const occurred_at of ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00']) {
    const { event_id: _, ...withoutId } = money(amount, { occurred_at, device_id: 'hp-1' })
    for (let turn = 0; turn < 2; turn++) await forward(shop, phone.connectionId, withoutId)
  }
  const stored = await shop.app.sql.query<{ occurred_at: Date }>(
    'select occurred_at from transfer where connection_id = $1 order by occurred_at',
    [phone.connectionId],
  )
  expect(stored.map(({ occurred_at }) => occurred_at.toISOString())).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ])
})

test('a day of 25 hours is reconciled with all of them, and with no other day', async () => {
  const phone = await connectPhone(shop)
  const amount = 69_000 + randomInt(900)
  for (const occurred_at of ['2026-10-25T02:30:00+02:00', '2026-10-25T02:31:00+01:00', '2026-10-25T23:59:00+01:00']) {
    await forward(shop, phone.connectionId, money(amount, { occurred_at }))
  }
  const app = { ...shop.app, calendar: createCalendar('Europe/Berlin') }
  const totals = []
  for (const day of ['2026-10-24', '2026-10-25', '2026-10-26']) {
    totals.push((await reconcileDay(app, owner(phone), { day, page: 1, limit: 10 })).total)
  }
  expect(totals).toEqual([0, 3, 0])
})

test('lists and their lines are deleted after 90 days, unless their money is not settled yet', async () => {
  const phone = await connectPhone(shop)
  await take(phone, [{ amount: 61_500 + randomInt(400) }])
  await shop.app.sql.write(`update bank_list_line set transfer_id = null, state = 'odd' where account_id = $1`, [
    phone.accountId,
  ])
  const lists = () =>
    shop.app.sql.query('select 1 from bank_list where account_id = $1', [phone.accountId]).then(rows => rows.length)
  const app = { ...shop.app, now: () => new Date(Date.now() + 100 * dayMs) }
  await shop.app.sql.write(`update bank_list_line set state = 'found' where account_id = $1`, [phone.accountId])
  await forgetOld(app, new AbortController().signal)
  expect(await lists()).toBe(1)
  await shop.app.sql.write(`update bank_list_line set state = 'odd' where account_id = $1`, [phone.accountId])
  await forgetOld(app, new AbortController().signal)
  expect(await lists()).toBe(0)
})

test('a list whose balances do not add up settles nothing, and names the line', async () => {
  const phone = await connectPhone(shop)
  const payment = await orderFrom(shop, phone, 38_000)
  const list = listOf([{ amount: 20_000 }, { amount: payment.final_amount }])
  const edited = { ...list, broken: [3] }
  await expect(
    takeList(later, acting(phone), { connectionId: phone.connectionId, list: edited }),
  ).rejects.toMatchObject({ fields: [expect.objectContaining({ path: 'file', code: 'conflicting' })] })
  expect(await transfersOf(shop, phone)).toEqual([])
})

test('a process that ends after storing a list loses nothing, because the sweep settles its lines once', async () => {
  const phone = await connectPhone(shop)
  const payment = await orderFrom(shop, phone, 39_000)
  const dying = { ...later, transaction: dyingAfterFirst(later) } as typeof later
  const list = listOf([{ amount: payment.final_amount }])
  const asked = { connectionId: phone.connectionId, list }
  await expect(takeList(dying, acting(phone), asked)).rejects.toThrow('the process ended')
  expect(await transfersOf(shop, phone)).toEqual([])
  await Promise.all([settleOwedLines(later), settleOwedLines(later)])
  expect(await statusOf(shop, payment, phone.key)).toBe('paid')
  expect(await transfersOf(shop, phone)).toHaveLength(1)
})

/** Commits one transaction, and then fails all others. */
function dyingAfterFirst({ transaction }: TestShop['app']): TestShop['app']['transaction'] {
  let isOver = false
  return async (...asked) => {
    if (isOver) throw new Error('the process ended')
    isOver = true
    return transaction(...asked)
  }
}

test('an amount held by two payments of a day pays neither', async () => {
  const phone = await connectPhone(shop)
  const payments = [await orderFrom(shop, phone, 41_000), await orderFrom(shop, phone, 42_000)]
  await expire(phone)
  const [first, second] = payments
  await shop.app.sql.write('update hold set final_amount = $2 where invoice_id = $1', [
    second!.invoice_id,
    first!.final_amount,
  ])
  await take(phone, [{ amount: first!.final_amount }])
  for (const payment of payments) expect(await statusOf(shop, payment, phone.key)).toBe('expired')
  expect((await statesOf(phone)).map(([state]) => state)).toEqual(['review'])
})

test('a list of the same days in another format, such as the PDF of a CSV, adds nothing', async () => {
  const phone = await connectPhone(shop)
  await take(phone, [{ amount: 51_117 }, { amount: 52_118 }])
  const weeksLater = { ...shop.app, now: () => new Date(Date.now() + 30 * dayMs) }
  const again = listOf([
    { amount: 51_117, text: 'TRANSFER MASUK' },
    { amount: 52_118, text: 'TRANSFER MASUK' },
  ])
  await takeList(weeksLater, acting(phone), { connectionId: phone.connectionId, list: again })
  expect((await transfersOf(shop, phone)).map(({ amount }) => amount)).toEqual([51_117, 52_118])
})
