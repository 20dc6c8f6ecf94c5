import type { Loaded } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { Charge } from '../../payments/charge.ts'
import { CompatCharge, hasNoCode, midtransKinds } from './compat-charge.ts'
import { CompatNotification } from './compat-notification.ts'
import { midtransView } from './midtrans-view.ts'
import { makeXenditNotification } from './xendit-view.ts'

type PaidCharge = Loaded<CompatCharge, 'payment'>

const all = { filters: { caller: false } }

/**
 * Stores a notification for each address of a payment that was created by another gateway's SDK, in the transaction of
 * the event. It reports the state after the event.
 */
export async function planNotifications(tx: Tx, events: Event[]): Promise<void> {
  const charges = await findCharges(tx, events)
  for (const event of events) {
    const charge = charges.get(eventInvoice(event))
    if (!charge || charge.notifyUrls.length === 0 || hasNoCode(charge.payment)) continue
    const body = await notificationBody(tx, charge, event.type)
    if (body === null) continue
    for (const url of charge.notifyUrls) {
      tx.em.create(CompatNotification, {
        account: charge.accountId,
        mode: charge.mode,
        charge: charge.id,
        eventId: event.id,
        url,
        body,
        state: 'pending',
        nextAt: event.createdAt,
        lastStatus: null,
        lastError: null,
        createdAt: event.createdAt,
      })
    }
  }
  await tx.em.flush()
  tx.wake('compat-notifications')
}

async function notificationBody(
  { em }: Tx,
  charge: PaidCharge,
  type: Event['type'],
): Promise<Record<string, unknown> | null> {
  const payment = charge.payment
  if (midtransKinds.includes(charge.kind)) return midtransView(charge, payment, 'notification')
  if (type === 'payment.refunded') return null
  const [code, account] = await Promise.all([
    em.findOne(Charge, { payment: payment.invoiceId }, all),
    em.findOneOrFail(Account, { id: charge.accountId }, all),
  ])
  return makeXenditNotification(account.displayName, { charge, payment }, code?.qris ?? null)
}

async function findCharges({ em }: Tx, events: Event[]): Promise<Map<string, PaidCharge>> {
  const invoices = events.map(eventInvoice).filter(invoice => invoice !== '')
  if (invoices.length === 0) return new Map()
  const where = { payment: { $in: invoices } }
  const charges = await em.find(CompatCharge, where, { ...all, populate: ['payment'], refresh: true })
  return new Map(charges.map(charge => [charge.payment.invoiceId, charge]))
}

function eventInvoice({ payload, subject }: Event): string {
  if ('invoiceId' in payload && typeof payload.invoiceId === 'string') return payload.invoiceId
  return subject.startsWith('INV-') ? subject : ''
}
