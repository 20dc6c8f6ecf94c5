import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { queueFilters } from './list-orders.ts'
import { Order } from './order.ts'

export interface QueueCounts {
  todo: number
  shipped: number
  refund: number
  completed: number
  all: number
}

/** Returns how many of this account's orders in this mode are to do, shipped, completed, and in total. */
export async function countQueues(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
): Promise<QueueCounts> {
  const scope = { accountId, mode }
  return app.slowly(async reads => {
    const em = reads.em(scope)
    return {
      todo: await em.count(Order, queueFilters.todo),
      shipped: await em.count(Order, queueFilters.shipped),
      refund: await em.count(Order, queueFilters.refund),
      completed: await em.count(Order, { status: 'completed' }),
      all: await em.count(Order, {}),
    }
  }, scope)
}
