import type { EntityManager, QueryBuilder } from '@mikro-orm/postgresql'
import { Customer } from '../../orders/customers/customer.ts'
import { Order } from '../../orders/order.ts'
import type { Broadcast, Segment } from './broadcast.ts'

const idleMs = 30 * 86_400_000

/**
 * Selects the customers of a broadcast's bot in the segment who did not block the bot and accept promotions. The
 * segments are: all, those who bought, those who never did, and those who bought nothing for thirty days.
 */
export function selectCustomers(
  em: EntityManager,
  { bot }: Pick<Broadcast, 'bot'>,
  segment: Segment,
  now: Date,
): QueryBuilder<Customer> {
  const buyers = (paidAt: object) => em.qb(Order, 'o').select('o.customer').where({ paidAt }).toRaw()
  const everBought = () => buyers({ $ne: null })
  const boughtLately = () => buyers({ $gt: new Date(now.getTime() - idleMs) })
  const conditions: Record<Segment, object[]> = {
    all: [],
    buyers: [{ id: { $in: everBought() } }],
    browsers: [{ id: { $nin: everBought() } }],
    idle: [{ id: { $in: everBought() } }, { id: { $nin: boughtLately() } }],
  }
  const reachable = { botId: bot.id, blockedAt: null, promoStoppedAt: null }
  return em.qb(Customer, 'c').where({ $and: [reachable, ...conditions[segment]] })
}
