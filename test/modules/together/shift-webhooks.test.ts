import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeShift } from '../../../src/modules/counter/close-shift.ts'
import { openShift } from '../../../src/modules/counter/open-shift.ts'
import { expectSchemas, openShop, type Receiver, receiveEvents, startReceiver } from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { deviceNow, openCounter, sellAt } from '../counter/sales-stand.ts'

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

test('a webhook receives each opened and closed shift once, with its takings and differences', async () => {
  const counter = await openCounter(shop)
  await sellAt(shop, counter, { free: 30_000, expectedTotal: 30_000 })
  const device = await deviceNow(shop, counter.id)
  await openShift(shop.app, device, 50_000)
  const counted = { shift: counter.shift, cash: 128_000, note: 'kembalian salah' }
  await Promise.all([1, 2].map(() => closeShift(shop.app, device, counted)))
  const events = (await receiveEvents(shop, receiver)).filter(({ type }) => type.startsWith('shift.'))
  const sums = { opening_cash: 100_000, cash: { sales: 0 }, expected_cash: 100_000 }
  const ended = { expected_cash: 130_000, counted_cash: 128_000, difference: -2_000, note: 'kembalian salah' }
  expect(events).toMatchObject([
    { type: 'shift.opened', sequence: 1, data: { ...sums, counted_cash: null, difference: null } },
    { type: 'shift.closed', sequence: 2, data: { ...ended, cash: { sales: 1, amount: 30_000 } } },
  ])
  expect(events[1]!.data.shift_id).toBe(events[0]!.data.shift_id)
  expectSchemas(events)
})
