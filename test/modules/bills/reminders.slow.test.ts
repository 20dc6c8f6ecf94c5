import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCalendar, moveDay } from '../../../src/lib/calendar.ts'
import { computeNextReminder, computeNightLeftS } from '../../../src/modules/bills/next-reminder.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { remindOfBills } from '../../../src/modules/bills/remind-of-bills.ts'
import { openStore, type Store, textOf } from '../../bot/store.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { makeBill } from './stand.ts'

let store: Store
beforeAll(async () => {
  store = await openStore()
}, 60_000)
afterAll(async () => await store?.close())

const phone = '0812-3456-7890'

async function customerWith(number: string, name: string) {
  const person = await store.person({ first_name: name })
  await person.say('/start')
  await person.sees(/./)
  await store.shop.app.sql.write('update customer set phone = $1 where telegram_user_id = $2', [number, person.id])
  return person
}

/** Moves the clock to this hour, in the shop's zone, on the day that is this many days from now. */
function goTo(days: number, hour: string): void {
  const { app } = store.shop
  const day = moveDay(app.calendar.formatDay(app.now()), days)
  const moment = app.calendar.readMoment(`${day} ${hour}`)!
  store.shop.advance((moment.getTime() - app.now().getTime()) / 1000)
}

const day = (days: number) => moveDay(store.shop.app.calendar.formatDay(store.shop.app.now()), days)

const reminders = () =>
  store.shop.app.sql.query<{ key: string }>(
    "select dedupe_key as key from notice where kind = 'customer.bill_due' order by id",
  )

test('reminders are sent at nine, before and after the due day, and not between eight and eight at night', () => {
  const calendar = createCalendar('Asia/Jakarta')
  const dueAt = calendar.endOfDay('2030-11-30')!
  const at = (text: string) => calendar.readMoment(text)!
  const after = (text: string) => computeNextReminder(calendar, { reminders: true, dueAt }, at(text))
  expect(after('2030-11-01 10:00')).toEqual(at('2030-11-29 09:00'))
  expect(after('2030-11-29 09:00')).toEqual(at('2030-12-01 09:00'))
  expect(after('2030-12-01 09:00')).toEqual(at('2030-12-07 09:00'))
  expect(after('2030-12-07 09:00')).toBeNull()
  expect(computeNextReminder(calendar, { reminders: false, dueAt }, at('2030-11-01 10:00'))).toBeNull()
  expect(computeNextReminder(calendar, { reminders: true, dueAt: null }, at('2030-11-01 10:00'))).toBeNull()
  expect(computeNightLeftS(calendar, at('2030-11-01 08:00'))).toBe(0)
  expect(computeNightLeftS(calendar, at('2030-11-01 19:59'))).toBe(0)
  expect(computeNightLeftS(calendar, at('2030-11-01 20:00'))).toBe(12 * 3600)
  expect(computeNightLeftS(calendar, at('2030-11-01 07:30'))).toBe(1800)
})

test('a known payer gets each reminder once, of the amount still open, and none once it is paid', async () => {
  const { app } = store.shop
  const budi = await customerWith('+62 812 3456 7890', 'Budi')
  const terms = { amount: 60_000, parts: true, title: 'Iuran', customer_phone: phone, reminders: true }
  const made = await makeBill(store.shop, { ...terms, due_date: day(3) })
  expect(made.reminders).toBe(true)
  const { slug } = made as unknown as { slug: string }
  const bill = (await app.sql.query<{ id: number }>('select id from bill where slug = $1', [slug]))[0]!

  goTo(2, '08:59')
  expect(await remindOfBills(app)).toBe(0)
  goTo(0, '21:00')
  expect(await remindOfBills(app)).toBe(0)
  goTo(1, '08:00')
  // Several processes check at once.
  const told = await Promise.all(Array.from({ length: 5 }, () => remindOfBills(app)))
  expect(told.reduce((sum, each) => sum + each, 0)).toBe(1)
  const first = await budi.sees('ini tagihan dari')
  expect(textOf(first)).toMatch(/Iuran\nTotal: Rp\s60\.000/)
  expect(JSON.stringify(first.reply_markup)).toContain(`/b/${slug}`)

  const part = await openBill(app, store.shop.demo, bill.id, { amount: 20_000 })
  await payInvoice(store.shop, part.invoiceId)
  goTo(1, '09:00')
  expect(await remindOfBills(app)).toBe(1)
  await budi.sees(/Sudah dibayar Rp\s20\.000, sisanya Rp\s40\.000/)
  const rest = await openBill(app, store.shop.demo, bill.id, {})
  await payInvoice(store.shop, rest.invoiceId)
  goTo(7, '09:00')
  expect(await remindOfBills(app)).toBe(0)
  expect(await reminders()).toHaveLength(2)
})

test('unknown people, and two customers with one number, get no reminder', async () => {
  const { app } = store.shop
  const before = (await reminders()).length
  await customerWith('0899-1111-2222', 'Ani')
  await customerWith('0899-1111-2222', 'Ina')
  const terms = { amount: 10_000, title: 'Arisan', reminders: true, due_date: day(3) }
  await makeBill(store.shop, { ...terms, customer_phone: '0899-1111-2222' })
  await makeBill(store.shop, { ...terms, customer_phone: '0877-0000-1111' })
  await makeBill(store.shop, { ...terms, customer_phone: phone, reminders: false })
  goTo(2, '10:00')
  expect(await remindOfBills(app)).toBe(0)
  expect(await reminders()).toHaveLength(before)
  const moved = await app.sql.query("select 1 from bill where title = 'Arisan' and remind_at is not null")
  expect(moved).toHaveLength(2)
})

test('a new due day brings new reminders, and a closed bill brings none', async () => {
  const { app } = store.shop
  const made = await makeBill(store.shop, { amount: 10_000, title: 'Sewa', customer_phone: phone, due_date: day(3) })
  const remindAt = async () =>
    (await app.sql.query<{ at: Date | null }>('select remind_at as at from bill where public_id = $1', [made.bill]))[0]!
      .at
  expect(await remindAt()).toBeNull()
  await store.shop.api('/update-bill', { body: { bill: made.bill, reminders: true } })
  expect(await remindAt()).toEqual(app.calendar.readMoment(`${day(2)} 09:00`))
  await store.shop.api('/update-bill', { body: { bill: made.bill, due_date: day(9) } })
  expect(await remindAt()).toEqual(app.calendar.readMoment(`${day(8)} 09:00`))
  await store.shop.api('/close-bill', { body: { bill: made.bill } })
  expect(await remindAt()).toBeNull()
})
