import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import { searchInTurn } from '../../database/search-turns.ts'
import { listPhoneSpellings } from '../../lib/phone.ts'
import { readNewestFirst } from '../../lib/read-newest-first.ts'
import type { Needs } from '../../needs.ts'
import { makePattern } from '../../payments/rare-pattern.ts'
import { Order } from '../order.ts'
import { Customer, searchedCustomerSql } from './customer.ts'

/** A customer as the seller sees them, with their orders in one mode. */
export interface ListedCustomer
  extends Pick<Customer, 'id' | 'name' | 'phone' | 'address' | 'language' | 'blockedAt' | 'createdAt'> {
  orderCount: number
  /** The sum of paid orders that were not cancelled, in whole rupiah. */
  spent: number
}

export interface CustomerFilter {
  /** A part of the name or phone number. */
  search?: string | undefined
  /** The shop's bots in the selected mode. */
  botIds: number[]
  id?: number | undefined
  page: number
  limit: number
}

/** Returns one page of customers, newest first, and their total number. */
export async function listCustomers(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  { search, botIds, id, page, limit }: CustomerFilter,
): Promise<{ customers: ListedCustomer[]; total: number }> {
  const where = { $and: [matchCustomers({ search, botIds }), id === undefined ? {} : { id }] }
  const read = () =>
    app.slowly(async reads => {
      const em = reads.em(scope)
      const orderBy = { createdAt: 'desc', id: 'desc' } as const
      const [found, total] = await em.findAndCount(Customer, where, { orderBy, limit, offset: (page - 1) * limit })
      return { customers: await withOrders(em, scope, found), total }
    }, scope)
  return search === undefined ? read() : searchInTurn(scope.accountId, read)
}

/** Yields all customers that match a filter, newest first, in batches. */
export function readCustomers(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  filter: Pick<CustomerFilter, 'search' | 'botIds'>,
): AsyncGenerator<ListedCustomer[]> {
  return readNewestFirst(({ before, limit }) =>
    app.slowly(async reads => {
      const em = reads.em(scope)
      const where = { $and: [matchCustomers(filter), { id: { $lt: before } }] }
      return withOrders(em, scope, await em.find(Customer, where, { orderBy: { id: 'desc' }, limit }))
    }, scope),
  )
}

function matchCustomers({ search, botIds }: Pick<CustomerFilter, 'search' | 'botIds'>): FilterQuery<Customer> {
  if (!search) return { botId: botIds }
  // One concatenated text, so that the trigram index can search for any of the spellings.
  return {
    botId: botIds,
    $or: listPhoneSpellings(search).map(one => ({ [raw(searchedCustomerSql)]: { $ilike: makePattern([one]) } })),
  }
}

async function withOrders(
  em: EntityManager,
  scope: Required<AccountScope>,
  customers: Customer[],
): Promise<ListedCustomer[]> {
  const sums = await em
    .qb(Order)
    .select([
      'customer',
      raw('count(*) as orders'),
      raw('coalesce(sum(total) filter (where paid_at is not null and cancelled_at is null), 0) as spent'),
    ])
    .where({ customer: customers.map(one => one.id), account: scope.accountId, mode: scope.mode })
    .groupBy('customer')
    .execute<{ customer: number | string; orders: number | string; spent: number | string }[]>('all')
  const byCustomer = new Map(sums.map(one => [Number(one.customer), one]))
  return customers.map(({ id, name, phone, address, language, blockedAt, createdAt }) => ({
    id,
    name,
    phone,
    address,
    language,
    blockedAt,
    createdAt,
    orderCount: Number(byCustomer.get(id)?.orders ?? 0),
    spent: Number(byCustomer.get(id)?.spent ?? 0),
  }))
}
