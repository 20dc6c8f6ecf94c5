import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPhoneCustomer } from '../../../src/modules/counter/find-phone-customer.ts'
import { giveUpSale } from '../../../src/modules/counter/give-up-sale.ts'
import type { OpenBillLine } from '../../../src/modules/counter/tables/bill-content.ts'
import {
  dropBill,
  listBills,
  mergeBills,
  saveBill,
  splitBill,
} from '../../../src/modules/counter/tables/change-bill.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { goods } from './offline-stand.ts'
import { deviceNow, openCounter, sellAt } from './sales-stand.ts'

let shop: TestShop
let counter: Awaited<ReturnType<typeof openCounter>>
let coffee: string
let cake: string
beforeAll(async () => {
  shop = await createTestShop()
  counter = await openCounter(shop)
  coffee = await goods(shop, 15_000)
  cake = await goods(shop, 20_000, 50)
})
afterAll(() => shop.close())

const at = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const bills = () => listBills(shop.app, at())
const line = (variant: string, quantity: number): OpenBillLine => ({ variant, quantity, choices: [], made: '' })
const bill = async (key: string) => (await bills()).find(one => one.key === key)!
const changed = { code: 'refused_transition' }

beforeEach(async () => {
  for (const { key, version } of await bills()) await dropBill(shop.app, at(), { key, version })
})

async function save(lines: OpenBillLine[], more: { name?: string; tableNumber?: number } = {}) {
  const key = randomUUID()
  await saveBill(shop.app, at(), { key, name: 'Meja', tableNumber: null, free: 0, ...more, lines })
  return { key, version: 1 }
}

describe('an open bill', () => {
  test('an open bill saved again with its key is one bill', async () => {
    const key = randomUUID()
    const content = { key, name: 'Bu Ani', tableNumber: 4, free: 0, lines: [line(coffee, 2)] }
    await Promise.all([saveBill(shop.app, at(), content), saveBill(shop.app, at(), content)])
    expect(await bills()).toMatchObject([{ name: 'Bu Ani', tableNumber: 4, version: 1 }])
  })

  test('an open bill moves to another table, and a device with an older version changes nothing', async () => {
    const saved = await save([line(coffee, 1)], { tableNumber: 4 })
    const moved = { ...saved, name: 'Meja', tableNumber: 9, free: 0, lines: [line(coffee, 1)] }
    await saveBill(shop.app, at(), moved)
    expect((await bill(saved.key)).tableNumber).toBe(9)
    await expect(saveBill(shop.app, at(), { ...moved, tableNumber: 2 })).rejects.toMatchObject(changed)
    expect((await bill(saved.key)).tableNumber).toBe(9)
  })

  test('merging an open bill into another one keeps every unit', async () => {
    const [one, other] = [await save([line(coffee, 2), line(cake, 1)]), await save([line(coffee, 3)])]
    await mergeBills(shop.app, at(), { from: one, into: other })
    expect(await bills()).toHaveLength(1)
    expect((await bill(other.key)).lines).toMatchObject([
      { variant: coffee, quantity: 5 },
      { variant: cake, quantity: 1 },
    ])
    await expect(mergeBills(shop.app, at(), { from: one, into: other })).rejects.toMatchObject(changed)
  })

  test('splitting an open bill gives two with all units of the one', async () => {
    const saved = await save([line(coffee, 3), line(cake, 2)], { tableNumber: 7 })
    const to = { key: randomUUID(), name: 'Pak Budi' }
    await splitBill(shop.app, at(), { from: saved, to, units: [1, 2] })
    expect((await bill(saved.key)).lines).toMatchObject([{ variant: coffee, quantity: 2 }])
    expect(await bill(to.key)).toMatchObject({
      name: 'Pak Budi',
      tableNumber: 7,
      lines: [
        { variant: coffee, quantity: 1 },
        { variant: cake, quantity: 2 },
      ],
    })
    await expect(splitBill(shop.app, at(), { from: saved, to, units: [1] })).rejects.toMatchObject(changed)
    const now = { key: saved.key, version: 2 }
    const tooMany = splitBill(shop.app, at(), { from: now, to: { key: randomUUID(), name: 'x' }, units: [3] })
    await expect(tooMany).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'cart' }] })
  })

  test('a sale closes its open bill, names the table in the order, and is not made twice by two devices', async () => {
    const saved = await save([line(coffee, 2)], { tableNumber: 12 })
    const lines = [{ variant: coffee, quantity: 2, choices: [] }]
    const other = await openCounter(shop)
    const asked = { lines, expectedTotal: 30_000, bill: saved }
    const answers = await Promise.allSettled([sellAt(shop, counter, asked), sellAt(shop, other, asked)])
    const sold = answers.filter(answer => answer.status === 'fulfilled')
    const refused = answers.filter(answer => answer.status === 'rejected')
    expect(refused.map(({ reason }) => reason)).toMatchObject([changed])
    expect(sold[0]!.value).toMatchObject({ tableNumber: 12, receiving: 'dine_in', status: 'completed', total: 30_000 })
    expect(await bills()).toEqual([])
  })

  test('cancelling a sale by code reopens its bill for a device that had seen it', async () => {
    const saved = await save([line(coffee, 2)], { tableNumber: 12 })
    const lines = [{ variant: coffee, quantity: 2, choices: [] }]
    const key = randomUUID()
    await sellAt(shop, counter, { key, lines, expectedTotal: 30_000, bill: saved, method: 'code' })
    expect(await bills()).toEqual([])
    await giveUpSale(shop.app, await deviceNow(shop, counter.id), key)
    expect(await bill(saved.key)).toMatchObject({ lines: [{ variant: coffee, quantity: 2 }], order: null })
    const order = await sellAt(shop, counter, { lines, expectedTotal: 30_000, bill: saved })
    expect(order).toMatchObject({ status: 'completed', tableNumber: 12 })
    await giveUpSale(shop.app, await deviceNow(shop, counter.id), key)
    expect(await bills()).toEqual([])
  })

  test('an open bill has what a device saved last under its key, even if the first response was lost', async () => {
    const key = randomUUID()
    const content = { key, name: 'Bu Ani', tableNumber: 4, free: 0, lines: [line(coffee, 2)] }
    await saveBill(shop.app, at(), content)
    await saveBill(shop.app, at(), { ...content, lines: [line(coffee, 2), line(cake, 1)] })
    expect((await bill(key)).lines).toMatchObject([
      { variant: coffee, quantity: 2 },
      { variant: cake, quantity: 1 },
    ])
    await expect(saveBill(shop.app, at(), content)).rejects.toMatchObject(changed)
  })

  test('splitting and merging keep the number of units sent to the kitchen', async () => {
    const saved = await save([{ ...line(coffee, 5), sent: 3 }])
    const to = { key: randomUUID(), name: 'Pak Budi' }
    await splitBill(shop.app, at(), { from: saved, to, units: [4] })
    expect((await bill(to.key)).lines).toMatchObject([{ quantity: 4, sent: 3 }])
    expect((await bill(saved.key)).lines).toMatchObject([{ quantity: 1, sent: 0 }])
    await mergeBills(shop.app, at(), { from: { key: to.key, version: 1 }, into: { ...saved, version: 2 } })
    expect((await bill(saved.key)).lines).toMatchObject([{ quantity: 5, sent: 3 }])
  })

  test('more than 200 open bills are refused, even by splitting', async () => {
    const saved = await save([line(coffee, 2)])
    for (let count = 1; count < 200; count++) await save([line(coffee, 1)])
    const tooMany = { code: 'invalid_request', fields: [{ path: 'cart', code: 'too_many', max: 200 }] }
    await expect(save([line(coffee, 1)])).rejects.toMatchObject(tooMany)
    const to = { key: randomUUID(), name: 'Pak Budi' }
    await expect(splitBill(shop.app, at(), { from: saved, to, units: [1] })).rejects.toMatchObject(tooMany)
  })

  test('an open bill is refused without a name, without units, or at table 61', async () => {
    for (const [path, wrong] of [
      ['name', { name: ' ' }],
      ['cart', { lines: [line(coffee, 0)] }],
      ['table', { tableNumber: 61 }],
      ['phone', { phone: 'halo' }],
    ] satisfies [string, object][]) {
      const content = {
        key: randomUUID(),
        name: 'Meja',
        tableNumber: null,
        free: 0,
        lines: [line(coffee, 1)],
        ...wrong,
      }
      await expect(saveBill(shop.app, at(), content)).rejects.toMatchObject({
        code: 'invalid_request',
        fields: [{ path }],
      })
    }
  })
})

test("a sale with a phone number has the customer's name, and is found by any notation of the number", async () => {
  await sellAt(shop, counter, { phone: '0812-9876-5432', customerName: 'Rina' })
  await sellAt(shop, counter, { phone: '+62 812 9876 5432' })
  const order = await sellAt(shop, counter, { phone: '6281298765432', customerName: 'Bu Rina' })
  expect(order).toMatchObject({ customerName: 'Bu Rina', customerPhone: '6281298765432' })
  expect(await findPhoneCustomer(shop.app, at(), '081298765432')).toMatchObject({ name: 'Bu Rina', orders: 3 })
  expect(await findPhoneCustomer(shop.app, at(), '-')).toBeNull()
  await expect(sellAt(shop, counter, { phone: 'halo' })).rejects.toMatchObject({
    code: 'invalid_request',
    fields: [{ path: 'phone' }],
  })
})
