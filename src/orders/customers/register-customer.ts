import type { Mode } from '../../database/scope.ts'
import { announce } from '../../events/announce.ts'
import { randomToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { Customer } from './customer.ts'

/** Somebody who just wrote to a shop's bot, as Telegram describes them. */
export interface Visitor {
  accountId: number
  botId: number
  /** The bot's. */
  mode: Mode
  telegramUserId: number
  name: string
  /** Their Telegram's: it is stored for those who come for the first time. */
  language: 'id' | 'en'
}

/** Finds or makes the customer, with their current name. `wasBlocked`: they had blocked the bot and are back. */
export async function registerCustomer(
  app: Needs<'em' | 'transaction' | 'now' | 'reactions'>,
  visitor: Visitor,
): Promise<{ customer: Customer; wasBlocked: boolean }> {
  const { accountId, botId, telegramUserId, name } = visitor
  const em = app.em({ accountId })
  const customer = await em.findOne(Customer, { botId, telegramUserId, name, blockedAt: null })
  if (customer) return { customer, wasBlocked: false }
  const wasBlocked = await write(app, visitor)
  return { customer: await em.findOneOrFail(Customer, { botId, telegramUserId }), wasBlocked }
}

/**
 * Writes somebody who is new, has another name or is back, and announces who is new. Returns whether they had blocked
 * the bot.
 */
async function write(app: Needs<'transaction' | 'now' | 'reactions'>, visitor: Visitor): Promise<boolean> {
  const { accountId, botId, mode, telegramUserId, name, language } = visitor
  return app.transaction({ accountId }, async tx => {
    const createdAt = app.now()
    const person = { botId, telegramUserId }
    const known = await tx.em.findOne(Customer, person)
    const token = randomToken()
    const [row] = await tx.em
      .qb(Customer)
      .insert({ ...person, account: accountId, chatId: telegramUserId, name, language, createdAt, token })
      .onConflict(['botId', 'telegramUserId'])
      .merge({ name, blockedAt: null })
      .returning(['id', 'token'])
      .execute<Pick<Customer, 'id' | 'token'>[]>('all')
    if (row!.token === token) {
      const customerId = Number(row!.id)
      const fact = { accountId, subject: `customer ${customerId}`, payload: { mode, customerId }, createdAt }
      await announce(app, tx, [{ ...fact, type: 'customer.created' }])
    }
    return known !== null && known.blockedAt !== null
  })
}
