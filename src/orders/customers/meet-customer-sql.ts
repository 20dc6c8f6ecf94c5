import { storedColumnsOf } from '../../database/columns.ts'
import { Customer } from './customer.ts'

// What every update of a shop's bot begins with: one statement, and another where something changed.

/** $1 account, $2 bot, $3 Telegram's id of the person, $4 name, $5 now, $6 language, $7 token. */
export const meetSql = `
  with known as (
    select blocked_at is not null as was_blocked from customer where bot_id = $2 and telegram_user_id = $3
  ), met as (
    insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, language, created_at, token)
    values ($1, $2, $3, $3, $4, $6, $5, $7)
    on conflict (bot_id, telegram_user_id) do update set name = excluded.name, blocked_at = null
    returning ${storedColumnsOf(Customer, 'customer')}
  )
  select met.*, coalesce((select was_blocked from known), false) as was_blocked from met`
