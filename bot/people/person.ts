import type { User } from 'grammy/types'
import type { Needs } from '../../src/needs.ts'
import { MerchantChat } from '../../src/notices/merchant-chat.ts'
import { reviveNotices } from '../../src/notices/unreachable.ts'
import { Customer } from '../../src/orders/customer.ts'
import type { BotRow, Customer as KnownCustomer } from '../context.ts'
import type { StoredForm } from '../forms/form-state.ts'
import { OpenForm } from '../forms/open-form.ts'
import { type Language, languageOf } from '../texts/texts.ts'

/** Finds or makes the customer who just wrote to a shop's bot, with their current name and open form, and notes that one who had blocked it is back. */
export async function meetCustomer(
  app: Needs<'sql' | 'transaction' | 'now' | 'wake'>,
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

// One statement that writes only what changed: this runs for every update.
const meetSql = `
  with known as (
    select id, telegram_user_id, chat_id, name, language, blocked_at from customer where bot_id = $2 and telegram_user_id = $3
  ), met as (
    insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, language, created_at)
    select $1, $2, $3, $3, $4, $6, $5
    where not exists (select 1 from known where name = $4 and blocked_at is null)
    on conflict (bot_id, telegram_user_id) do update set name = excluded.name, blocked_at = null
    returning id, telegram_user_id, chat_id, name, language
  )
  select id, telegram_user_id as "telegramUserId", chat_id as "chatId", name, language, exists (
      select 1 from known where blocked_at is not null) as "wasBlocked",
    (select state from form where bot_id = $2 and person_id = $3) as form
  from (
    select id, telegram_user_id, chat_id, name, language from met
    union all
    select id, telegram_user_id, chat_id, name, language from known where not exists (select 1 from met)) as one`

/** Finds the accounts of the merchant who writes to the platform bot, and notes that one who had blocked it is back. */
export async function meetMerchant(
  app: Needs<'em' | 'sql' | 'transaction' | 'now' | 'wake'>,
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
