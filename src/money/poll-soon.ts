import { raw } from '@mikro-orm/core'
import type { PushedCharge } from '../connectors/connector.ts'
import type { Window } from '../connectors/window.ts'
import { startOfTime } from '../database/open-ended.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'

/**
 * Puts codes of a connection, as its provider names them, to the front of the queue, and returns the number of open
 * ones. One that is being checked right now is checked again: that answer may precede the payment.
 */
export async function pollSoon(
  app: Needs<'transaction' | 'em' | 'wake'>,
  connectionId: number,
  charges: PushedCharge[],
): Promise<number> {
  const count = await moveChargesToFront(app, connectionId, charges)
  if (count > 0) app.wake.notify('named-charges')
  return count
}

/** Puts codes to the front of the queue like `pollSoon`, but leaves it to the caller to wake the sweep that asks. */
export function moveChargesToFront(
  app: Needs<'transaction' | 'em'>,
  connectionId: number,
  charges: PushedCharge[],
): Promise<number> {
  const open = whereOpen(connectionId, charges)
  const change = { askAt: startOfTime }
  return charges.length === 1
    ? app.em('installation').nativeUpdate(Charge, open, change)
    : app.transaction('installation', tx => updateInOrder(tx, Charge, open, change))
}

/**
 * Makes codes due that a stranger may have named, and returns their number. They queue behind those that the provider
 * named. None is checked more often than a fresh code, and failed or expired ones are not: a flood of such requests
 * leaves the budget to other payments.
 */
export async function pollInTurn(
  app: Needs<'transaction' | 'now' | 'wake'>,
  connectionId: number,
  charges: PushedCharge[],
  { intervalS }: Pick<Window, 'intervalS'>,
): Promise<number> {
  if (charges.length === 0) return 0
  const now = app.now()
  const restedSince = new Date(now.getTime() - intervalS * 1000)
  const resting = {
    ...whereOpen(connectionId, charges),
    failures: 0,
    payableUntil: { $gt: now },
    askAt: { $gt: raw<Date>('now()') },
    $and: [{ $or: [{ answeredUntil: null }, { answeredUntil: { $lt: restedSince } }] }],
  }
  const due = { askAt: raw<Date>('now()') }
  const count = await app.transaction('installation', tx => updateInOrder(tx, Charge, resting, due))
  if (count > 0) app.wake.notify('asks')
  return count
}

function whereOpen(connectionId: number, charges: PushedCharge[]) {
  const named = (name: keyof PushedCharge) => ({
    $in: charges.map(charge => charge[name]).filter(text => text !== null),
  })
  const pushed = { $or: [{ reference: named('reference') }, { providerInvoiceId: named('providerInvoiceId') }] }
  return { connection: connectionId, state: 'coded' as const, isClosed: false, ...pushed }
}
