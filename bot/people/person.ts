import type { User } from 'grammy/types'
import type { Needs } from '../../src/needs.ts'
import { MerchantChat } from '../../src/notices/merchant-chat.ts'
import { registerMerchantChats } from '../../src/notices/register-merchant-chats.ts'
import { reviveNotices } from '../../src/notices/unreachable.ts'
import { Customer } from '../../src/orders/customers/customer.ts'
import { registerCustomer } from '../../src/orders/customers/register-customer.ts'
import type { Role } from '../../src/people/membership.ts'
import type { BotRow } from '../context.ts'
import { type Language, toLanguage } from '../texts/texts.ts'

/** Returns the customer who just wrote to a shop's bot. If they had blocked it, pending notices are sent again. */
export async function identifyCustomer(
  app: Needs<'ask' | 'em' | 'sql' | 'transaction' | 'now' | 'reactions' | 'wake'>,
  bot: BotRow & { accountId: number },
  user: User,
): Promise<{ customer: Readonly<Customer>; language: Language }> {
  const language = toLanguage(user.language_code)
  const { accountId, mode } = bot
  const visitor = { accountId, mode, botId: bot.id, telegramUserId: user.id, name: formatFullName(user), language }
  const { customer, wasBlocked } = await registerCustomer(app, visitor)
  if (wasBlocked) await reviveNotices(app, { botId: bot.id, chatId: customer.chatId })
  return { customer, language: customer.language ?? language }
}

/** Returns the accounts and acts that are available to a merchant who writes to the platform bot. */
export async function identifyMerchant(
  app: Needs<'em' | 'transaction' | 'now' | 'wake'>,
  bot: BotRow,
  user: User,
): Promise<{ roles: Map<number, Role>; language: Language; talkId: number | null }> {
  const { roles, language, talkId } = await registerMerchantChats(app, { botId: bot.id, chatId: user.id })
  return { roles, language: language ?? toLanguage(user.language_code), talkId }
}

/** Returns the language for messages to this person: the chosen one, or that of their Telegram when they came. */
export async function readLanguage(app: Needs<'em'>, { id, accountId }: BotRow, chatId: number): Promise<Language> {
  const person =
    accountId === null
      ? await app.em('installation').findOne(MerchantChat, { chatId })
      : await app.em({ accountId }).findOne(Customer, { botId: id, chatId })
  return person?.language ?? 'id'
}

export function formatFullName(user: User): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ').slice(0, 100).toWellFormed() || '-'
}
