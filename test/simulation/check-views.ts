import { expect } from 'vitest'
import { closeBookDays } from '../../src/books/statistics/close-book-days.ts'
import { watchStock } from '../../src/catalog/stock/watch-stock.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { App } from '../../src/needs.ts'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { checkAudit } from './check-audit.ts'
import { checkBalance } from './check-balance.ts'
import { checkBills } from './check-bills.ts'
import { checkCounter } from './check-counter.ts'
import { checkCustomers } from './check-customers.ts'
import { checkFacts } from './check-facts.ts'
import { checkItems } from './check-items.ts'
import { checkLists } from './check-lists.ts'
import { checkMessages } from './check-messages.ts'
import { checkOrderLists } from './check-order-lists.ts'
import { checkOrders } from './check-orders.ts'
import { checkPace } from './check-pace.ts'
import { checkPayments } from './check-payments.ts'
import { checkReports } from './check-reports.ts'
import { checkRows } from './check-rows.ts'
import { checkSums } from './check-sums.ts'
import { checkTotals } from './check-totals.ts'
import { checkNeighbour } from './neighbour.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Moves changes into the totals of days. */
async function foldTotals(app: App): Promise<void> {
  await foldStatistics(app)
  await closeBookDays(app)
  await watchStock(app)
}

/**
 * Compares every view of the shop with the model, before or after changes were moved into the totals of days. Throws at
 * the first difference.
 */
export async function checkViews(simulated: SimulatedShop, isFolding: boolean): Promise<void> {
  await checkPace(simulated)
  const owner = await simulated.signIn()
  if (isFolding) await foldTotals(simulated.shop.app)
  if (isFolding) simulated.model.watchStock()
  await checkPayments(simulated, owner)
  await checkNeighbour(simulated)
  await checkSums(simulated)
  await checkOrders(simulated, owner)
  await checkCounter(simulated)
  await checkBills(simulated)
  await checkBalance(simulated)
  await checkLists(simulated)
  await checkOrderLists(simulated)
  await checkTotals(simulated)
  await checkCustomers(simulated)
  await checkReports(simulated)
  await checkAudit(simulated)
  await checkRows(simulated)
  await checkItems(simulated)
  await checkFacts(simulated)
  await checkMessages(simulated)
  expect(await findViolations(simulated.shop.app), 'doctor').toEqual([])
}
