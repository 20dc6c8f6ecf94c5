import type { Page } from '../catalog/product.ts'
import type { Needs } from '../needs.ts'
import { Order, type OrderStatus } from './order.ts'

/** What a merchant looks for in the chat. */
export const orderFilters = {
  todo: ['paid', 'processing'],
  unpaid: ['pending', 'waiting_payment'],
  done: ['completed'],
  cancelled: ['cancelled'],
  all: ['pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled'],
} as const satisfies Record<string, OrderStatus[]>

export type OrderFilterName = keyof typeof orderFilters

const pageSize = 6

/** One page of the orders of these accounts, in both modes, newest first; a page past the end returns the last. */
export async function listShopOrders(
  app: Needs<'em' | 'slowly'>,
  accountIds: number[],
  { filter, page }: { filter: OrderFilterName; page: number },
): Promise<Page<Order>> {
  const em = app.em('installation')
  const wanted = { account: { $in: accountIds }, status: { $in: [...orderFilters[filter]] } }
  const total = await app.slowly(() => em.count(Order, wanted))
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const shown = Math.min(page, pageCount)
  const items = await app.slowly(() =>
    em.find(Order, wanted, {
      orderBy: { createdAt: 'desc', id: 'desc' },
      limit: pageSize,
      offset: (shown - 1) * pageSize,
    }),
  )
  return { items, page: shown, pageCount, total }
}
