import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { followPushes } from '../../src/money/follow-pushes.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { cancelLeftoverInvoices } from '../../src/orders/cancel-leftover-invoices.ts'
import { cancelStaleOrders } from '../../src/orders/cancel-stale-orders.ts'
import { releaseIdleGoods } from '../../src/orders/release-idle-goods.ts'
import { receiveShippedOrders } from '../../src/orders/shipping/receive-shipped-orders.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { cancelLeftoverParts, passDueBills, sendRefunds } from './of-modules.ts'

/** The recurring work on money and orders, in the order in which a round does it. */
export const steps: ((app: App) => Promise<unknown>)[] = [
  app => waitUntilFinished(chargePayments(app, 1000)),
  app => waitUntilFinished(pollCharges(app, 1000)),
  app => waitUntilFinished(readTransfers(app, 100)),
  followPushes,
  expirePayments,
  cancelLeftoverInvoices,
  cancelLeftoverParts,
  releaseIdleGoods,
  cancelStaleOrders,
  receiveShippedOrders,
  passDueBills,
  sendRefunds,
  app => waitUntilFinished(deliverCallbacks(app, 1000)),
]

/** Does all recurring work once. */
export async function work(app: App): Promise<void> {
  for (const step of steps) await step(app)
}
