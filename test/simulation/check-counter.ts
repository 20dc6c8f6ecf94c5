import { expect } from 'vitest'
import { findShift, listOfflineSales } from './of-modules.ts'
import { countBy } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks the shifts of the counter, and the sales of devices without a network. */
export async function checkCounter({ shop, model }: SimulatedShop): Promise<void> {
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  for (const shift of model.shifts) {
    const { shift: found, totals } = await findShift(shop.app, scope, shift.id)
    expect({ ...totals.cash, returned: totals.returned, expected: totals.expectedCash }, 'shift').toEqual({
      sales: shift.sales,
      amount: shift.taken,
      returned: shift.returned,
      expected: model.expectedCash(shift),
    })
    const counted = [found.openingCash, found.countedCash, found.countedCash === null ? null : found.difference()]
    const difference = shift.counted === null ? null : shift.counted - model.expectedCash(shift)
    expect(counted, 'counted cash').toEqual([shift.opening, shift.counted, difference])
  }
  const { open, past } = await listOfflineSales(shop.app, scope)
  const states = countBy(
    [...open, ...past].filter(({ reasons }) => reasons.includes('shift')),
    ({ state }) => state,
  )
  expect(states, 'offline sales').toEqual(countBy(model.held, ({ state }) => state))
}
