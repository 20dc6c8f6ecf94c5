import { expect } from 'vitest'
import { checkBill } from './of-modules.ts'
import { allOf } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks bills and their parts. */
export async function checkBills({ shop, model }: SimulatedShop): Promise<void> {
  for (const bill of model.bills) {
    const found = await checkBill(shop, bill.id)
    const parts = found.payments.map((one: { invoice_id: string; status: string; amount: number }) => [
      ...[one.invoice_id, one.status, one.amount],
    ])
    const { kind, status, collected, excess, uses } = found
    expect({ kind, status, collected, excess, uses, due: found.due ?? null, parts }, `check-bill ${bill.id}`).toEqual({
      kind: bill.kind,
      status: bill.status,
      collected: bill.collected,
      excess: bill.excess,
      uses: bill.uses,
      due: bill.kind === 'once' ? bill.amount - bill.collected : null,
      parts: bill.parts.map(one => [one.invoiceId, one.status, one.amount]).reverse(),
    })
  }
  const listed = await allOf(shop, '/list-bills')
  const found = listed.map(one => [one.bill, one.status, one.collected])
  const expected = model.bills.map(({ id, status, collected }) => [id, status, collected])
  expect(found.sort(), 'list-bills').toEqual(expected.sort())
}
