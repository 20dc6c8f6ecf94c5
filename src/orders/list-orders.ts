import type { FilterQuery, Loaded } from '@mikro-orm/core'
import { inSearchTurn } from '../database/search-turns.ts'
import type { Standing } from '../keys/standing.ts'
import { type Page, readPage } from '../lib/paging.ts'
import { readNewestFirst } from '../lib/read-newest-first.ts'
import type { Needs } from '../needs.ts'
import { Order, type OrderStatus } from './order.ts'

/** An order in a list: with its items for a summary, and its invoices. */
export type ListedOrder = Loaded<Order, 'items' | 'invoices.payment'>

const newestFirst = {
  populate: ['items', 'invoices.payment'],
  strategy: 'select-in',
  orderBy: { createdAt: 'desc', id: 'desc' },
} as const

export interface OrderFilter {
  status?: OrderStatus | readonly OrderStatus[] | undefined
  /** In the order number, the customer's name or phone, or the id of an invoice. */
  search?: string | undefined
  /** 1 to 100. */
  limit: number
  offset: number
}

/** Orders of this account in this mode, newest first, and how many there are in all (spec 4.5). */
export async function listOrders(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  { limit, offset, ...filter }: OrderFilter,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const wanted = matching(filter)
  const scope = { accountId, mode }
  const read = async () => {
    const [orders, total] = await Promise.all([
      app.slowly(({ em }) => em(scope).find(Order, wanted, { ...newestFirst, limit, offset }), scope),
      app.slowly(({ em }) => em(scope).count(Order, wanted), scope),
    ])
    return { orders, total }
  }
  return filter.search === undefined ? read() : inSearchTurn(accountId, read)
}

/** All orders that a filter finds, newest first, some at a time. */
export function readOrders(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  filter: Pick<OrderFilter, 'status' | 'search'>,
): AsyncGenerator<ListedOrder[]> {
  const { populate, strategy } = newestFirst
  return readNewestFirst(({ before, limit }) =>
    app.slowly(
      ({ em }) => {
        const wanted = { $and: [matching(filter), { id: { $lt: before } }] }
        return em({ accountId, mode }).find(Order, wanted, { populate, strategy, orderBy: { id: 'desc' }, limit })
      },
      { accountId },
    ),
  )
}

function matching({ status, search }: Pick<OrderFilter, 'status' | 'search'>): FilterQuery<Order> {
  return { ...(status && { status: { $in: [status].flat() } }), ...(search && { $or: anywhere(search) }) }
}

function anywhere(search: string): FilterQuery<Order>[] {
  const $ilike = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return [
    { orderNumber: { $ilike } },
    { customerName: { $ilike } },
    { customerPhone: { $ilike } },
    { invoices: { $some: { payment: { invoiceId: { $ilike } } } } },
  ]
}

const defaultPageSize = 6

/** One page of the customer's own orders, newest first. */
export async function listCustomerOrders(
  app: Needs<'em'>,
  accountId: number,
  customerId: number,
  { page = 1, pageSize = defaultPageSize }: { page?: number; pageSize?: number } = {},
): Promise<Page<ListedOrder>> {
  const em = app.em({ accountId, mode: 'both' })
  const own = { customer: customerId }
  return readPage({ total: await em.count(Order, own), page, pageSize }, place =>
    em.find(Order, own, { ...newestFirst, ...place }),
  )
}
