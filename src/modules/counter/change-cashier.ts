import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Cashier } from './cashier.ts'
import { Device } from './device.ts'
import { hashPin } from './pin.ts'
import { PinGuess } from './pin-guess.ts'

/**
 * Gives a cashier a new PIN, or allows or forbids them to sell. A cashier who may no longer sell is signed out of every
 * device. Refuses `not_found`, and `invalid_request` for the PIN.
 */
export async function changeCashier(
  app: Needs<'transaction' | 'now'>,
  id: number,
  { pin, isActive }: { pin?: string; isActive?: boolean },
  { accountId, actor, address = null }: MemberActor,
): Promise<void> {
  const pinHash = pin === undefined ? undefined : await hashPin(pin)
  const change = { ...(pinHash ? { pinHash } : {}), ...(isActive === undefined ? {} : { isActive }) }
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    if ((await tx.em.nativeUpdate(Cashier, { id }, change)) !== 1) throw notFound('cashier')
    // The new PIN has no failed attempts yet, and a person who knew the old one is signed out.
    await tx.em.nativeDelete(PinGuess, { cashier: id })
    await tx.em.nativeUpdate(Device, { cashier: id }, { cashier: null })
    const act = pin === undefined ? (isActive ? 'cashier.on' : 'cashier.off') : 'cashier.pin'
    await recordAct(app, tx, { accountId, actor, address, act, subject: `cashier ${id}` })
  })
}
