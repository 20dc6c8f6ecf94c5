import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEvents } from '../../src/callbacks/list-events.ts'
import { raiseLowStock } from '../../src/callbacks/outward/count-changes-sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { openStall } from '../orders/store.ts'
import { create } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

test('an event is listed only once no earlier transaction can add one before it', async () => {
  const { invoice_id } = await create(shop)
  const list = async () => {
    const { events, hasMore } = await listEvents(
      shop.app,
      { accountId: shop.demo.accountId, mode: 'test' },
      { limit: 99 },
    )
    expect(hasMore).toBe(false)
    return events.flatMap(({ payment }) => (payment ? [payment.invoiceId] : []))
  }
  const recordBefore = (moment: string, before: string) =>
    shop.app.sql.write(
      `update event set recorded_at = $2::timestamptz - $3::interval where subject = $1 and type = 'payment.created'`,
      [invoice_id, moment, before],
    )
  await shop.app.transaction('installation', async tx => {
    const [running] = await tx.query<{ since: string }>('select now()::text as since', [])
    await recordBefore(running!.since, '1000 milliseconds')
    expect(await list()).not.toContain(invoice_id)
    await recordBefore(running!.since, '1002 milliseconds')
    expect(await list()).toContain(invoice_id)
  })
})

test('low stock raises the number of its variant in its mode, and no other', async () => {
  const { variants } = await openStall(shop.app, shop.demo)
  const numbers = () =>
    shop.app.sql.query<{ id: number; public_id: string; mode: string; sequence: number }>(
      `select v.id, v.public_id, s.mode, s.sequence from stock s join variant v on v.id = s.variant_id order by 1, 3`,
    )
  const before = await numbers()
  const low = before.find(({ public_id, mode }) => public_id === variants.mug && mode === 'test')!
  expect(before.length).toBeGreaterThan(2)
  const key = `${low.id} test`
  const raised = await shop.app.transaction('installation', tx => raiseLowStock(tx, [key]))
  expect(raised).toEqual([{ key, sequence: low.sequence + 1 }])
  expect(await numbers()).toEqual(before.map(row => (row === low ? { ...row, sequence: row.sequence + 1 } : row)))
})
