import type { FilterQuery } from '@mikro-orm/core'
import { type Page, readPage } from '../lib/paging.ts'
import type { Needs } from '../needs.ts'
import { type ListedOrder, newestFirstOptions, queueFilters } from './list-orders.ts'
import { Order } from './order.ts'

/** A merchant's filters in the chat: the queues of the dashboard, and statuses. */
export const orderFilters = {
  todo: queueFilters.todo,
  shipped: queueFilters.shipped,
  unpaid: { status: ['pending', 'waiting_payment'] },
  done: { status: 'completed' },
  cancelled: { status: 'cancelled' },
  all: {},
} satisfies Record<string, FilterQuery<Order>>

export type OrderFilterName = keyof typeof orderFilters

const pageSize = 6

/** Returns one page of the orders of these accounts, in both modes, newest first. */
export async function listShopOrders(
  app: Needs<'slowly'>,
  accountIds: number[],
  { filter, page }: { filter: OrderFilterName; page: number },
): Promise<Page<ListedOrder>> {
  const wanted: FilterQuery<Order> = orderFilters[filter]
  return app.slowly(
    async reads => {
      const em = reads.em({ accountIds })
      return readPage({ total: await em.count(Order, wanted), page, pageSize }, place =>
        em.find(Order, wanted, { ...newestFirstOptions, ...place }),
      )
    },
    { accountId: accountIds[0] ?? 0 },
  )
}
