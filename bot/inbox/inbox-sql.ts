import { randomUUID } from 'node:crypto'
import type { ChatMember, ChatMemberUpdated, Update } from 'grammy/types'
import { columnsOf, instancesOf } from '../../src/database/columns.ts'
import { holder } from '../../src/lib/holder.ts'
import { rowsOf, statement } from '../../src/lib/statement.ts'
import type { App } from '../../src/needs.ts'
import { InboxUpdate } from '../../src/notices/inbox-update.ts'
import type { StoredForm } from '../forms/form-state.ts'

export type InboxNeeds = Pick<App, 'em' | 'sql' | 'transaction' | 'now' | 'log'>

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
  if (update.chosen_inline_result) return update.chosen_inline_result.from.id
  if (update.pre_checkout_query) return update.pre_checkout_query.from.id
  const message = update.message
  // A card that was sent into this chat inline consists of the bot's own words.
  if (message) return message.chat.type === 'private' && !message.via_bot ? message.chat.id : undefined
  const member = update.my_chat_member
  if (member?.chat.type === 'private') return member.chat.id
  return member && isAdded(member) ? member.from.id : undefined
}

// A person who adds a bot to a group or a channel may want it to write there. Being removed is seen when it writes.
function isAdded({ old_chat_member: before, new_chat_member: after }: ChatMemberUpdated): boolean {
  const isIn = ({ status }: ChatMember) => status === 'member' || status === 'administrator'
  return isIn(after) && !isIn(before)
}

interface Person {
  botId: number
  personId: number
}

/** A chat that this process may handle: late writers fail on the token. */
export interface LeasedChat extends Person {
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
  const update = updates.map(payload => ({
    update_id: payload.update_id,
    person_id: personOf(payload) ?? null,
    payload,
  }))
  const rows = await app.sql.query(storeSql, { botId, update, leaseS, token: randomUUID(), holder })
  return rows.map(({ behind, ...chat }) => ({ ...chat, isNext: chat.token !== null && !behind }))
}

// Characters that any client may send and jsonb rejects: NUL, and halves of a surrogate pair.
export function storable(update: Update): Update {
  const text = JSON.stringify(update)
  if (!/\\u(0000|d[89a-f])/i.test(text)) return update
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value))
}

interface UpdateRow {
  update_id: number
  person_id: number | null
  payload: Update
}

const update = rowsOf<UpdateRow>('update', { update_id: 'bigint', person_id: 'bigint', payload: 'jsonb' })

interface Leasing {
  botId: number
  leaseS: number
  token: string
  holder: string
}

// Leases a chat that nobody handles, or whose process was killed.
const leaseIfFree = `
    on conflict (bot_id, person_id) do update
    set token = excluded.token, holder = excluded.holder, leased_until = excluded.leased_until
    where chat_lease.leased_until < now()`

const storeSql = statement<Leasing & { update: UpdateRow[] }, Omit<StoredChat, 'isNext'> & { behind: boolean }>(`
  with stored as (
    insert into inbox (bot_id, update_id, person_id, payload)
    select :botId, update_id, person_id, payload from ${update}
    on conflict (bot_id, update_id) do nothing
    returning person_id, update_id
  ), people as (
    select person_id, min(update_id) as first from stored group by person_id order by person_id
  ), leased as (
    insert into chat_lease (bot_id, person_id, token, holder, leased_until)
    select :botId, person_id, :token::uuid, :holder, now() + make_interval(secs => :leaseS) from people
    ${leaseIfFree}
    returning person_id, token
  )
  select p.first, l.token, f.state as form, exists (
      select 1 from inbox i where i.bot_id = :botId and i.person_id = p.person_id and i.state = 'received') as behind
  from people p left join leased l on l.person_id = p.person_id
  left join form f on f.bot_id = :botId and f.person_id = p.person_id`)

export async function leaseChat(app: InboxNeeds, botId: number, personId: number): Promise<string | undefined> {
  const [lease] = await app.sql.query(leaseSql, { botId, personId, leaseS, token: randomUUID(), holder })
  return lease?.token
}

const leaseSql = statement<Leasing & Person, { token: string }>(`
  insert into chat_lease (bot_id, person_id, token, holder, leased_until)
  select :botId, :personId, :token::uuid, :holder, now() + make_interval(secs => :leaseS)
  where exists (select 1 from inbox where bot_id = :botId and person_id = :personId and state = 'received')
  ${leaseIfFree}
  returning token`)

type NextUpdate = StoredUpdate & { due: boolean }

const nextColumns =
  'payload, attempts, extract(epoch from now() - received_at)::float8 as age, retry_at <= now() as due'
const formState = '(select f.state from form f where f.bot_id = :botId and f.person_id = :personId)'

export async function nextUpdate(app: InboxNeeds, botId: number, personId: number): Promise<StoredUpdate | undefined> {
  const [next] = await app.sql.query(nextSql, { botId, personId })
  return next?.due ? next : undefined
}

const nextSql = statement<Person, NextUpdate>(`
  select ${nextColumns}, ${formState} as form from inbox
  where bot_id = :botId and person_id = :personId and state = 'received' order by update_id limit 1`)

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
  const [result] = await app.sql.query(doneSql, {
    botId,
    personId,
    token,
    updateId: stored.payload.update_id,
    state: form ?? null,
    isClosed: form === null,
  })
  if (!result?.marked) throw new Error('the lease of a chat ran out while an update was handled')
  return result.next?.due ? result.next : undefined
}

interface Done {
  updateId: number
  state: object | null
  isClosed: boolean
}

const doneSql = statement<LeasedChat & Done, { marked: boolean; next: NextUpdate | null }>(`
  with held as (
    select 1 from chat_lease where bot_id = :botId and person_id = :personId and token = :token for update
  ), done as (
    update inbox set state = 'done', ended_at = now(), error = null
    where bot_id = :botId and update_id = :updateId and state = 'received' and exists (select 1 from held) returning 1
  ), kept as (
    insert into form (bot_id, person_id, state)
    select :botId, :personId, :state::jsonb where :state::text is not null and exists (select 1 from done)
    on conflict (bot_id, person_id) do update set state = excluded.state, updated_at = now()
  ), closed as (
    delete from form where :isClosed and bot_id = :botId and person_id = :personId and exists (select 1 from done)
  ), following as (
    select ${nextColumns}, case when :isClosed then null else coalesce(:state::jsonb, ${formState}) end as form
    from inbox
    where bot_id = :botId and person_id = :personId and state = 'received' and update_id <> :updateId
    order by update_id limit 1
  ), released as (
    delete from chat_lease where bot_id = :botId and person_id = :personId and token = :token
      and not exists (select 1 from following where due)
  )
  select exists (select 1 from done) as marked, (select row_to_json(following) from following) as next`)

/** An update waits, or is handled at this moment. */
export const isToBeHandled = `from inbox where state = 'received' and retry_at <= now()`

/** Returns the first waiting update of each chat, where it is due and the chat is not leased. */
export async function findWaiting(app: InboxNeeds, limit: number): Promise<Readonly<InboxUpdate>[]> {
  return instancesOf(InboxUpdate, await app.sql.query(waitingSql, { limit }))
}

const waitingSql = statement<{ limit: number }>(`
  select ${columnsOf(InboxUpdate, 'i')} from inbox i
  where i.state = 'received' and i.retry_at <= now()
    and not exists (
      select 1 from inbox e
      where e.bot_id = i.bot_id and e.person_id = i.person_id and e.state = 'received' and e.update_id < i.update_id)
    and not exists (
      select 1 from chat_lease l where l.bot_id = i.bot_id and l.person_id = i.person_id and l.leased_until > now())
  order by i.received_at limit :limit`)
