import { raw } from '@mikro-orm/core'
import { toInstances } from '../database/columns.ts'
import { insistOnRecord } from '../database/insist-on-record.ts'
import { startOfTime } from '../database/open-ended.ts'
import { leaseHolder, whileClaiming, whileHeld } from '../lib/holder.ts'
import { createKeeperPerDatabase, createLeaseKeeper } from '../lib/lease-keeper.ts'
import type { StartedWork } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { Bot } from './bot.ts'
import { claimNextSql, claimSql, renewSql } from './deliver-notices-sql.ts'
import type { Messenger, NoticeOutcome, OutgoingNotice, SentMessage } from './messenger.ts'
import { Notice } from './notice.ts'
import { waitForPace } from './pace.ts'
import { markUnreachable } from './unreachable.ts'

type DeliverNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'log' | 'wake'> & { messenger: Messenger }

type ClaimedNotice = Readonly<Notice> & OutgoingNotice

// Short and renewed, so that a notice whose process was killed does not wait long.
const leaseS = 15
const renewEveryMs = 5_000
// Longer than the lease, because nothing else knows that the message was sent.
const giveUpMarkingAfterS = 60
const perBotMax = 8
const perChatMax = 20
const giveUpAfterS = 3 * 86_400
const delayMaxS = 60

/**
 * Claims due notices and sends them. Those of one chat are sent in order, at most eight at a time for a bot, and none
 * for a bot that Telegram throttles. A send with an unknown outcome is repeated, so a message may arrive twice but is
 * never lost. Runs on the hints `notices` and `payments` (a code that a customer waits for).
 */
export async function deliverNotices(app: DeliverNeeds, limit: number): Promise<StartedWork> {
  const values = { now: app.now(), leaseS, holder: leaseHolder, limit, perBot: perBotMax }
  const claimed = toInstances(Notice, await app.sql.query(claimSql, values))
  return { work: claimed.map(notice => deliverChat(app, notice)) }
}

// The next message in the same chat is sent immediately, not with the next sweep: the receipt right after the goods.
async function deliverChat(app: DeliverNeeds, first: ClaimedNotice): Promise<void> {
  try {
    let goesOn = await whileHeld([first.leaseToken], () => deliverOne(app, first))
    for (let sent = 1; goesOn && sent < perChatMax; sent++) {
      const next = await whileClaiming(() => startNext(app, first))
      goesOn = (await next?.work) ?? false
    }
  } catch (error) {
    // The lease is freed, because nothing holds it, and the notice is claimed again.
    app.log.error({ err: error, notice: first.id, kind: first.kind }, 'a notice could not be worked on')
  }
}

async function startNext(
  app: DeliverNeeds,
  { botId, chatId }: ClaimedNotice,
): Promise<{ work: Promise<boolean> } | null> {
  const rows = await app.sql.query(claimNextSql, { now: app.now(), leaseS, holder: leaseHolder, botId, chatId })
  const [next] = toInstances(Notice, rows)
  return next ? { work: whileHeld([next.leaseToken], () => deliverOne(app, next)) } : null
}

const keeperFor = createKeeperPerDatabase(({ sql, log }: DeliverNeeds) =>
  createLeaseKeeper({
    everyMs: renewEveryMs,
    renew: async keys => (await sql.query(renewSql, { keys, leaseS })).map(row => row.key),
    log,
    failure: 'the leases of notices could not be renewed',
  }),
)

/** Returns whether the next notice of its chat may follow. */
async function deliverOne(app: DeliverNeeds, notice: ClaimedNotice): Promise<boolean> {
  const lease = keeperFor(app).hold(`${notice.id} ${notice.leaseToken}`)
  let outcome: NoticeOutcome
  try {
    await waitForPace(notice.botId, notice.chatId)
    outcome = await app.messenger.deliver(notice)
  } finally {
    lease.release()
  }
  await insistOnRecord(giveUpMarkingAfterS, () => markNotice(app, notice, outcome))
  return outcome.is === 'sent' || outcome.is === 'skipped' || outcome.is === 'refused'
}

async function markNotice(app: DeliverNeeds, notice: ClaimedNotice, outcome: NoticeOutcome): Promise<void> {
  const now = app.now()
  const fields = { notice: notice.id, kind: notice.kind, bot: notice.botId, outcome: outcome.is }
  switch (outcome.is) {
    case 'sent':
      await endNotice(app, notice, { state: 'sent', at: now, message: outcome.message })
      app.log.info(fields, 'notice sent')
      break
    case 'skipped':
      await endNotice(app, notice, { state: 'skipped', at: now, error: outcome.why })
      app.log.info({ ...fields, why: outcome.why }, 'notice skipped')
      break
    case 'waiting':
      await rescheduleNotice(app, notice, {
        attempts: notice.attempts,
        at: addSeconds(now, outcome.forS),
        isWaiting: true,
        error: null,
      })
      break
    case 'limited':
      // By the database's clock, because these are real seconds: business time may pause or jump.
      await app
        .em('installation')
        .nativeUpdate(
          Bot,
          { id: notice.botId },
          { quietUntil: raw<Date>('greatest(quiet_until, now() + make_interval(secs => ?))', [outcome.retryAfterS]) },
        )
      await rescheduleNotice(app, notice, {
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
    case 'interrupted':
      await rescheduleNotice(app, notice, {
        attempts: notice.attempts,
        at: now,
        isWaiting: false,
        error: outcome.error,
      })
      break
    case 'refused':
      await endNotice(app, notice, { state: 'failed', at: now, error: outcome.error })
      app.log.error({ ...fields, error: outcome.error }, 'notice refused for good')
      break
    case 'unknown':
      await retryNotice(app, notice, outcome.error, now)
      app.log.warn({ ...fields, error: outcome.error, attempt: notice.attempts + 1 }, 'notice not sent yet')
      break
  }
}

async function retryNotice(app: DeliverNeeds, notice: ClaimedNotice, error: string, now: Date): Promise<void> {
  if (now.getTime() - notice.createdAt.getTime() > giveUpAfterS * 1000) {
    await endNotice(app, notice, { state: 'failed', at: now, error })
  } else {
    const delayS = Math.min(delayMaxS, 2 ** Math.min(notice.attempts, 10)) * (0.8 + Math.random() * 0.4)
    await rescheduleNotice(app, notice, {
      attempts: notice.attempts + 1,
      at: addSeconds(now, delayS),
      isWaiting: false,
      error,
    })
  }
}

async function endNotice(
  app: DeliverNeeds,
  notice: ClaimedNotice,
  how: { state: 'sent' | 'skipped' | 'failed'; at: Date; message?: SentMessage; error?: string },
): Promise<void> {
  const { state, at, message, error = null } = how
  await writeNotice(app, notice, {
    state,
    endedAt: at,
    messageId: message?.messageId ?? null,
    messageForm: message?.form ?? null,
    lastError: error,
    attempts: raw<number>('attempts + 1'),
  })
}

async function rescheduleNotice(
  app: DeliverNeeds,
  notice: ClaimedNotice,
  next: { attempts: number; at: Date; isWaiting: boolean; error: string | null },
): Promise<void> {
  const { attempts, at, isWaiting, error } = next
  await writeNotice(app, notice, { attempts, nextAt: at, isWaiting, lastError: error })
}

/** Updates a leased notice and releases the lease; writes nothing if the lease was lost. */
async function writeNotice(app: DeliverNeeds, { id, leaseToken }: ClaimedNotice, change: object): Promise<void> {
  const freed = { ...change, leaseToken: null, leasedUntil: startOfTime }
  await app.em('installation').nativeUpdate(Notice, { id, leaseToken, state: 'pending' }, freed)
}

function addSeconds(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
