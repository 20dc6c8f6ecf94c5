import { selectColumns } from '../database/columns.ts'
import { statement } from '../lib/statement.ts'
import type { OutgoingNotice } from './messenger.ts'
import { Notice } from './notice.ts'

// The first notice of its chat, whose message to edit was sent; waiting notices (`is_waiting`) do not delay those
// behind them. An edit never waits for a message planned after it, because that one waits for the edit.
const isDue = `
  w.state = 'pending' and w.next_at <= :now and w.leased_until < now()
  and not exists (
    select 1 from notice e
    where e.bot_id = w.bot_id and e.chat_id = w.chat_id and e.state = 'pending' and not e.is_waiting and e.id < w.id)
  and not exists (select 1 from notice t where t.dedupe_key = w.edits and t.state = 'pending' and t.id < w.id)`

/** Finds a notice that may be sent; another one of its chat may have to go first. */
export const dueNoticesSql = `from notice w join bot b on b.id = w.bot_id
  where w.state = 'pending' and w.next_at <= :now and w.leased_until < now()
    and b.state = 'active' and b.quiet_until < now()`

const claimed = `
  ${selectColumns(Notice, 'n')}, (
    select json_build_object('messageId', t.message_id, 'form', t.message_form) from notice t
    where t.dedupe_key = n.edits and t.state = 'sent') as edited`

interface Claim {
  now: Date
  leaseS: number
  holder: string
}

/** Claims at most `limit` notices, and at most `perBot` at once for a bot. */
export const claimSql = statement<Claim & { limit: number; perBot: number }, OutgoingNotice>(`
  update notice n set lease_token = gen_random_uuid(), lease_holder = :holder,
    leased_until = now() + make_interval(secs => :leaseS)
  from (
    select w.id from notice w
    join (
      select o.id, row_number() over (partition by o.bot_id order by o.next_at, o.id) as place, (
          select count(*) from notice u where u.bot_id = o.bot_id and u.state = 'pending' and u.leased_until > now()
        ) as under_way
      from (
        select w.id, w.bot_id, w.next_at from notice w join bot b on b.id = w.bot_id
        where ${isDue} and b.state = 'active' and b.quiet_until < now()
        order by w.next_at, w.id limit 1000) o) ranked on ranked.id = w.id
    where ranked.place + ranked.under_way <= :perBot and w.state = 'pending' and w.leased_until < now()
    order by w.next_at, w.id limit :limit
    for no key update of w skip locked) due
  where n.id = due.id
  returning ${claimed}`)

/** Claims the next notice of a chat. */
export const claimNextSql = statement<Claim & { botId: number; chatId: number }, OutgoingNotice>(`
  update notice n set lease_token = gen_random_uuid(), lease_holder = :holder,
    leased_until = now() + make_interval(secs => :leaseS)
  from (
    select w.id from notice w join bot b on b.id = w.bot_id
    where ${isDue} and w.bot_id = :botId and w.chat_id = :chatId and b.state = 'active' and b.quiet_until < now()
    order by w.id limit 1
    for no key update of w skip locked) due
  where n.id = due.id
  returning ${claimed}`)

/** Returns the keys (`id token`) whose leases are still held. */
export const renewSql = statement<{ keys: string[]; leaseS: number }, { key: string }>(`
  update notice n set leased_until = now() + make_interval(secs => :leaseS)
  from (
    select split_part(key, ' ', 1)::bigint as id, split_part(key, ' ', 2)::uuid as token
    from unnest(:keys::text[]) as key) held
  where n.id = held.id and n.lease_token = held.token returning n.id || ' ' || n.lease_token as key`)
