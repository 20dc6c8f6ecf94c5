import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../../src/lib/refusal.ts'
import { Bill } from '../../../src/modules/bills/bill.ts'
import { closeBill } from '../../../src/modules/bills/close-bill.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { lockCustomer } from '../../../src/orders/place-order.ts'
import { cancelPayment } from '../../../src/payments/cancel-payment.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { openStall, stockFaults } from '../../orders/store.ts'
import { checkBill, idOf, makeBill } from './stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const open = async (bill: string, opening: Parameters<typeof openBill>[3] = {}) =>
  openBill(shop.app, shop.demo, await idOf(shop, bill), opening)

/** Returns the codes of the refusals; throws any other error. */
function refused(settled: PromiseSettledResult<unknown>[]): string[] {
  return settled.flatMap(one => {
    if (one.status === 'fulfilled') return []
    if (!(one.reason instanceof Refusal)) throw one.reason
    return [one.reason.code]
  })
}

describe('many payers at one bill', () => {
  test('a hundred tabs of a bill for one payer all lead to one payment', async () => {
    const { bill } = await makeBill(shop, { amount: 50_000 })
    const opened = await Promise.all(Array.from({ length: 100 }, (_, tab) => open(bill, { browser: `tab ${tab}` })))
    expect(new Set(opened.map(({ invoiceId }) => invoiceId)).size).toBe(1)
    expect((await checkBill(shop, bill)).payments).toHaveLength(1)
  })

  test('a hundred tabs of a bill for goods hold them once, in one order', async () => {
    const catalog = 'products: [{ key: mug, name: Mug, kind: physical, price: 45000, stock: 2, asks: [] }]'
    const stall = await openStall(shop.app, shop.demo, catalog)
    const { bill } = await makeBill(shop, { items: [{ product: 'mug' }] })
    const opened = await Promise.all(Array.from({ length: 100 }, (_, tab) => open(bill, { browser: `tab ${tab}` })))
    expect(new Set(opened.map(({ invoiceId }) => invoiceId)).size).toBe(1)
    const held = await shop.app.sql.query(
      `select s.available from stock s join variant v on v.id = s.variant_id where v.public_id = $1 and s.mode = 'test'`,
      [stall.variants.mug],
    )
    expect(held).toEqual([{ available: 1 }])
    expect(await stockFaults(shop.app)).toEqual([])
  })

  test('a hundred tabs with open payments do not wait, and those without one wait for the lock', async () => {
    await openStall(
      shop.app,
      shop.demo,
      'products: [{ key: stick, name: Lidi, kind: physical, price: 500, stock: unlimited, asks: [] }]',
    )
    const lidi = [{ product: 'stick', quantity: 10 }]
    const once = await makeBill(shop, { items: lidi })
    const many = await makeBill(shop, { kind: 'many', items: lidi })
    const opened = [await open(once.bill), await open(many.bill, { browser: 'one' })].map(({ invoiceId }) => invoiceId)
    const customers = await shop.app.em(shop.demo).find(Bill, { publicId: [once.bill, many.bill] })
    let isMade = false
    const making = await shop.app.transaction(shop.demo, async tx => {
      for (const { customer } of customers) await lockCustomer(tx, shop.demo.accountId, customer!.id)
      const needed = open(many.bill, { browser: 'two' }).finally(() => {
        isMade = true
      })
      const tabs = Array.from({ length: 100 }, (_, tab) => open(tab % 2 ? many.bill : once.bill, { browser: 'one' }))
      const seen = await Promise.all(tabs)
      expect(new Set(seen.map(({ invoiceId }) => invoiceId))).toEqual(new Set(opened))
      expect(isMade).toBe(false)
      return { needed }
    })
    expect(opened).not.toContain((await making.needed).invoiceId)
  })

  test('a hundred tabs of one browser lead to one payment of a bill for many', async () => {
    const { bill } = await makeBill(shop, { kind: 'many', amount: 50_000 })
    const opened = await Promise.all(Array.from({ length: 100 }, () => open(bill, { browser: 'one' })))
    expect(new Set(opened.map(({ invoiceId }) => invoiceId)).size).toBe(1)
  })

  test('payers who race for the last uses never open more than there are', async () => {
    const { bill } = await makeBill(shop, { kind: 'many', amount: 50_000, uses_max: 3 })
    const tries = Array.from({ length: 20 }, (_, payer) => open(bill, { browser: `payer ${payer}` }))
    expect(refused(await Promise.allSettled(tries))).toHaveLength(17)
    expect((await checkBill(shop, bill)).payments).toHaveLength(3)
  })

  test('opening, paying and closing a bill simultaneously has one consistent outcome', async () => {
    for (let round = 0; round < 25; round++) {
      const { bill } = await makeBill(shop, { amount: 50_000 })
      const { invoiceId } = await open(bill)
      const [, closing] = await Promise.allSettled([
        payInvoice(shop, invoiceId),
        closeBill(shop.app, shop.demo, bill),
        open(bill),
      ])
      const { status, collected, payments } = await checkBill(shop, bill)
      expect(status).toBe(closing.status === 'fulfilled' ? 'closed' : 'paid')
      expect(collected).toBe(status === 'paid' ? 50_000 : 0)
      expect(payments.map((payment: { status: string }) => payment.status)).not.toContain('pending')
    }
  })
})

describe('a bill paid in parts', () => {
  test('a part or remainder below Rp 1.000 is refused with the amounts that are possible', async () => {
    const { bill } = await makeBill(shop, { amount: 10_000, parts: true })
    const wrong: [number, object][] = [
      [999, { code: 'out_of_range', min: 1_000, max: 10_000 }],
      [9_001, { code: 'out_of_range', min: 1_000, max: 9_000 }],
      [10_001, { code: 'out_of_range', min: 1_000, max: 10_000 }],
    ]
    for (const [amount, field] of wrong) {
      await expect(open(bill, { amount })).rejects.toMatchObject({ fields: [{ path: 'amount', ...field }] })
    }
    const first = await open(bill, { amount: 4_000, browser: 'one' })
    expect((await open(bill, { amount: 4_000, browser: 'one' })).invoiceId).toBe(first.invoiceId)
    expect(await open(bill, { browser: 'two' })).toMatchObject({ amount: 6_000 })
    await expect(open(bill, { amount: 1_000, browser: 'three' })).rejects.toMatchObject({ code: 'refused_transition' })
    await payInvoice(shop, first.invoiceId)
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'partly_paid', collected: 4_000, due: 6_000 })
  })

  test("a bill above every method's limit is paid in parts, each up to what one payment accepts", async () => {
    await shop.app.sql.write('update account set amount_max = 600000 where id = $1', [shop.demo.accountId])
    const limited = { ...shop.demo, amountMax: 600_000 }
    shop.forgetKeys()
    const refusedBill = await shop.api('/create-bill', { body: { title: 'Sewa', amount: 1_200_500 } })
    expect(refusedBill).toMatchObject({ status: 400, body: { code: 'amount_out_of_range' } })
    expect(refusedBill.body.error).toContain('parts')
    const { bill } = await makeBill(shop, { amount: 1_200_500, parts: true })
    const amounts: number[] = []
    while ((await checkBill(shop, bill)).due > 0) {
      const payment = await openBill(shop.app, limited, await idOf(shop, bill), {})
      amounts.push(payment.amount)
      await payInvoice(shop, payment.invoiceId)
    }
    // The rest after a partial payment is never below the minimum of a payment.
    expect(amounts).toEqual([600_000, 599_000, 1_500])
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', collected: 1_200_500, excess: 0 })
  })

  test('open and paid parts never exceed the amount due, even if payers act simultaneously', async () => {
    for (let round = 0; round < 12; round++) {
      const amount = randomInt(1_000, 30_000)
      const { bill } = await makeBill(shop, { amount, parts: true })
      for (let wave = 0; wave < 6; wave++) {
        await Promise.allSettled(Array.from({ length: 6 }, () => act(bill, amount))).then(refused)
        await checkParts(bill, amount)
      }
      for (let part = 0; (await checkBill(shop, bill)).status !== 'paid'; part++) {
        expect(part).toBeLessThan(60)
        for (const payment of await pending(bill)) await payInvoice(shop, payment)
        await open(bill, {}).catch(error => refused([{ status: 'rejected', reason: error }]))
      }
      expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', collected: amount, due: 0, excess: 0 })
    }
  })
})

async function act(bill: string, amount: number): Promise<void> {
  const open_ = () => open(bill, { amount: randomInt(500, amount + 500), browser: `payer ${randomInt(5)}` })
  const [payment] = await pending(bill)
  const draw = randomInt(10)
  if (payment === undefined || draw < 6) await open_()
  else if (draw < 8) await payInvoice(shop, payment)
  else await cancelPayment(shop.app, shop.demo, payment, 'customer')
}

async function pending(bill: string): Promise<string[]> {
  const rows = await shop.app.sql.query<{ id: string }>(
    `select invoice_id as id from bill_part b join payment p using (invoice_id) join bill on bill.id = b.bill_id
     where bill.public_id = $1 and p.status = 'pending' order by random()`,
    [bill],
  )
  return rows.map(({ id }) => id)
}

async function checkParts(bill: string, amount: number): Promise<void> {
  const [sums] = await shop.app.sql.query<Record<string, number>>(
    `select b.collected, coalesce(sum(t.amount) filter (where t.state = 'open'), 0)::bigint as open,
       coalesce(sum(t.amount) filter (where t.state = 'paid'), 0)::bigint as paid,
       coalesce(min(t.amount), 1000)::bigint as least,
       count(*) filter (where (t.state = 'open') <> (p.status = 'pending'))::integer as astray
     from bill b left join bill_part t on t.bill_id = b.id left join payment p using (invoice_id)
     where b.public_id = $1 group by b.id`,
    [bill],
  )
  const { collected, open: opened, paid, least, astray } = sums as Record<string, number>
  expect(collected).toBe(paid)
  expect(astray).toBe(0)
  expect(least).toBeGreaterThanOrEqual(1000)
  const left = amount - collected! - opened!
  expect(left === 0 || left >= 1000, `${left} is left`).toBe(true)
}
