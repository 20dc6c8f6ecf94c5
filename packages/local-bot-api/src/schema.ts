import { createHash } from 'node:crypto'
import type { Database, Sql } from './lib/sql.ts'

/**
 * Creates the schema `local_bot_api` unless it exists. Several processes may start at once: the lock is held for one
 * transaction, and every statement may run again. A complete schema is not touched, because even `if not exists` would
 * wait for every open write.
 */
export async function createSchema(sql: Database): Promise<void> {
  await sql.transaction(async tx => {
    await tx.query('select pg_advisory_xact_lock(4719320561)')
    if (await isMade(tx)) return
    for (const statement of statements) await tx.write(statement)
    await tx.write(
      `insert into local_bot_api.setting (name, value) values ('schema', to_jsonb($1::text))
       on conflict (name) do update set value = excluded.value`,
      [fingerprint()],
    )
  })
}

async function isMade(tx: Sql): Promise<boolean> {
  const [found] = await tx.query<{ made: boolean }>("select to_regclass('local_bot_api.setting') is not null as made")
  if (!found!.made) return false
  const rows = await tx.query<{ value: string }>("select value from local_bot_api.setting where name = 'schema'")
  return rows[0]?.value === fingerprint()
}

const fingerprint = () => createHash('sha256').update(statements.join('\n')).digest('base64url')

const statements = [
  'create schema if not exists local_bot_api',

  `create table if not exists local_bot_api.counter (
    name text primary key,
    value bigint not null
  )`,
  // Ids exceed 32 bits, like Telegram's: a bot that stores them as int fails here instead of in production.
  `insert into local_bot_api.counter (name, value) values ('bot', 7100000000), ('person', 5200000000)
   on conflict do nothing`,

  `create table if not exists local_bot_api.setting (
    name text primary key,
    value jsonb not null
  )`,

  `create table if not exists local_bot_api.bot (
    id bigint primary key,
    token text not null unique,
    username text not null,
    first_name text not null,
    names jsonb not null default '{}',
    descriptions jsonb not null default '{}',
    short_descriptions jsonb not null default '{}',
    commands jsonb not null default '[]',
    menu_button jsonb,
    webhook_url text not null default '',
    webhook_secret text not null default '',
    max_connections int not null default 40,
    allowed_updates jsonb,
    webhook_failed_at timestamptz,
    webhook_error text,
    update_mode text not null default 'normal',
    delay_ms int not null default 0,
    created_at timestamptz not null default now()
  )`,
  'alter table local_bot_api.bot add column if not exists photo text',
  "alter table local_bot_api.bot add column if not exists administrator_rights jsonb not null default '{}'",
  // The inline feedback that @BotFather sets.
  'alter table local_bot_api.bot add column if not exists inline_feedback boolean not null default true',
  'create unique index if not exists bot_username on local_bot_api.bot (lower(username))',

  // A separate table, because every message updates it, and a narrow row is cheap to update.
  `create table if not exists local_bot_api.bot_counter (
    bot_id bigint primary key references local_bot_api.bot,
    last_update_id bigint not null,
    last_message_id bigint not null
  ) with (fillfactor = 50)`,

  `create table if not exists local_bot_api.person (
    id bigint primary key,
    first_name text not null,
    last_name text,
    username text,
    language_code text,
    phone_number text not null,
    deactivated boolean not null default false,
    created_at timestamptz not null default now()
  )`,

  // A group or a channel is stored as a person of another kind, with a title instead of a name.
  "alter table local_bot_api.person add column if not exists kind text not null default 'private'",
  'alter table local_bot_api.person add column if not exists creator_id bigint',
  'alter table local_bot_api.person add column if not exists moved_to bigint',
  "insert into local_bot_api.counter (name, value) values ('team', 1900000000) on conflict do nothing",

  `create table if not exists local_bot_api.chat (
    bot_id bigint not null,
    person_id bigint not null,
    started boolean not null default false,
    blocked boolean not null default false,
    keyboard json,
    menu_button jsonb,
    primary key (bot_id, person_id)
  )`,
  'create index if not exists chat_person on local_bot_api.chat (person_id)',

  `create table if not exists local_bot_api.message (
    bot_id bigint not null,
    message_id bigint not null,
    person_id bigint not null,
    by_bot boolean not null,
    content jsonb not null,
    markup json,
    sent_at timestamptz not null default now(),
    edited_at timestamptz,
    edit_hidden boolean not null default false,
    pinned_at timestamptz,
    primary key (bot_id, message_id)
  )`,
  'alter table local_bot_api.message add column if not exists reactions json',
  'alter table local_bot_api.message add column if not exists inline_message_id text',
  `create unique index if not exists message_inline on local_bot_api.message (bot_id, inline_message_id)
   where inline_message_id is not null`,
  'create index if not exists message_chat on local_bot_api.message (bot_id, person_id, message_id)',

  `create table if not exists local_bot_api.file_content (
    hash text primary key,
    bytes bytea not null
  )`,
  `create table if not exists local_bot_api.file (
    file_id text primary key,
    unique_id text not null,
    bot_id bigint not null,
    kind text not null,
    path text not null,
    key text not null unique,
    name text not null,
    mime text not null,
    bytes int not null,
    width int,
    height int,
    side_max int,
    hash text not null references local_bot_api.file_content,
    forgotten boolean not null default false
  )`,
  'create index if not exists file_path on local_bot_api.file (bot_id, path)',
  'create index if not exists file_hash on local_bot_api.file (bot_id, hash)',

  // The payload is json, not jsonb: a button may carry any bytes, and jsonb cannot store a zero character.
  `create table if not exists local_bot_api.update_queue (
    bot_id bigint not null,
    update_id bigint not null,
    kind text not null,
    queue_key bigint not null,
    payload json not null,
    due_at timestamptz not null,
    expires_at timestamptz not null,
    held boolean not null default false,
    parallel boolean not null default false,
    copies int not null default 1,
    failures int not null default 0,
    delay_s int not null default 1,
    lease_token text,
    lease_until timestamptz,
    primary key (bot_id, update_id)
  ) with (fillfactor = 70)`,
  'create index if not exists update_queue_key on local_bot_api.update_queue (bot_id, queue_key, update_id)',

  `create table if not exists local_bot_api.callback_query (
    id text primary key,
    bot_id bigint not null,
    person_id bigint not null,
    message_id bigint not null,
    update_id bigint,
    pressed_at timestamptz not null default clock_timestamp(),
    answered_at timestamptz,
    answer json
  )`,
  'create index if not exists callback_query_pressed on local_bot_api.callback_query (pressed_at)',

  // The payload of an invoice is for the bot alone, so the chat does not show it.
  `create table if not exists local_bot_api.invoice (
    bot_id bigint not null,
    message_id bigint not null,
    payload text not null,
    primary key (bot_id, message_id)
  )`,
  `create table if not exists local_bot_api.checkout (
    id text primary key,
    bot_id bigint not null,
    person_id bigint not null,
    payload text not null,
    stars int not null,
    asked_at timestamptz not null default clock_timestamp(),
    ok boolean,
    error_message text,
    charge_id text unique,
    refunded_at timestamptz
  )`,
  'alter table local_bot_api.checkout add column if not exists charged_at timestamptz',
  `create table if not exists local_bot_api.invoice_link (
    slug text primary key,
    bot_id bigint not null,
    title text not null,
    stars int not null,
    payload text not null
  )`,

  `create table if not exists local_bot_api.inline_query (
    id text primary key,
    bot_id bigint not null,
    person_id bigint not null,
    asked_at timestamptz not null default clock_timestamp(),
    answer jsonb
  )`,
  "alter table local_bot_api.inline_query add column if not exists query text not null default ''",

  `create table if not exists local_bot_api.poll (
    bot_id bigint primary key,
    token text not null
  )`,

  `create table if not exists local_bot_api.fault (
    id bigint generated always as identity primary key,
    bot_id bigint,
    method text not null,
    error_code int,
    description text,
    retry_after int,
    timeout_ms int,
    remaining int
  )`,
  'create index if not exists fault_method on local_bot_api.fault (method)',

  // News for open pages. Losing it is harmless: a page that reconnects reads everything again.
  `create table if not exists local_bot_api.news (
    id bigint generated always as identity primary key,
    kind text not null,
    bot_id bigint,
    person_id bigint,
    data jsonb not null,
    at timestamptz not null default clock_timestamp()
  )`,
]
