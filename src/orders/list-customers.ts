import { type FilterQuery, raw } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Customer } from './customer.ts'
import { Order } from './order.ts'

/** A customer as the seller sees them, with what they ordered in one mode. */
export interface ListedCustomer
  extends Pick<Customer, 'id' | 'name' | 'phone' | 'address' | 'language' | 'blockedAt' | 'createdAt'> {
  orderCount: number
  /** Whole rupiah of the orders that were paid. */
  spent: number
}

export interface CustomerFilter {
  /** In the name or the phone number. */
  search?: string | undefined
  /** Of the shop's bots in the mode that is looked at. */
  botIds: number[]
  id?: number | undefined
  page: number
  limit: number
}

/** One page of customers, newest first, and how many there are. */
export async function listCustomers(
  app: Needs<'em' | 'slowly'>,
  scope: Required<AccountScope>,
  { search, botIds, id, page, limit }: CustomerFilter,
): Promise<{ customers: ListedCustomer[]; total: number }> {
  const em = app.em(scope)
  const like = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const where: FilterQuery<Customer> = {
    botId: botIds,
    ...(id === undefined ? {} : { id }),
    ...(like ? { $or: [{ name: { $ilike: like } }, { phone: { $ilike: like } }] } : {}),
  }
  return app.slowly(async () => {
    const orderBy = { createdAt: 'desc', id: 'desc' } as const
    const [found, total] = await em.findAndCount(Customer, where, { orderBy, limit, offset: (page - 1) * limit })
    const sums = await em
      .qb(Order)
      .select([
        'customer',
        raw('count(*) as orders'),
        raw('coalesce(sum(total) filter (where paid_at is not null and not refund_due), 0) as spent'),
      ])
      .where({ customer: found.map(one => one.id), account: scope.accountId, mode: scope.mode })
      .groupBy('customer')
      .execute<{ customer: number | string; orders: number | string; spent: number | string }[]>('all')
    const byCustomer = new Map(sums.map(one => [Number(one.customer), one]))
    const customers = found.map(({ id, name, phone, address, language, blockedAt, createdAt }) => ({
      ...{ id, name, phone, address, language, blockedAt, createdAt },
      orderCount: Number(byCustomer.get(id)?.orders ?? 0),
      spent: Number(byCustomer.get(id)?.spent ?? 0),
    }))
    return { customers, total }
  })
}
