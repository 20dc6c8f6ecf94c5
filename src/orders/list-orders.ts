import { type FilterQuery, type Loaded, type RawQueryFragment, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { searchInTurn } from '../database/search-turns.ts'
import type { Standing } from '../keys/standing.ts'
import { type Page, readPage } from '../lib/paging.ts'
import { listPhoneSpellings } from '../lib/phone.ts'
import { readNewestFirst } from '../lib/read-newest-first.ts'
import type { Needs } from '../needs.ts'
import { makePattern } from '../payments/rare-pattern.ts'
import { Order, OrderInvoice, type OrderStatus } from './order.ts'
import { searchedOrderSql } from './order-search.ts'

/** An order in a list: with its items for a summary, and its invoices. */
export type ListedOrder = Loaded<Order, 'items.makings' | 'invoices.payment'>

export const newestFirstOptions = {
  populate: ['items.makings', 'invoices.payment'],
  strategy: 'select-in',
  orderBy: { createdAt: 'desc', id: 'desc' },
} as const

/** The orders that a merchant works through: not handed over yet, with a courier, or with money to return. */
export type Queue = 'todo' | 'shipped' | 'refund'

export type OrderSort = 'newest' | 'oldest'

export interface OrderFilter {
  /** Return only this queue, with the longest waiting first. */
  queue?: Queue | undefined
  status?: OrderStatus | readonly OrderStatus[] | undefined
  /** A part of the order number, the customer's name or phone, or the id of an invoice. */
  search?: string | undefined
  /** Return only orders placed from this moment on. */
  from?: Date | undefined
  /** Return only orders placed before this moment. */
  before?: Date | undefined
  /** The order; by default a queue by waiting time, all others newest first. */
  sort?: OrderSort | undefined
  /** The page size, from 1 to 100. */
  limit: number
  offset: number
}

type OrderConditions = Pick<OrderFilter, 'queue' | 'status' | 'search' | 'from' | 'before'>

const waitingLongest = {
  todo: { paidAt: 'asc', id: 'asc' },
  shipped: { shippedAt: 'asc', id: 'asc' },
  refund: { createdAt: 'asc', id: 'asc' },
} as const

const byAge = {
  newest: newestFirstOptions.orderBy,
  oldest: { createdAt: 'asc', id: 'asc' },
} as const

/** Returns orders of this account in this mode, newest first, and their total number (contract 4.5). */
export async function listOrders(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  { limit, offset, sort, ...filter }: OrderFilter,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const scope = { accountId, mode }
  const read = async () => {
    const [orders, total] = await Promise.all([
      app.slowly(
        ({ em }) =>
          em(scope).find(Order, matchOrders(em(scope), accountId, filter), {
            ...newestFirstOptions,
            ...(filter.queue && { orderBy: waitingLongest[filter.queue] }),
            ...(sort && { orderBy: byAge[sort] }),
            limit,
            offset,
          }),
        scope,
      ),
      app.slowly(({ em }) => em(scope).count(Order, matchOrders(em(scope), accountId, filter)), scope),
    ])
    return { orders, total }
  }
  return filter.search === undefined ? read() : searchInTurn(accountId, read)
}

/** Returns the sum of all orders that a filter finds, in whole rupiah, without cancelled ones. */
export async function sumOrders(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  filter: OrderConditions,
): Promise<number> {
  const scope = { accountId, mode }
  const read = () =>
    app.slowly(async reads => {
      const em = reads.em(scope)
      const [summed] = await em
        .qb(Order)
        .select(raw("coalesce(sum(total) filter (where status <> 'cancelled'), 0) as total"))
        .where({ ...(matchOrders(em, accountId, filter) as object), account: accountId, mode })
        .execute<{ total: number | string }[]>('all')
      return Number(summed?.total ?? 0)
    }, scope)
  return filter.search === undefined ? read() : searchInTurn(accountId, read)
}

/** Yields all orders that match a filter, newest first, in batches. */
export function readOrders(
  app: Needs<'slowly'>,
  { accountId, mode }: Pick<Standing, 'accountId' | 'mode'>,
  filter: OrderConditions,
): AsyncGenerator<ListedOrder[]> {
  const { populate, strategy } = newestFirstOptions
  const scope = { accountId, mode }
  return readNewestFirst(({ before, limit }) =>
    app.slowly(
      ({ em }) => {
        const wanted = { $and: [matchOrders(em(scope), accountId, filter), { id: { $lt: before } }] }
        return em(scope).find(Order, wanted, { populate, strategy, orderBy: { id: 'desc' }, limit })
      },
      { accountId },
    ),
  )
}

function matchOrders(
  em: EntityManager,
  accountId: number,
  { queue, status, search, from, before }: OrderConditions,
): FilterQuery<Order> {
  return {
    ...(queue && { $and: [queueFilters[queue]] }),
    ...(status && { status: { $in: [status].flat() } }),
    ...((from || before) && { createdAt: { ...(from && { $gte: from }), ...(before && { $lt: before }) } }),
    ...(search && { id: { $in: matchSearch(em, accountId, search) } }),
  }
}

/** The filters of the queues. An order that arrived without all of its chat goods is to do again. */
export const queueFilters: Record<Queue, FilterQuery<Order>> = {
  todo: {
    status: { $in: ['paid', 'processing'] },
    $or: [{ status: 'paid' }, { shippedAt: null }, { receivedAt: { $ne: null } }],
  },
  shipped: { status: 'processing', shippedAt: { $ne: null }, receivedAt: null },
  refund: { refundDue: true },
}

// Two queries, so that the first can use an index: combined by "or" with another table, everything would be scanned.
function matchSearch(em: EntityManager, accountId: number, search: string): RawQueryFragment {
  const anyOf = listPhoneSpellings(search).map(one => ({ [raw(searchedOrderSql)]: { $ilike: makePattern([one]) } }))
  const named = em.qb(Order, 'named').select('named.id').where({ account: accountId, $or: anyOf })
  const invoiceId = { $ilike: makePattern([search]) }
  const invoiced = em.qb(OrderInvoice, 'i').select('i.order').where({ account: accountId, payment: { invoiceId } })
  return named.union(invoiced).toRaw()
}

const defaultPageSize = 6

/** Returns one page of the customer's own orders, newest first. */
export async function listCustomerOrders(
  app: Needs<'em'>,
  accountId: number,
  customerId: number,
  { page = 1, pageSize = defaultPageSize }: { page?: number; pageSize?: number } = {},
): Promise<Page<ListedOrder>> {
  const em = app.em({ accountId, mode: 'both' })
  const own = { customer: customerId }
  return readPage({ total: await em.count(Order, own), page, pageSize }, place =>
    em.find(Order, own, { ...newestFirstOptions, ...place }),
  )
}
