import { LockMode, raw } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { attemptLeaseS, createAttemptLeases } from '../../database/attempt-leases.ts'
import { startOfTime } from '../../database/open-ended.ts'
import type { StartedWork } from '../../lib/started.ts'
import type { Needs } from '../../needs.ts'
import { findOrderOfPayment } from '../../orders/find-order.ts'
import { Payment } from '../../payments/payment.ts'
import { paymentUrl } from '../../payments/payment-url.ts'
import { type MailOutcome, tryMail } from '../../people/mail/try-mail.ts'
import { writeMailMessage } from './mail-message.ts'
import { CustomerMail, MailWish } from './mail-wish.ts'
import { isMailStopped, makeStopUrl } from './stop-mail.ts'

type DeliverNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'log' | 'seal' | 'mailer' | 'config'>
type Outcome = MailOutcome | { is: 'skipped'; error: string }

const leases = createAttemptLeases('customer_mail')
const attemptsMax = 8
const firstDelayS = 5
const delayMaxS = 1_800
/** News older than this is outdated and skipped. */
const lifetimeMs = 86_400_000
const errorMax = 500

/** The condition of the sweep: an e-mail is due. */
export const dueMailsSql = "from customer_mail where state = 'pending' and next_at <= :now and leased_until < now()"

/**
 * Claims due e-mails and sends each. If a process dies while it sends, its claim expires, and the e-mail is sent again
 * under the same message id.
 */
export async function deliverMails(app: DeliverNeeds, limit: number): Promise<StartedWork> {
  const claimed = await claimMails(app, limit)
  return { work: claimed.map(mail => deliverOne(app, mail)) }
}

const isFirst = (alias: string) => `not exists (select from customer_mail earlier
  where earlier.subject = ${alias}.subject and earlier.state = 'pending' and earlier.id < ${alias}.id)`

/**
 * Skips rows that other processes are claiming. An e-mail waits for the previous ones about the same order, so that
 * they arrive in order.
 */
function claimMails(app: DeliverNeeds, limit: number): Promise<CustomerMail[]> {
  return app.transaction('installation', async ({ em }) => {
    const isDue = { nextAt: { $lte: app.now() }, leasedUntil: { $lt: raw<Date>('now()') } }
    const due = { state: 'pending' as const, ...isDue, [raw(isFirst)]: true }
    const order = { nextAt: 'asc', id: 'asc' } as const
    const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE
    const claimed = await em.find(CustomerMail, due, { orderBy: order, limit, lockMode })
    const leasedUntil = raw<Date>('now() + make_interval(secs => ?)', [attemptLeaseS])
    const claims = { leasedUntil, attempts: raw<number>('attempts + 1') }
    await em.nativeUpdate(CustomerMail, { id: claimed.map(({ id }) => id) }, claims)
    return claimed
  })
}

async function deliverOne(app: DeliverNeeds, mail: CustomerMail): Promise<void> {
  try {
    await leases.work(app, mail, {
      do: () => deliverMail(app, mail),
      record: outcome => markMail(app, mail, outcome),
    })
  } catch (error) {
    app.log.error({ err: error, customer_mail: mail.id }, 'an e-mail to a customer could not be sent')
  }
}

async function deliverMail(
  app: DeliverNeeds,
  { id, account, mode, subject, step, amount, createdAt }: CustomerMail,
): Promise<Outcome> {
  const accountId = account.id
  if (app.now().getTime() - createdAt.getTime() > lifetimeMs) return { is: 'skipped', error: 'too old' }
  const em = app.em({ accountId, mode })
  const wish = await em.findOne(MailWish, { subject })
  if (!wish) return { is: 'skipped', error: 'the address was deleted' }
  const { email, invoiceId, language } = wish
  if (!app.mailer) return { is: 'skipped', error: 'the installation has no SMTP server' }
  if (await isMailStopped(app, { accountId, email })) return { is: 'skipped', error: 'the receiver wants no e-mail' }
  const { displayName: shop } = await em.findOneOrFail(Account, accountId)
  const payment = await em.findOneOrFail(Payment, { invoiceId })
  const order = await findOrderOfPayment(app, { accountId, invoiceId })
  const unsubscribeUrl = makeStopUrl(app, { accountId, email })
  const url = paymentUrl(app.config, invoiceId)
  const message = writeMailMessage({ step, language, shop, payment, order, amount, url, unsubscribeUrl })
  const messageId = `<customer-mail-${id}@${new URL(app.config.baseUrl).hostname}>`
  return tryMail(app.mailer, { to: email, ...message, messageId, unsubscribeUrl })
}

async function markMail(app: DeliverNeeds, { id, attempts: before }: CustomerMail, outcome: Outcome): Promise<void> {
  const now = app.now()
  const attempts = before + 1
  const error = 'error' in outcome ? outcome.error.slice(0, errorMax) : null
  const isOver = outcome.is !== 'again' || attempts >= attemptsMax
  const delayS = Math.min(delayMaxS, firstDelayS * 3 ** (attempts - 1))
  const change = isOver
    ? { state: outcome.is === 'again' ? ('failed' as const) : outcome.is, endedAt: now, lastError: error }
    : { nextAt: new Date(now.getTime() + delayS * 1000), lastError: error, leasedUntil: startOfTime }
  await app.em('installation').nativeUpdate(CustomerMail, { id, attempts, state: 'pending' }, change)
  if (error !== null)
    app.log.warn({ customer_mail: id, attempts, outcome: outcome.is, error }, 'an e-mail was not sent')
}
