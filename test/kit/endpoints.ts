import { waitUntilFinished } from '../../src/lib/started.ts'
import { deliverEvents } from '../../src/modules/webhooks/deliver-events.ts'
import type { TestShop } from './app.ts'

/** Sends all due messages to endpoints, until none is left. */
export async function deliverAllEvents(shop: TestShop, rounds = 30): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const { work } = await deliverEvents(shop.app, 1000)
    if (work.length === 0) return
    await Promise.all(work)
  }
}

export const deliverEventsOnce = (shop: TestShop, limit = 1000) => waitUntilFinished(deliverEvents(shop.app, limit))
