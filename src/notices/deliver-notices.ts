import { holder } from '../lib/holder.ts'
import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import type { Messenger, NoticeOutcome, OutgoingNotice, SentMessage } from './messenger.ts'
import { takePace } from './pace.ts'
import { markUnreachable } from './unreachable.ts'

type DeliverNeeds = Needs<'sql' | 'transaction' | 'now' | 'log' | 'wake'> & { messenger: Messenger }

interface ClaimedNotice extends OutgoingNotice {
  attempts: number
  createdAt: Date
  token: string
}

// Short and renewed, so that a notice whose process was killed does not wait long.
const leaseS = 15
const renewEveryMs = 5_000
const perBotMax = 8
const perChatMax = 20
const giveUpAfterS = 3 * 86_400
const delayMaxS = 60

/**
 * Claims notices that are due and sends each: one chat's in their order, no more than eight at once for a bot, none for a
 * bot that Telegram asked to be quiet. An outcome that nobody knows is tried again, so a message may come twice and none
 * gets lost. Runs on the hints `notices` and `payments` (a code that somebody waits for).
 */
export async function deliverNotices(app: DeliverNeeds, limit: number): Promise<Started> {
  const claimed = await app.sql.query<ClaimedNotice>(claimSql, [app.now(), leaseS, limit, perBotMax, holder])
  return { work: claimed.map(notice => deliverChat(app, notice)) }
}

// First of its chat, and its message to edit known; what waits for something of its own holds up nobody.
const isDue = `
  w.state = 'pending' and w.next_at <= $1 and w.leased_until < now()
  and not exists (
    select 1 from notice e where e.bot_id = w.bot_id and e.chat_id = w.chat_id and e.state = 'pending' and not e.is_waiting and e.id < w.id)
  and not exists (select 1 from notice t where t.dedupe_key = w.edits and t.state = 'pending')`

const claimed = `
  n.id, n.bot_id as "botId", n.chat_id as "chatId", n.account_id as "accountId", n.kind, n.data, n.attempts,
  n.created_at as "createdAt", n.lease_token as token, (
    select json_build_object('messageId', t.message_id, 'form', t.message_form) from notice t
    where t.dedupe_key = n.edits and t.state = 'sent') as edits`

const claimSql = `
  update notice n set lease_token = gen_random_uuid(), lease_holder = $5, leased_until = now() + make_interval(secs => $2)
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
    where ranked.place + ranked.under_way <= $4 and w.state = 'pending' and w.leased_until < now()
    order by w.next_at, w.id limit $3
    for update of w skip locked) due
  where n.id = due.id
  returning ${claimed}`

const claimNextSql = `
  update notice n set lease_token = gen_random_uuid(), lease_holder = $5, leased_until = now() + make_interval(secs => $2)
  from (
    select w.id from notice w join bot b on b.id = w.bot_id
    where ${isDue} and w.bot_id = $3 and w.chat_id = $4 and b.state = 'active' and b.quiet_until < now()
    order by w.id limit 1
    for update of w skip locked) due
  where n.id = due.id
  returning ${claimed}`

// What follows in the same chat goes out at once, not with the next sweep: the receipt right behind the goods.
async function deliverChat(app: DeliverNeeds, first: ClaimedNotice): Promise<void> {
  try {
    let notice: ClaimedNotice | undefined = first
    for (let sent = 0; notice && sent < perChatMax; sent++) {
      if (!(await deliverOne(app, notice))) break
      const next: ClaimedNotice[] = await app.sql.query<ClaimedNotice>(claimNextSql, [
        app.now(),
        leaseS,
        first.botId,
        first.chatId,
        holder,
      ])
      notice = next[0]
    }
  } catch (error) {
    // The lease runs out by itself and the notice is claimed again.
    app.log.error({ err: error, notice: first.id, kind: first.kind }, 'a notice could not be worked on')
  }
}

/** Whether the next one of its chat may follow. */
async function deliverOne(app: DeliverNeeds, notice: ClaimedNotice): Promise<boolean> {
  const renewing = setInterval(() => void renew(app, notice), renewEveryMs).unref()
  let outcome: NoticeOutcome
  try {
    await takePace(notice.botId, notice.chatId)
    outcome = await app.messenger.deliver(notice)
  } finally {
    clearInterval(renewing)
  }
  await mark(app, notice, outcome)
  return outcome.is === 'sent' || outcome.is === 'skipped' || outcome.is === 'refused'
}

async function renew(app: DeliverNeeds, notice: ClaimedNotice): Promise<void> {
  try {
    await app.sql.write(
      'update notice set leased_until = now() + make_interval(secs => $3) where id = $1 and lease_token = $2',
      [notice.id, notice.token, leaseS],
    )
  } catch (error) {
    app.log.warn({ err: error, notice: notice.id }, 'the lease of a notice could not be renewed')
  }
}

async function mark(app: DeliverNeeds, notice: ClaimedNotice, outcome: NoticeOutcome): Promise<void> {
  const now = app.now()
  const fields = { notice: notice.id, kind: notice.kind, bot: notice.botId, outcome: outcome.is }
  switch (outcome.is) {
    case 'sent':
      await end(app, notice, 'sent', now, { message: outcome.message })
      app.log.info(fields, 'notice sent')
      break
    case 'skipped':
      await end(app, notice, 'skipped', now, { error: outcome.why })
      app.log.info({ ...fields, why: outcome.why }, 'notice skipped')
      break
    case 'waiting':
      await again(app, notice, {
        attempts: notice.attempts,
        at: later(now, outcome.forS),
        isWaiting: true,
        error: null,
      })
      break
    case 'limited':
      // Real seconds, so the database's clock: business time may stand or leap.
      await app.sql.write(
        `update bot set quiet_until = greatest(quiet_until, now() + make_interval(secs => $2)) where id = $1`,
        [notice.botId, outcome.retryAfterS],
      )
      await again(app, notice, {
        attempts: notice.attempts,
        at: now,
        isWaiting: false,
        error: `429, retry after ${outcome.retryAfterS} s`,
      })
      app.log.warn({ ...fields, retry_after_s: outcome.retryAfterS }, 'Telegram asks a bot to be quiet')
      break
    case 'blocked':
      await markUnreachable(app, notice, outcome.error)
      app.log.info(fields, 'notice not sent: the person cannot be reached')
      break
    case 'revoked':
      await again(app, notice, { attempts: notice.attempts, at: now, isWaiting: false, error: outcome.error })
      break
    case 'refused':
      await end(app, notice, 'failed', now, { error: outcome.error })
      app.log.error({ ...fields, error: outcome.error }, 'notice refused for good')
      break
    case 'unknown':
      await retry(app, notice, outcome.error, now)
      app.log.warn({ ...fields, error: outcome.error, attempt: notice.attempts + 1 }, 'notice not sent yet')
      break
  }
}

async function retry(app: DeliverNeeds, notice: ClaimedNotice, error: string, now: Date): Promise<void> {
  if (now.getTime() - notice.createdAt.getTime() > giveUpAfterS * 1000) {
    await end(app, notice, 'failed', now, { error })
  } else {
    const delayS = Math.min(delayMaxS, 2 ** Math.min(notice.attempts, 10)) * (0.8 + Math.random() * 0.4)
    await again(app, notice, { attempts: notice.attempts + 1, at: later(now, delayS), isWaiting: false, error })
  }
}

async function end(
  app: DeliverNeeds,
  notice: ClaimedNotice,
  state: 'sent' | 'skipped' | 'failed',
  now: Date,
  details: { message?: SentMessage; error?: string },
): Promise<void> {
  await app.sql.write(
    `update notice set state = $3, ended_at = $4, message_id = $5, message_form = $6, last_error = $7, attempts = attempts + 1,
       lease_token = null, leased_until = '-infinity'
     where id = $1 and lease_token = $2 and state = 'pending'`,
    [
      notice.id,
      notice.token,
      state,
      now,
      details.message?.messageId ?? null,
      details.message?.form ?? null,
      details.error ?? null,
    ],
  )
}

async function again(
  app: DeliverNeeds,
  notice: ClaimedNotice,
  next: { attempts: number; at: Date; isWaiting: boolean; error: string | null },
): Promise<void> {
  await app.sql.write(
    `update notice set attempts = $3, next_at = $4, is_waiting = $5, last_error = $6, lease_token = null, leased_until = '-infinity'
     where id = $1 and lease_token = $2 and state = 'pending'`,
    [notice.id, notice.token, next.attempts, next.at, next.isWaiting, next.error],
  )
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
