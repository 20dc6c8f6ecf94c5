import { raw } from '@mikro-orm/core'
import type { PushedCharge } from '../connectors/connector.ts'
import type { Window } from '../connectors/window.ts'
import { firstMoment } from '../database/open-ended.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'

/**
 * Puts codes of a connection, as its provider names them, to the front of the queue, and returns how many are open. One
 * that is being asked about right now is asked about again: that answer may be from before the payment.
 */
export async function pollSoon(
  app: Needs<'transaction' | 'wake'>,
  connectionId: number,
  charges: PushedCharge[],
): Promise<number> {
  const open = openOf(connectionId, charges)
  const found = await app.transaction('installation', tx => updateInOrder(tx, Charge, open, { askAt: firstMoment }))
  if (found > 0) app.wake.notify('named-charges')
  return found
}

/**
 * Makes codes due that a stranger may have named, and returns how many. They take their turn behind those that the
 * provider named. None is asked about more often than a fresh code is, and none that failed or that is over: a flood of
 * such requests leaves the questions for other payments.
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
    ...openOf(connectionId, charges),
    failures: 0,
    payableUntil: { $gt: now },
    askAt: { $gt: raw<Date>('now()') },
    $and: [{ $or: [{ answeredUntil: null }, { answeredUntil: { $lt: restedSince } }] }],
  }
  const due = { askAt: raw<Date>('now()') }
  const found = await app.transaction('installation', tx => updateInOrder(tx, Charge, resting, due))
  if (found > 0) app.wake.notify('asks')
  return found
}

function openOf(connectionId: number, charges: PushedCharge[]) {
  const named = (name: keyof PushedCharge) => ({
    $in: charges.map(charge => charge[name]).filter(text => text !== null),
  })
  const pushed = { $or: [{ reference: named('reference') }, { providerInvoiceId: named('providerInvoiceId') }] }
  return { connection: connectionId, state: 'coded' as const, isClosed: false, ...pushed }
}
