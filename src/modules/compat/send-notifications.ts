import { type Loaded, LockMode, raw } from '@mikro-orm/core'
import { checkCallbackAddress } from '../../callbacks/callback-address.ts'
import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { midtransKinds } from './compat-charge.ts'
import { CompatKey, compatKeyContext, makeCallbackToken } from './compat-key.ts'
import { CompatNotification } from './compat-notification.ts'
import { signMidtrans } from './midtrans-view.ts'

/** The condition of the sweep: a notification is due. */
export const dueNotificationsSql = "from compat_notification where state = 'pending' and next_at <= :now"

type SendNeeds = Needs<'em' | 'transaction' | 'now' | 'seal' | 'outbound' | 'config' | 'log'>

const accountsMax = 20
// One account's receivers may hang, and a batch lasts as long as its slowest.
const perAccountMax = 5
const timeoutMs = 15_000
const responseBytesMax = 65_536
const minuteS = 60
// Combines the retries of Midtrans and Xendit: after 2, 10, 30, 90 and 210 minutes, then 6 and 12 hours.
const pausesS = [minuteS, 2, 10, 30, 90, 210, 360, 720].map((pause, index) => (index === 0 ? pause : pause * minuteS))

/**
 * Sends due notifications, and each again after a pause until its receiver answers 2xx. If its process dies, a
 * notification is sent again with the same id.
 */
export async function sendNotifications(app: SendNeeds): Promise<number> {
  const due = await claimDue(app)
  await Promise.all(due.map(notification => sendOne(app, notification)))
  return due.length
}

type Claimed = Loaded<CompatNotification, 'charge'>

interface Due {
  state: 'pending'
  nextAt: { $lte: Date }
}

/** Returns due notifications after postponing them, so that no other process sends them concurrently. */
function claimDue(app: SendNeeds): Promise<Claimed[]> {
  const now = app.now()
  const isDue: Due = { state: 'pending', nextAt: { $lte: now } }
  return app.transaction('installation', async ({ em }) => {
    const due: Claimed[] = []
    for (const account of await accountsWaiting(em, isDue)) {
      const ofAccount = await em.find(
        CompatNotification,
        { ...isDue, account },
        {
          orderBy: { nextAt: 'asc', id: 'asc' },
          limit: perAccountMax,
          lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
          populate: ['charge'],
        },
      )
      due.push(...ofAccount)
    }
    for (const notification of due) {
      const pauseS = pausesS[Math.min(notification.attempts, pausesS.length - 1)]!
      notification.nextAt = new Date(now.getTime() + pauseS * 1000)
    }
    await em.flush()
    return due
  })
}

/** Returns accounts with due notifications in random order, so that one with slow receivers does not delay others. */
async function accountsWaiting(em: Tx['em'], isDue: Due): Promise<number[]> {
  const rows = await em
    .qb(CompatNotification)
    .select('account')
    .where(isDue)
    .groupBy('account')
    .orderBy({ [raw('random()')]: 'asc' })
    .limit(accountsMax)
    .execute<{ account: number }[]>()
  return rows.map(({ account }) => Number(account))
}

async function sendOne(app: SendNeeds, notification: Claimed): Promise<void> {
  const { status, error, isFinal } = await postNotification(app, notification)
  const isDelivered = status !== null && status >= 200 && status < 300
  const attempts = notification.attempts + 1
  const isOver = isFinal || status === 410 || attempts > pausesS.length
  await app.em('installation').nativeUpdate(
    CompatNotification,
    { id: notification.id, state: 'pending', attempts: notification.attempts },
    {
      attempts,
      lastStatus: status,
      lastError: error?.slice(0, 500) ?? null,
      ...(isDelivered ? { state: 'delivered' } : isOver ? { state: 'failed' } : {}),
    },
  )
}

interface Sent {
  status: number | null
  error: string | null
  isFinal?: boolean
}

async function postNotification(app: SendNeeds, notification: Claimed): Promise<Sent> {
  const { url, body, eventId } = notification
  const charge = notification.charge
  const key = await signingKey(app, notification)
  if (key === null) return { status: null, error: 'every key that could sign it is revoked', isFinal: true }
  const isMidtrans = midtransKinds.includes(charge.kind)
  const text = JSON.stringify(isMidtrans ? signMidtrans(body, key) : body)
  const token = isMidtrans ? {} : { 'x-callback-token': makeCallbackToken(key), 'webhook-id': eventId }
  try {
    const refusesPeer = checkCallbackAddress(app, 'url', url)
    const answer = await app.outbound.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...token },
      body: text,
      timeoutMs,
      responseBytesMax,
      cut: true,
      keep: true,
      refusesPeer,
    })
    return { status: answer.status, error: answer.status < 300 ? null : `the receiver answered ${answer.status}` }
  } catch (error) {
    return { status: null, error: (error as Error).message, isFinal: error instanceof Refusal }
  }
}

/**
 * Returns the key that created the charge or, if it was revoked, the newest valid one; null without any.
 * Xendit's token is the same in every notification, so only a key that has this address itself may be used.
 */
async function signingKey(app: SendNeeds, { charge, url }: Claimed): Promise<string | null> {
  const { accountId, mode, key, kind } = charge
  const live = await app
    .em({ accountId, mode })
    .find(CompatKey, { revokedAt: null }, { orderBy: { createdAt: 'desc', id: 'asc' } })
  const lending = midtransKinds.includes(kind) ? live : live.filter(({ notifyUrl }) => notifyUrl === url)
  const signing = live.find(({ id }) => id === key.id) ?? lending[0]
  return signing ? app.seal.open(signing.sealed, compatKeyContext(signing.id)) : null
}
