import { hash } from 'node:crypto'
import { takeAttempt } from '../../accounts/take-attempt.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { findOrderOfPayment } from '../../orders/find-order.ts'
import { Payment } from '../../payments/payment.ts'
import { readEmail } from '../../people/user.ts'
import { type MailStep, MailWish } from './mail-wish.ts'
import { planMails } from './plan-mails.ts'

const perAddress = { max: 20, windowS: 3600 }
const perReceiver = { max: 5, windowS: 3600 }

/** The first e-mail by the payment's status; an ended payment has none, because it would ask for money. */
const firstSteps: Partial<Record<Payment['status'], MailStep>> = { pending: 'received', paid: 'paid' }

interface TypedWish {
  invoiceId: string
  email: string
  language: 'id' | 'en'
  /** The browser's network address, by which wishes are counted. */
  address: string
}

/**
 * Stores the address to which a customer wants news about their order or payment, and plans the first e-mail. That
 * e-mail confirms that it was received or paid; a payment that ended without money has none. A new address replaces the
 * old one. Returns the address. Refuses `invalid_request`, `not_found`, `unavailable` without an SMTP server, and
 * `rate_limited` beyond five wishes an hour for one receiver.
 */
export async function storeMailWish(
  app: Needs<'em' | 'transaction' | 'now' | 'mailer'>,
  { invoiceId, email: typed, language, address }: TypedWish,
): Promise<string> {
  if (!app.mailer) throw new Refusal('unavailable', 'The installation has no SMTP server')
  const payment = await findWishedPayment(app, invoiceId)
  const email = readEmail(typed)
  if (email === null) throw refuseField('email', 'is required', 'missing')
  await takeAttempt(app, { key: `customer mail address ${address}`, ...perAddress })
  await takeAttempt(app, { key: `customer mail to ${hash('sha256', email, 'base64url')}`, ...perReceiver })
  const { accountId, mode } = payment
  const order = await findOrderOfPayment(app, { accountId, invoiceId })
  const subject = order?.orderNumber ?? invoiceId
  const createdAt = app.now()
  await app.transaction({ accountId, mode }, async tx => {
    await tx.em.upsert(MailWish, { subject, account: accountId, mode, email, invoiceId, language, createdAt })
    const step = firstSteps[payment.status]
    if (step) await planMails(tx, [{ cause: `wish ${hash('sha256', email, 'base64url')}`, subject, step, createdAt }])
  })
  return email
}

/** Returns the payment of an invoice id, which grants access to its page. Refuses `not_found`. */
export async function findWishedPayment(app: Needs<'em'>, invoiceId: string): Promise<Payment> {
  const payment = await app.em('installation').findOne(Payment, { invoiceId })
  if (!payment) throw notFound('payment')
  return payment
}
