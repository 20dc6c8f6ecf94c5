import type { User } from 'grammy/types'
import type { Needs } from '../../src/needs.ts'
import { MerchantChat } from '../../src/notices/merchant-chat.ts'
import { reviveNotices } from '../../src/notices/unreachable.ts'
import { Customer } from '../../src/orders/customer.ts'
import type { BotRow, Customer as KnownCustomer } from '../context.ts'
import type { StoredForm } from '../forms/form-state.ts'
import { OpenForm } from '../forms/open-form.ts'
import { type Language, languageOf } from '../texts/texts.ts'
import { meetSql } from './meet-customer-sql.ts'

/** Finds or makes the customer who just wrote to a shop's bot, with their current name and open form, and notes that one who had blocked it is back. */
export async function meetCustomer(
  app: Needs<'em' | 'sql' | 'now' | 'wake'>,
  bot: BotRow & { accountId: number },
  user: User,
): Promise<{ customer: KnownCustomer; language: Language; form: StoredForm | null }> {
  const name = nameOf(user)
  const [met] = await app.sql.query<
    KnownCustomer & { language: Language | null; wasBlocked: boolean; form: StoredForm | null }
  >(meetSql, [bot.accountId, bot.id, user.id, name, app.now(), languageOf(user.language_code)])
  const { language, wasBlocked, form, ...customer } = met!
  if (wasBlocked) await reviveNotices(app, { botId: bot.id, chatId: customer.chatId })
  return { customer, language: language ?? languageOf(user.language_code), form }
}

/** Finds the accounts of the merchant who writes to the platform bot, and notes that one who had blocked it is back. */
export async function meetMerchant(
  app: Needs<'em' | 'now' | 'wake'>,
  bot: BotRow,
  user: User,
): Promise<{ accountIds: number[]; language: Language; form: StoredForm | null }> {
  const em = app.em('installation')
  const chats = await em.find(MerchantChat, { chatId: user.id })
  const form = await em.findOne(OpenForm, { botId: bot.id, personId: user.id })
  if (chats.some(chat => chat.blockedAt !== null)) {
    await em.nativeUpdate(MerchantChat, { chatId: user.id }, { blockedAt: null })
    await reviveNotices(app, { botId: bot.id, chatId: user.id })
  }
  return {
    accountIds: chats.map(chat => chat.account.id),
    language: chats[0]?.language ?? languageOf(user.language_code),
    form: form?.state ?? null,
  }
}

/** Returns the language in which this person is written to: what they chose, else what their Telegram said when they came. */
export async function readLanguage(app: Needs<'em'>, { id, accountId }: BotRow, chatId: number): Promise<Language> {
  const person =
    accountId === null
      ? await app.em('installation').findOne(MerchantChat, { chatId })
      : await app.em({ accountId }).findOne(Customer, { botId: id, chatId })
  return person?.language ?? 'id'
}

export function nameOf(user: User): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ').slice(0, 100).toWellFormed() || '-'
}
