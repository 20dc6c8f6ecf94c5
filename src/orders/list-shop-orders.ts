import { type Page, readPage } from '../lib/paging.ts'
import type { Needs } from '../needs.ts'
import { Order, type OrderStatus } from './order.ts'

/** The filters of a merchant in the chat. */
export const orderFilters = {
  todo: ['paid', 'processing'],
  unpaid: ['pending', 'waiting_payment'],
  done: ['completed'],
  cancelled: ['cancelled'],
  all: ['pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled'],
} as const satisfies Record<string, OrderStatus[]>

export type OrderFilterName = keyof typeof orderFilters

const pageSize = 6

/** One page of the orders of these accounts, in both modes, newest first. */
export async function listShopOrders(
  app: Needs<'slowly'>,
  accountIds: number[],
  { filter, page }: { filter: OrderFilterName; page: number },
): Promise<Page<Order>> {
  const wanted = { status: { $in: [...orderFilters[filter]] } }
  return app.slowly(async reads => {
    const em = reads.em({ accountIds })
    return readPage({ total: await em.count(Order, wanted), page, pageSize }, place =>
      em.find(Order, wanted, { orderBy: { createdAt: 'desc', id: 'desc' }, ...place }),
    )
  })
}
