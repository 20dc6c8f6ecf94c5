import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { openAndDie } from './open-and-die.ts'
import type { OpeningOrder } from './opening-process.ts'
import { checkBill, idOf, makeBill } from './stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const payment = 'insert into payment '
const part = 'insert into "?bill_part"?'

test.each<[string, OpeningOrder['at'], number]>([
  ['its payment was written', { statement: payment, when: 'after' }, 0],
  ['its payment was counted', { statement: part, when: 'after' }, 0],
  ['everything was written but not committed', { statement: part, when: 'before its commit' }, 0],
  ['everything was committed but not notified', { statement: part, when: 'after its commit' }, 1],
])(
  'a bill whose process is killed when %s is still paid by one payment',
  { timeout: 30_000 },
  async (_when, at, left) => {
    const { bill } = await makeBill(shop, { kind: 'many', amount: 12_000 })
    const billId = await idOf(shop, bill)
    expect(await openAndDie(shop, billId, at)).toBe('SIGKILL')
    const before = (await checkBill(shop, bill)).payments
    expect(before).toHaveLength(left)
    const opened = await openBill(shop.app, shop.demo, billId, { browser: 'one' })
    if (left === 1) expect(opened.invoiceId).toBe(before[0].invoice_id)
    const parts = await shop.app.sql.query(
      `select payment.invoice_id as id from payment left join bill_part part using (invoice_id)
     where payment.description = 'Kopi' and payment.status = 'pending' and part.bill_id is distinct from $1
       and payment.created_at >= (select created_at from bill where id = $1)`,
      [billId],
    )
    expect(parts).toEqual([])
    await payInvoice(shop, opened.invoiceId)
    expect(await checkBill(shop, bill)).toMatchObject({ uses: 1, collected: 12_000 })
    expect((await checkBill(shop, bill)).payments).toHaveLength(1)
    expect(await findViolations(shop.app)).toEqual([])
  },
)
