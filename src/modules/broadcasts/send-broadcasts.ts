import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { leaseHolder, whileHeld } from '../../lib/holder.ts'
import type { StartedWork } from '../../lib/started.ts'
import type { Needs } from '../../needs.ts'
import type { Messenger, NoticeOutcome } from '../../notices/messenger.ts'
import { planNotices } from '../../notices/plan-notices.ts'
import { markUnreachable } from '../../notices/unreachable.ts'
import { Broadcast } from './broadcast.ts'
import { BroadcastRecipient, type recipientStates } from './broadcast-recipient.ts'
import { makeBroadcastReport } from './report-broadcast.ts'

type SendNeeds = Needs<'em' | 'transaction' | 'now' | 'log' | 'wake'> & { messenger: Messenger }
type State = (typeof recipientStates)[number]

/** Below Telegram's bulk limit of 30 per second, which leaves capacity for receipts. */
const perSecondMax = 25
const atOnceMax = 5
const secondMs = 1_000
/** A process that works longer than this on a second of a broadcast counts as dead. */
const leaseMs = 30_000
const reportEveryMs = 5_000

/**
 * Sends the next second of every running broadcast, separately from `deliverNotices`, so that no receipt waits for it.
 * One process works on a broadcast at a time; if it dies, another continues within seconds (`startHeartbeat`). Each
 * chat is marked before its message is sent, so none gets it twice, whatever fails in between.
 */
export async function sendBroadcasts(app: SendNeeds, limit: number): Promise<StartedWork> {
  const now = app.now()
  const em = app.em('installation')
  const due = await em.find(
    Broadcast,
    { state: 'sending', nextAt: { $lte: now } },
    { orderBy: { nextAt: 'asc' }, limit },
  )
  const work: Promise<void>[] = []
  for (const broadcast of due) {
    const until = new Date(now.getTime() + leaseMs)
    const mine = { id: broadcast.id, state: 'sending' as const, nextAt: broadcast.nextAt }
    const leaseToken = randomUUID()
    const lease = { nextAt: until, leaseToken, leaseHolder: leaseHolder }
    if ((await em.nativeUpdate(Broadcast, mine, lease)) === 1)
      work.push(whileHeld([leaseToken], () => sendSecond(app, broadcast, until)))
  }
  return { work }
}

const scopeOf = ({ account }: Broadcast) => ({ accountId: account.id })

async function sendSecond(app: SendNeeds, broadcast: Broadcast, until: Date): Promise<void> {
  const begunAt = until.getTime() - leaseMs
  try {
    if (broadcast.nextAt.getTime() !== broadcast.startedAt?.getTime()) await giveUpLost(app, broadcast)
    let waitS = 0
    let isEmpty = false
    for (let sent = 0; sent < perSecondMax && waitS === 0 && !isEmpty; sent += atOnceMax) {
      const chats = await takeChats(app, broadcast, until)
      isEmpty = chats.length === 0
      waitS = await sendAll(app, broadcast, chats)
    }
    await reportProgress(app, broadcast, isEmpty)
    const nextAt = new Date(begunAt + Math.max(secondMs, waitS * 1000))
    const ended = { nextAt, leaseToken: null, leaseHolder: null }
    await app.em(scopeOf(broadcast)).nativeUpdate(Broadcast, { id: broadcast.id, nextAt: until }, ended)
  } catch (error) {
    // The heartbeat frees the lease; then the next second begins.
    app.log.error({ err: error, broadcast: broadcast.id }, 'a second of a broadcast could not be sent')
  }
}

// Only this process works on it, so rows still marked as taken belong to a dead process.
async function giveUpLost(app: SendNeeds, broadcast: Broadcast): Promise<void> {
  const lost = { broadcast: broadcast.id, state: 'taken' as const }
  await app.em(scopeOf(broadcast)).nativeUpdate(BroadcastRecipient, lost, { state: 'unsure' })
}

async function takeChats(app: SendNeeds, broadcast: Broadcast, until: Date): Promise<number[]> {
  const { id } = broadcast
  return app.transaction(scopeOf(broadcast), async ({ em }) => {
    // Stopped in the meantime, or taken over by another process.
    const mine = await em.findOne(
      Broadcast,
      { id, state: 'sending', nextAt: until },
      { lockMode: LockMode.PESSIMISTIC_READ },
    )
    if (!mine) return []
    const wanted = { broadcast: id, state: 'pending' as const }
    const next = await em.find(BroadcastRecipient, wanted, { orderBy: { chatId: 'asc' }, limit: atOnceMax })
    const chats = next.map(({ chatId }) => chatId)
    await em.nativeUpdate(BroadcastRecipient, { ...wanted, chatId: chats }, { state: 'taken' })
    return chats
  })
}

/** Sends messages. Returns the seconds for which Telegram asks this bot to pause; 0 for none. */
async function sendAll(app: SendNeeds, broadcast: Broadcast, chats: number[]): Promise<number> {
  const outcomes = await Promise.all(chats.map(chatId => sendOne(app, broadcast, chatId)))
  const byState = Map.groupBy(chats, (_, at) => stateAfter(outcomes[at]!))
  for (const [state, those] of byState) {
    const taken = { broadcast: broadcast.id, chatId: those, state: 'taken' as const }
    await app.em(scopeOf(broadcast)).nativeUpdate(BroadcastRecipient, taken, { state })
  }
  return Math.max(0, ...outcomes.map(outcome => (outcome.is === 'limited' ? outcome.retryAfterS : 0)))
}

async function sendOne(app: SendNeeds, broadcast: Broadcast, chatId: number): Promise<NoticeOutcome> {
  const botId = broadcast.bot.id
  const accountId = broadcast.account.id
  const data = { broadcastId: broadcast.id }
  const outcome = await app.messenger.deliver({
    id: 0,
    botId,
    chatId,
    accountId,
    data,
    kind: 'customer.broadcast',
    edited: null,
  })
  if (outcome.is === 'blocked') await markUnreachable(app, { botId, chatId, accountId }, outcome.error)
  return outcome
}

function stateAfter(outcome: NoticeOutcome): State {
  switch (outcome.is) {
    case 'sent':
      return 'sent'
    case 'blocked':
      return 'blocked'
    case 'unknown':
    case 'interrupted':
      return 'unsure'
    // Rejected before it was sent, so it can be sent later.
    case 'limited':
      return 'pending'
    default:
      return 'failed'
  }
}

async function reportProgress(app: SendNeeds, broadcast: Broadcast, isEmpty: boolean): Promise<void> {
  const now = app.now()
  const isDue = now.getTime() - (broadcast.reportedAt ?? broadcast.startedAt!).getTime() >= reportEveryMs
  if (!isEmpty && !isDue) return
  await app.transaction(scopeOf(broadcast), async tx => {
    const sending = { id: broadcast.id, state: 'sending' as const }
    const left = await tx.em.count(BroadcastRecipient, { broadcast: broadcast.id, state: 'pending' })
    const change = left === 0 ? { state: 'done' as const, endedAt: now, reportedAt: now } : { reportedAt: now }
    if ((await tx.em.nativeUpdate(Broadcast, sending, change)) === 0) return
    await planNotices(tx, now, await makeBroadcastReport(tx, broadcast, left === 0 ? 'end' : now.getTime()))
  })
}
