import { randomUUID } from 'node:crypto'
import type { Update } from 'grammy/types'
import { columnsOf, instancesOf } from '../../src/database/columns.ts'
import { holder } from '../../src/lib/holder.ts'
import type { App } from '../../src/needs.ts'
import { InboxUpdate } from '../../src/notices/inbox-update.ts'
import type { StoredForm } from '../forms/form-state.ts'

export type InboxNeeds = Pick<App, 'sql' | 'transaction' | 'now' | 'log'>

/** The state of the person's form after an update: null when it was closed, undefined when it did not change. */
export type FormChange = object | null | undefined

/** Short and renewed, so that a chat whose process was killed does not wait long. */
export const leaseS = 15

/**
 * The person whose chat an update belongs to: a person's messages and presses are handled in order. Undefined for
 * groups.
 */
export function personOf(update: Update): number | undefined {
  const query = update.callback_query
  if (query) return query.message === undefined || query.message.chat.type === 'private' ? query.from.id : undefined
  if (update.pre_checkout_query) return update.pre_checkout_query.from.id
  const message = update.message
  // A card that was sent into this chat inline consists of the bot's own words.
  if (message) return message.chat.type === 'private' && !message.via_bot ? message.chat.id : undefined
  const member = update.my_chat_member
  return member?.chat.type === 'private' ? member.chat.id : undefined
}

/** A chat that this process may handle: late writers fail on the token. */
export interface LeasedChat {
  botId: number
  personId: number
  token: string
}

/** An update that waits for its handling. */
export interface StoredUpdate extends Pick<InboxUpdate, 'attempts'> {
  payload: Update
  /** The age in seconds. */
  age: number
  /** The short conversation that its person is in. */
  form: StoredForm | null
}

/** A person of whom updates were stored. */
export interface StoredChat {
  /** The id of the first update that was stored. */
  first: number
  /** Null where another run has the lease. */
  token: string | null
  /** Nothing of the person waited before it. */
  isNext: boolean
  /** The person's form, where `isNext`: else an update before it may change it. */
  form: StoredForm | null
}

// Stored and leased in one statement, because a press waits for it. The updates of a chat that is leased are left to
// its holder.
export async function storeUpdates(app: InboxNeeds, botId: number, updates: Update[]): Promise<StoredChat[]> {
  const rows = await app.sql.query<Omit<StoredChat, 'isNext'> & { behind: boolean }>(storeSql, [
    botId,
    updates.map(update => update.update_id),
    updates.map(update => personOf(update)),
    updates.map(update => JSON.stringify(update)),
    leaseS,
    randomUUID(),
    holder,
  ])
  return rows.map(({ behind, ...chat }) => ({ ...chat, isNext: chat.token !== null && !behind }))
}

// Characters that any client may send and jsonb rejects: NUL, and halves of a surrogate pair.
export function storable(update: Update): Update {
  const text = JSON.stringify(update)
  if (!/\\u(0000|d[89a-f])/i.test(text)) return update
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value))
}

const storeSql = `
  with stored as (
    insert into inbox (bot_id, update_id, person_id, payload)
    select $1, u.update_id, u.person_id, u.payload
    from unnest($2::bigint[], $3::bigint[], $4::jsonb[]) as u(update_id, person_id, payload)
    on conflict (bot_id, update_id) do nothing
    returning person_id, update_id
  ), people as (
    select person_id, min(update_id) as first from stored group by person_id order by person_id
  ), leased as (
    insert into chat_lease (bot_id, person_id, token, holder, leased_until)
    select $1, person_id, $6::uuid, $7, now() + make_interval(secs => $5) from people
    on conflict (bot_id, person_id) do update
    set token = excluded.token, holder = excluded.holder, leased_until = excluded.leased_until
    where chat_lease.leased_until < now()
    returning person_id, token
  )
  select p.first, l.token, f.state as form, exists (
      select 1 from inbox i where i.bot_id = $1 and i.person_id = p.person_id and i.state = 'received') as behind
  from people p left join leased l on l.person_id = p.person_id
  left join form f on f.bot_id = $1 and f.person_id = p.person_id`

export async function leaseChat(app: InboxNeeds, botId: number, personId: number): Promise<string | undefined> {
  const [lease] = await app.sql.query<{ token: string }>(
    `insert into chat_lease (bot_id, person_id, token, holder, leased_until)
     select $1, $2, $4::uuid, $5, now() + make_interval(secs => $3)
     where exists (select 1 from inbox where bot_id = $1 and person_id = $2 and state = 'received')
     on conflict (bot_id, person_id) do update
     set token = excluded.token, holder = excluded.holder, leased_until = excluded.leased_until
     where chat_lease.leased_until < now()
     returning token`,
    [botId, personId, leaseS, randomUUID(), holder],
  )
  return lease?.token
}

/** Returns the tokens whose leases are still held. */
export async function renewLeases(app: InboxNeeds, tokens: string[]): Promise<string[]> {
  const rows = await app.sql.query<{ token: string }>(
    `update chat_lease set leased_until = now() + make_interval(secs => $2) where token = any ($1::uuid[])
     returning token`,
    [tokens, leaseS],
  )
  return rows.map(row => row.token)
}

export async function releaseChat(app: InboxNeeds, { botId, personId, token }: LeasedChat): Promise<void> {
  await app.sql.write('delete from chat_lease where bot_id = $1 and person_id = $2 and token = $3', [
    botId,
    personId,
    token,
  ])
}

type NextUpdate = StoredUpdate & { due: boolean }

const nextColumns =
  'payload, attempts, extract(epoch from now() - received_at)::float8 as age, retry_at <= now() as due'
const formState = '(select f.state from form f where f.bot_id = $1 and f.person_id = $2)'

export async function nextUpdate(app: InboxNeeds, botId: number, personId: number): Promise<StoredUpdate | undefined> {
  const [next] = await app.sql.query<NextUpdate>(
    `select ${nextColumns}, ${formState} as form from inbox
     where bot_id = $1 and person_id = $2 and state = 'received' order by update_id limit 1`,
    [botId, personId],
  )
  return next?.due ? next : undefined
}

/**
 * One statement ends the update, stores the form's new state and selects the next update: a form never advances
 * twice. Without a next update the lease ends too. Throws if the lease was lost, because another process handles the
 * chat by now.
 */
export async function markDone(
  app: InboxNeeds,
  { botId, personId, token }: LeasedChat,
  stored: StoredUpdate,
  form: FormChange,
): Promise<StoredUpdate | undefined> {
  const state = form ? JSON.stringify(form) : null
  const values = [botId, personId, stored.payload.update_id, token, state, form === null]
  const [result] = await app.sql.query<{ marked: boolean; next: NextUpdate | null }>(doneSql, values)
  if (!result?.marked) throw new Error('the lease of a chat ran out while an update was handled')
  return result.next?.due ? result.next : undefined
}

const doneSql = `
  with held as (
    select 1 from chat_lease where bot_id = $1 and person_id = $2 and token = $4 for update
  ), done as (
    update inbox set state = 'done', ended_at = now(), error = null
    where bot_id = $1 and update_id = $3 and state = 'received' and exists (select 1 from held) returning 1
  ), kept as (
    insert into form (bot_id, person_id, state)
    select $1, $2, $5::jsonb where $5::text is not null and exists (select 1 from done)
    on conflict (bot_id, person_id) do update set state = excluded.state, updated_at = now()
  ), closed as (
    delete from form where $6 and bot_id = $1 and person_id = $2 and exists (select 1 from done)
  ), following as (
    select ${nextColumns}, case when $6 then null else coalesce($5::jsonb, ${formState}) end as form from inbox
    where bot_id = $1 and person_id = $2 and state = 'received' and update_id <> $3 order by update_id limit 1
  ), released as (
    delete from chat_lease where bot_id = $1 and person_id = $2 and token = $4
      and not exists (select 1 from following where due)
  )
  select exists (select 1 from done) as marked, (select row_to_json(following) from following) as next`

/** An update waits, or is handled at this moment. */
export const isToBeHandled = `from inbox where state = 'received' and retry_at <= now()`

/** Returns the first waiting update of each chat, where it is due and the chat is not leased. */
export async function findWaiting(app: InboxNeeds, limit: number): Promise<InboxUpdate[]> {
  return instancesOf(InboxUpdate, await app.sql.query(waitingSql, [limit]))
}

const waitingSql = `
  select ${columnsOf(InboxUpdate, 'i')} from inbox i
  where i.state = 'received' and i.retry_at <= now()
    and not exists (
      select 1 from inbox e
      where e.bot_id = i.bot_id and e.person_id = i.person_id and e.state = 'received' and e.update_id < i.update_id)
    and not exists (
      select 1 from chat_lease l where l.bot_id = i.bot_id and l.person_id = i.person_id and l.leased_until > now())
  order by i.received_at limit $1`
