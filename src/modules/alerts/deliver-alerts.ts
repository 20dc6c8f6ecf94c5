import { LockMode, raw } from '@mikro-orm/core'
import { attemptLeaseS, createAttemptLeases } from '../../database/attempt-leases.ts'
import { startOfTime } from '../../database/open-ended.ts'
import type { StartedWork } from '../../lib/started.ts'
import type { Needs } from '../../needs.ts'
import { readMoneyByDay } from '../../orders/statistics/read-money-by-day.ts'
import { chooseMailLanguage } from '../../people/mail/mail-texts.ts'
import { tryMail } from '../../people/mail/try-mail.ts'
import { Membership } from '../../people/membership.ts'
import { User } from '../../people/user.ts'
import { Alert } from './alert.ts'
import { type AlertMessage, type DaySales, writeAlertMessage } from './alert-message.ts'
import { PushSubscription } from './push-subscription.ts'
import { type AlertOutcome, sendPush } from './send-push.ts'

type DeliverNeeds = Needs<
  | 'em'
  | 'sql'
  | 'transaction'
  | 'slowly'
  | 'freshly'
  | 'now'
  | 'calendar'
  | 'log'
  | 'seal'
  | 'outbound'
  | 'mailer'
  | 'config'
>

const leases = createAttemptLeases('alert')
const attemptsMax = 8
const firstDelayS = 5
const delayMaxS = 1_800
/** Alerts older than this are outdated and skipped. */
const lifetimeMs = 86_400_000
const weekDays = 7
const errorMax = 500

/** The condition of the sweep: an alert is due. */
export const dueAlertsSql = "from alert where state = 'pending' and next_at <= :now and leased_until < now()"

/**
 * Claims due alerts and sends each. If a process dies while it sends, its claim expires and the alert is sent again,
 * under the same tag or message id, so that a screen shows it once.
 */
export async function deliverAlerts(app: DeliverNeeds, limit: number): Promise<StartedWork> {
  const claimed = await claimAlerts(app, limit)
  return { work: claimed.map(alert => deliverOne(app, alert)) }
}

/** Skips rows that other processes are claiming. */
function claimAlerts(app: DeliverNeeds, limit: number): Promise<Alert[]> {
  return app.transaction('installation', async ({ em }) => {
    const due = { state: 'pending' as const, nextAt: { $lte: app.now() }, leasedUntil: { $lt: raw<Date>('now()') } }
    const order = { nextAt: 'asc', id: 'asc' } as const
    const claimed = await em.find(Alert, due, { orderBy: order, limit, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE })
    const ids = claimed.map(({ id }) => id)
    const leasedUntil = raw<Date>('now() + make_interval(secs => ?)', [attemptLeaseS])
    await em.nativeUpdate(Alert, { id: ids }, { leasedUntil, attempts: raw<number>('attempts + 1') })
    return claimed
  })
}

async function deliverOne(app: DeliverNeeds, alert: Alert): Promise<void> {
  try {
    await leases.work(app, alert, {
      do: () => sendAlert(app, alert),
      record: outcome => markAlert(app, alert, outcome),
    })
  } catch (error) {
    app.log.error({ err: error, alert: alert.id }, 'an alert could not be sent')
  }
}

async function sendAlert(app: DeliverNeeds, alert: Alert): Promise<AlertOutcome> {
  const { id, channel, data, mode, createdAt } = alert
  const [accountId, userId] = [alert.account.id, alert.user.id]
  if (app.now().getTime() - createdAt.getTime() > lifetimeMs) return { is: 'skipped', error: 'too old' }
  const user = await app.em('shared').findOne(User, { id: userId, isActive: true })
  const isMember = (await app.em({ accountId }).count(Membership, { user: userId })) > 0
  if (!user || !isMember) return { is: 'skipped', error: 'no member of the account any more' }
  const sales = data.what === 'sales_day' ? await readSales(app, { accountId, mode }, data.day) : undefined
  if (sales?.paid === 0) return { is: 'skipped', error: 'nothing was sold' }
  const message = writeAlertMessage(data, { language: user.language, mode, ...(sales ? { sales } : {}) })
  return channel === 'email' ? sendMail(app, user, message, id) : pushTo(app, alert, message)
}

async function readSales(
  app: DeliverNeeds,
  scope: { accountId: number; mode: 'live' | 'test' },
  day: string,
): Promise<DaySales> {
  const days = await readMoneyByDay(app, scope, weekDays, day)
  const { revenue, paid } = days.at(-1)!
  return { revenue, paid, week: days.reduce((sum, one) => sum + one.revenue, 0) }
}

async function pushTo(app: DeliverNeeds, alert: Alert, message: AlertMessage): Promise<AlertOutcome> {
  const em = app.em({ accountId: alert.account.id })
  const subscription = await em.findOne(PushSubscription, { id: alert.subscriptionId! })
  if (!subscription) return { is: 'skipped', error: 'the browser was removed' }
  const outcome = await sendPush(app, subscription, message)
  if (outcome.is === 'gone') await em.nativeDelete(PushSubscription, { id: subscription.id })
  return outcome
}

async function sendMail(app: DeliverNeeds, user: User, message: AlertMessage, id: number): Promise<AlertOutcome> {
  if (!app.mailer) return { is: 'skipped', error: 'the installation has no SMTP server' }
  if (user.email === null || user.emailVerifiedAt === null) return { is: 'skipped', error: 'no confirmed address' }
  const { baseUrl } = app.config
  const place = `${footer[chooseMailLanguage(user)]} ${baseUrl}/dashboard/alerts`
  const text = `${message.title}\n${message.body}\n\n${baseUrl}${message.path}\n\n${place}\n`
  const messageId = `<alert-${id}@${new URL(baseUrl).hostname}>`
  return tryMail(app.mailer, { to: user.email, subject: `${message.title}: ${message.body}`, text, messageId })
}

const footer = { id: 'Atur kabar yang kamu terima:', en: 'Choose which alerts you get:' }

async function markAlert(app: DeliverNeeds, { id, attempts: before }: Alert, outcome: AlertOutcome): Promise<void> {
  const now = app.now()
  const attempts = before + 1
  const isOver = outcome.is !== 'again' || attempts >= attemptsMax
  const error = 'error' in outcome ? outcome.error.slice(0, errorMax) : null
  const state = outcome.is === 'again' ? 'failed' : outcome.is === 'gone' ? 'skipped' : outcome.is
  const change = isOver
    ? { state, endedAt: now, lastError: outcome.is === 'gone' ? 'the browser takes no more' : error }
    : { nextAt: retryAt(now, attempts, outcome), lastError: error, leasedUntil: startOfTime }
  await app.em('installation').nativeUpdate(Alert, { id, attempts, state: 'pending' }, change)
  if (error !== null) app.log.warn({ alert: id, attempts, outcome: outcome.is, error }, 'an alert was not sent')
}

function retryAt(now: Date, attempts: number, { afterS = 0 }: { afterS?: number }): Date {
  const delayS = Math.min(delayMaxS, Math.max(afterS, firstDelayS * 3 ** (attempts - 1)))
  return new Date(now.getTime() + delayS * 1000)
}
