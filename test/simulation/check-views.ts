import { expect } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { checkBalance } from './check-balance.ts'
import { checkBills } from './check-bills.ts'
import { checkCounter } from './check-counter.ts'
import { checkMessages } from './check-messages.ts'
import { checkOrders } from './check-orders.ts'
import { checkPayments } from './check-payments.ts'
import { checkSums } from './check-sums.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Compares every view of the shop with the model. Throws at the first difference. */
export async function checkViews(simulated: SimulatedShop): Promise<void> {
  const owner = await simulated.signIn()
  await checkPayments(simulated, owner)
  await checkSums(simulated)
  await checkOrders(simulated, owner)
  await checkCounter(simulated)
  await checkBills(simulated)
  await checkBalance(simulated)
  await checkMessages(simulated)
  expect(await findViolations(simulated.shop.app), 'doctor').toEqual([])
}
