import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveDay } from '../../../src/lib/calendar.ts'
import { remindOfBills } from '../../../src/modules/bills/remind-of-bills.ts'
import { openStore, type Store } from '../../bot/store.ts'
import type { OpeningOrder } from './opening-process.ts'
import { makeBill } from './stand.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
  const person = await store.person({ first_name: 'Budi' })
  await person.say('/start')
  await person.sees(/./)
  await store.shop.app.sql.write("update customer set phone = '0812-3456-7890'")
}, 60_000)
afterAll(async () => await store?.close())

const moved = 'update "bill" '
const planned = 'insert into notice'

test.each<[string, OpeningOrder['at']]>([
  ['the bill moved on', { statement: moved, when: 'after' }],
  ['the notice was written but not committed', { statement: planned, when: 'before its commit' }],
  ['everything was committed', { statement: planned, when: 'after its commit' }],
])('a reminder whose process is killed when %s is still sent once', { timeout: 30_000 }, async (_when, at) => {
  const { app } = store.shop
  const today = app.calendar.formatDay(app.now())
  const terms = { amount: 20_000, customer_phone: '081234567890', reminders: true, due_date: moveDay(today, 3) }
  const { bill } = await makeBill(store.shop, terms)
  const morning = app.calendar.readMoment(`${moveDay(today, 2)} 10:00`)!
  store.shop.advance((morning.getTime() - app.now().getTime()) / 1000)
  expect(await remindAndDie(at)).toBe('SIGKILL')
  await remindOfBills(app)
  await remindOfBills(app)
  const told = await app.sql.query("select 1 from notice where kind = 'customer.bill_due' and dedupe_key like $1", [
    `%${bill}%`,
  ])
  expect(told).toHaveLength(1)
})

async function remindAndDie(at: OpeningOrder['at']): Promise<NodeJS.Signals | null> {
  const { shop } = store
  const order: OpeningOrder = {
    at,
    accountId: shop.demo.accountId,
    connection: shop.connection,
    settings: { BASE_URL: shop.url },
    clockOffsetMs: shop.app.now().getTime() - Date.now(),
  }
  const file = path.join(import.meta.dirname, 'opening-process.ts')
  const child = fork(file, [JSON.stringify(order)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [, signal] = await once(child, 'exit')
  return signal
}
