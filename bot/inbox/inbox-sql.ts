import { randomUUID } from 'node:crypto'
import { raw } from '@mikro-orm/core'
import type { ChatMember, ChatMemberUpdated, Update } from 'grammy/types'
import { alignRows, type Batch, lockTimeout, lockTimeoutSql } from '../../src/database/batcher.ts'
import { leaseHolder } from '../../src/lib/holder.ts'
import { type Columns, rowsSql, statement } from '../../src/lib/statement.ts'
import type { App } from '../../src/needs.ts'
import { InboxUpdate } from '../../src/notices/inbox-update.ts'
import type { StoredForm } from '../forms/form-state.ts'

export type InboxNeeds = Pick<App, 'em' | 'sql' | 'ask' | 'transaction' | 'now' | 'log'>

/** The state of the person's form after an update: null if it was closed, undefined if it did not change. */
export type FormChange = object | null | undefined

/** The lease is short and renewed, so that a chat whose process was killed does not wait long. */
export const leaseS = 15

/**
 * Returns the person whose chat an update belongs to, because a person's messages and presses are handled in order.
 * Returns undefined for groups.
 */
export function findPerson(update: Update): number | undefined {
  const query = update.callback_query
  if (query) return query.message === undefined || query.message.chat.type === 'private' ? query.from.id : undefined
  if (update.chosen_inline_result) return update.chosen_inline_result.from.id
  if (update.pre_checkout_query) return update.pre_checkout_query.from.id
  const message = update.message ?? update.edited_message
  // A card that was sent into this chat inline contains only the bot's own text.
  if (message) return message.chat.type === 'private' && !message.via_bot ? message.chat.id : undefined
  const member = update.my_chat_member
  if (member?.chat.type === 'private') return member.chat.id
  return member && isAdded(member) ? member.from.id : undefined
}

// A person who adds a bot to a group or a channel may want it to write there. Its removal is noticed when it writes.
function isAdded({ old_chat_member: before, new_chat_member: after }: ChatMemberUpdated): boolean {
  const isIn = ({ status }: ChatMember) => status === 'member' || status === 'administrator'
  return isIn(after) && !isIn(before)
}

interface Person {
  botId: number
  personId: number
}

/** A chat that this process may handle. Its token makes late writers fail. */
export interface LeasedChat extends Person {
  token: string
}

/** A stored update that waits to be handled. */
export interface StoredUpdate extends Pick<InboxUpdate, 'attempts'> {
  payload: Update
  /** The update's age in seconds. */
  age: number
  /** The short form that its person is answering. */
  form: StoredForm | null
}

/** A person whose updates were stored. */
export interface StoredChat {
  /** The id of the first update that was stored. */
  first: number
  /** The token of the lease; null if another run has it. */
  token: string | null
  /** Whether the person has no earlier waiting update. */
  isNext: boolean
  /** The person's form if `isNext`. Otherwise an earlier update may still change it. */
  form: StoredForm | null
}

// One statement stores and leases, because a press waits for it; simultaneous updates share the statement. The updates
// of a leased chat are left to its holder.
export async function storeUpdates(app: InboxNeeds, botId: number, updates: Update[]): Promise<StoredChat[]> {
  const brought = updates.map(payload => ({
    bot_id: botId,
    update_id: payload.update_id,
    person_id: findPerson(payload) ?? null,
    payload,
  }))
  return (await app.ask(storing, brought)) ?? []
}

// Removes characters that any client may send and jsonb rejects: NUL, and halves of a surrogate pair.
export function toStorable(update: Update): Update {
  const text = JSON.stringify(update)
  if (!/\\u(0000|d[89a-f])/i.test(text)) return update
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value))
}

interface UpdateRow {
  bot_id: number
  update_id: number
  person_id: number | null
  payload: Update
}

const updateColumns: Columns<UpdateRow> = {
  bot_id: 'bigint',
  update_id: 'bigint',
  person_id: 'bigint',
  payload: 'jsonb',
}

const storing: Batch<UpdateRow[], StoredChat[]> = {
  async send(sql, pieces) {
    const values = { update: pieces.flat(), leaseS, holder: leaseHolder, patience: lockTimeout(pieces) }
    const places = new Map(pieces.flatMap((brought, place) => brought.map(update => [updateName(update), place])))
    const found: StoredChat[][] = pieces.map(() => [])
    for (const { bot_id, behind, ...chat } of await sql.query(storeSql, values)) {
      const place = places.get(updateName({ bot_id, update_id: chat.first }))!
      found[place]!.push({ ...chat, isNext: chat.token !== null && !behind })
    }
    return found
  },
  ownerOf: ([first]) => first!.bot_id,
}

function updateName({ bot_id, update_id }: Pick<UpdateRow, 'bot_id' | 'update_id'>): string {
  return `${bot_id} ${update_id}`
}

interface Leasing {
  leaseS: number
  holder: string
}

// Leases a chat without a holder, or a chat whose holder's process was killed.
const leaseIfFree = `
    on conflict (bot_id, person_id) do update
    set token = excluded.token, holder = excluded.holder, leased_until = excluded.leased_until
    where chat_lease.leased_until < now()`

// Each chat has its own token, because a lease is renewed for as long as its own chat is being handled.
const storeSql = statement<
  Leasing & { update: UpdateRow[]; patience: string | null },
  Omit<StoredChat, 'isNext'> & { bot_id: number; behind: boolean }
>(`
  with ${lockTimeoutSql(':patience::text')},
  stored as (
    insert into inbox (bot_id, update_id, person_id, payload)
    select bot_id, update_id, person_id, payload from ${rowsSql('update', updateColumns)} cross join patience
    order by bot_id, update_id
    on conflict (bot_id, update_id) do nothing
    returning bot_id, person_id, update_id
  ), people as (
    select bot_id, person_id, min(update_id) as first from stored
    group by bot_id, person_id order by bot_id, person_id
  ), leased as (
    insert into chat_lease (bot_id, person_id, token, holder, leased_until)
    select bot_id, person_id, gen_random_uuid(), :holder, now() + make_interval(secs => :leaseS) from people
    ${leaseIfFree}
    returning bot_id, person_id, token
  )
  select p.bot_id, p.first, l.token, f.state as form, exists (
      select 1 from inbox i
      where i.bot_id = p.bot_id and i.person_id = p.person_id and i.state = 'received' offset 0) as behind
  from people p left join leased l on l.bot_id = p.bot_id and l.person_id = p.person_id
  left join lateral (
    select state from form where bot_id = p.bot_id and person_id = p.person_id offset 0) f on true`)

export async function leaseChat(app: InboxNeeds, botId: number, personId: number): Promise<string | undefined> {
  const [lease] = await app.sql.query(leaseSql, { botId, personId, leaseS, token: randomUUID(), holder: leaseHolder })
  return lease?.token
}

const leaseSql = statement<Leasing & Person & { token: string }, { token: string }>(`
  insert into chat_lease (bot_id, person_id, token, holder, leased_until)
  select :botId, :personId, :token::uuid, :holder, now() + make_interval(secs => :leaseS)
  where exists (select 1 from inbox where bot_id = :botId and person_id = :personId and state = 'received')
  ${leaseIfFree}
  returning token`)

type NextUpdate = StoredUpdate & { due: boolean }

const nextColumns =
  'payload, attempts, extract(epoch from now() - received_at)::float8 as age, retry_at <= now() as due'
const formState = '(select f.state from form f where f.bot_id = :botId and f.person_id = :personId)'

export async function findNextUpdate(
  app: InboxNeeds,
  botId: number,
  personId: number,
): Promise<StoredUpdate | undefined> {
  const [next] = await app.sql.query(nextSql, { botId, personId })
  return next?.due ? next : undefined
}

const nextSql = statement<Person, NextUpdate>(`
  select ${nextColumns}, ${formState} as form from inbox
  where bot_id = :botId and person_id = :personId and state = 'received' order by update_id limit 1`)

/**
 * Ends the update, stores the form's new state and selects the next update, all in one statement: a form never advances
 * twice. Without a next update the lease ends too. Updates that end at the same moment share the statement. Throws if
 * the lease was lost, because another process handles the chat by now.
 */
export async function markUpdateDone(
  app: InboxNeeds,
  { botId, personId, token }: LeasedChat,
  update: StoredUpdate,
  form: FormChange,
): Promise<StoredUpdate | undefined> {
  const result = await app.ask(ending, {
    bot_id: botId,
    person_id: personId,
    token,
    update_id: update.payload.update_id,
    state: form ?? null,
    is_closed: form === null,
  })
  if (!result?.marked) throw new Error('the lease of a chat ran out while an update was handled')
  return result.next?.due ? result.next : undefined
}

interface Ended {
  bot_id: number
  person_id: number
  token: string
  update_id: number
  state: object | null
  is_closed: boolean
}

interface EndedRow extends Ended {
  place: number
}

const endedColumns: Columns<EndedRow> = {
  place: 'integer',
  bot_id: 'bigint',
  person_id: 'bigint',
  token: 'uuid',
  update_id: 'bigint',
  state: 'jsonb',
  is_closed: 'boolean',
}

interface Done {
  place: number
  marked: boolean
  next: NextUpdate | null
}

const ending: Batch<Ended, Done> = {
  async send(sql, pieces) {
    const ended = pieces.map((one, place) => ({ ...one, place }))
    return alignRows(pieces, await sql.query(doneSql, { ended, patience: lockTimeout(pieces) }))
  },
  ownerOf: ({ bot_id }) => bot_id,
}

const doneSql = statement<{ ended: EndedRow[]; patience: string | null }, Done>(`
  with ended as materialized (select * from ${rowsSql('ended', endedColumns)}),
  ${lockTimeoutSql(':patience::text')},
  held as (
    select e.* from ended e cross join patience
    join chat_lease l on l.bot_id = e.bot_id and l.person_id = e.person_id and l.token = e.token
    order by l.bot_id, l.person_id for update of l
  ), done as (
    update inbox i set state = 'done', ended_at = now(), error = null from held h
    where i.bot_id = h.bot_id and i.person_id = h.person_id and i.update_id = h.update_id and i.state = 'received'
    returning h.place, h.bot_id, h.person_id, h.state, h.is_closed
  ), kept as (
    insert into form (bot_id, person_id, state)
    select bot_id, person_id, state from done where state is not null
    on conflict (bot_id, person_id) do update set state = excluded.state, updated_at = now()
  ), closed as (
    delete from form f using done d where d.is_closed and f.bot_id = d.bot_id and f.person_id = d.person_id
  ), following as (
    select e.place, i.payload, i.attempts, i.age, i.due,
      case when e.is_closed then null else coalesce(e.state, (
        select f.state from form f where f.bot_id = e.bot_id and f.person_id = e.person_id)) end as form
    from ended e cross join lateral (
      select ${nextColumns} from inbox
      where bot_id = e.bot_id and person_id = e.person_id and state = 'received' and update_id <> e.update_id
      order by update_id limit 1) i
  ), released as (
    delete from chat_lease l using held h
    where l.bot_id = h.bot_id and l.person_id = h.person_id and l.token = h.token
      and not exists (select 1 from following n where n.place = h.place and n.due)
  )
  select e.place, d.place is not null as marked, case when n.place is not null then row_to_json(n) end as next
  from ended e left join done d on d.place = e.place left join following n on n.place = e.place`)

const isOfActiveBot = (update: string) => `exists (
  select 1 from bot where bot.id = ${update}.bot_id and bot.state = 'active')`

/**
 * An update is waiting, or is being handled at this moment. The updates of a bot without a token wait for its new
 * token.
 */
export const pendingUpdatesSql = `from inbox where state = 'received' and retry_at <= now()
  and ${isOfActiveBot('inbox')}`

/** Returns the first waiting update of each chat that is due and not leased. */
export async function findWaiting(app: InboxNeeds, limit: number): Promise<Readonly<InboxUpdate>[]> {
  const isDue = { state: 'received' as const, retryAt: { $lte: raw<Date>('now()') } }
  const found = { ...isDue, [raw(isFirst)]: [], [raw(isFree)]: [], [raw(isOfActiveBot)]: [] }
  return app.em('shared').find(InboxUpdate, found, { orderBy: { receivedAt: 'asc' }, limit })
}

const isFirst = (update: string) => `not exists (
  select 1 from inbox e where e.bot_id = ${update}.bot_id and e.person_id = ${update}.person_id
    and e.state = 'received' and e.update_id < ${update}.update_id)`
const isFree = (update: string) => `not exists (
  select 1 from chat_lease l
  where l.bot_id = ${update}.bot_id and l.person_id = ${update}.person_id and l.leased_until > now())`
