import type { Needs } from '../needs.ts'
import { Customer } from '../orders/customers/customer.ts'
import type { Order } from '../orders/order.ts'
import { Bot } from './bot.ts'
import { makeChatAddress } from './chat-address.ts'

/**
 * Returns the address that opens an order in its chat; the bot shows it only to its customer. Null if its bot was
 * revoked.
 */
export async function findOrderChat(
  app: Needs<'em' | 'config'>,
  { accountId, customerId, token }: Pick<Order, 'accountId' | 'customerId' | 'token'>,
): Promise<string | null> {
  const em = app.em({ accountId, mode: 'both' })
  const customer = await em.findOne(Customer, customerId)
  const bot = customer && (await em.findOne(Bot, { id: customer.botId, state: 'active' }))
  if (!bot) return null
  const { url, localUrl } = makeChatAddress(app.config, bot.username, `o_${token}`)
  return localUrl ?? url
}
