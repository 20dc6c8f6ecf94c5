// One statement that writes only what changed: this runs for every update.
export const meetSql = `
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
