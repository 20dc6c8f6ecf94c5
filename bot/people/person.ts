import type { User } from 'grammy/types'
import type { Needs } from '../../src/needs.ts'
import { reviveNotices } from '../../src/notices/unreachable.ts'
import type { BotRow, Customer } from '../context.ts'
import type { StoredForm } from '../forms/form-state.ts'
import { type Language, languageOf } from '../texts/texts.ts'

/** Finds or makes the customer who just wrote to a shop's bot, with their current name and open form, and notes that one who had blocked it is back. */
export async function meetCustomer(
  app: Needs<'sql' | 'transaction' | 'now' | 'wake'>,
  bot: BotRow & { accountId: number },
  user: User,
): Promise<{ customer: Customer; language: Language; form: StoredForm | null }> {
  const name = nameOf(user)
  const [met] = await app.sql.query<
    Customer & { language: Language | null; wasBlocked: boolean; form: StoredForm | null }
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
  app: Needs<'sql' | 'transaction' | 'now' | 'wake'>,
  bot: BotRow,
  user: User,
): Promise<{ accountIds: number[]; language: Language; form: StoredForm | null }> {
  const [chats, [kept]] = await Promise.all([
    app.sql.query<{ accountId: number; language: Language; isBlocked: boolean }>(
      'select account_id as "accountId", language, blocked_at is not null as "isBlocked" from merchant_chat where chat_id = $1',
      [user.id],
    ),
    app.sql.query<{ form: StoredForm }>('select state as form from form where bot_id = $1 and person_id = $2', [
      bot.id,
      user.id,
    ]),
  ])
  if (chats.some(chat => chat.isBlocked)) {
    await app.sql.write('update merchant_chat set blocked_at = null where chat_id = $1', [user.id])
    await reviveNotices(app, { botId: bot.id, chatId: user.id })
  }
  return {
    accountIds: chats.map(chat => chat.accountId),
    language: chats[0]?.language ?? languageOf(user.language_code),
    form: kept?.form ?? null,
  }
}

/** The language in which this person is written to: what they chose, else what their Telegram said when they came. */
export async function readLanguage(app: Needs<'sql' | 'transaction'>, bot: BotRow, chatId: number): Promise<Language> {
  const [person] =
    bot.accountId === null
      ? await app.sql.query<{ language: Language | null }>(
          'select language from merchant_chat where chat_id = $1 limit 1',
          [chatId],
        )
      : await app.sql.query<{ language: Language | null }>(
          'select language from customer where bot_id = $1 and chat_id = $2',
          [bot.id, chatId],
        )
  return person?.language ?? 'id'
}

export function nameOf(user: User): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ').slice(0, 100).toWellFormed() || '-'
}
