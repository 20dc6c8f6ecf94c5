import { LockMode } from '@mikro-orm/core'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Cashier } from './cashier.ts'
import { Device } from './device.ts'
import { matchesPin } from './pin.ts'
import { PinGuess } from './pin-guess.ts'

type At = Pick<Device, 'id' | 'accountId' | 'mode'>

/**
 * Signs a cashier in on a device. An attempt is counted under a lock before the PIN is compared, so that parallel
 * attempts gain nothing. From the fourth wrong attempt on, the device has to wait, 30 seconds and twice as long each
 * time, up to an hour. Other devices and cashiers do not wait.
 *
 * Refuses `unauthorized`, also for a person who may not sell, and `rate_limited`.
 */
export async function enterPin(
  app: Needs<'em' | 'transaction' | 'now'>,
  { id, accountId, mode }: At,
  { cashier: cashierId, pin }: { cashier: number; pin: string },
): Promise<void> {
  const scope = { accountId, mode }
  const cashier = await app.em(scope).findOne(Cashier, { id: cashierId, isActive: true })
  if (!cashier) throw refuseWrong()
  await countTry(app, { id, accountId, mode }, cashierId)
  if (!(await matchesPin(pin, cashier.pinHash))) throw refuseWrong()
  await app.transaction(scope, async tx => {
    // A PIN that was changed during the comparison is rejected.
    const same = { id: cashierId, isActive: true, pinHash: cashier.pinHash }
    if (!(await tx.em.findOne(Cashier, same, { lockMode: LockMode.PESSIMISTIC_READ }))) throw refuseWrong()
    await tx.em.nativeDelete(PinGuess, { device: id, cashier: cashierId })
    const signedIn = await tx.em.nativeUpdate(Device, { id, revokedAt: null }, { cashier: cashierId })
    if (signedIn !== 1) throw new Refusal('unauthorized', 'The device was revoked')
  })
}

const freeTries = 3
const firstWaitS = 30
const longestWaitS = 3600

async function countTry(app: Needs<'transaction' | 'now'>, { id, accountId, mode }: At, cashier: number) {
  const now = app.now()
  const closedUntil = await app.transaction({ accountId, mode }, async ({ em }) => {
    const key = { device: id, cashier }
    const first = { ...key, account: accountId, tries: 0, closedUntil: now }
    await em.qb(PinGuess).insert(first).onConflict(['device', 'cashier']).ignore().execute()
    const guess = await em.findOneOrFail(PinGuess, key, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (guess.closedUntil > now) return guess.closedUntil
    guess.tries++
    guess.closedUntil = new Date(now.getTime() + waitS(guess.tries) * 1000)
    return null
  })
  if (closedUntil === null) return
  const retryAfterS = Math.max(1, Math.ceil((closedUntil.getTime() - now.getTime()) / 1000))
  throw new Refusal('rate_limited', 'Too many wrong PINs on this device', { retryAfterS })
}

/** Returns the seconds to wait after this number of wrong attempts. */
function waitS(tries: number): number {
  return tries <= freeTries ? 0 : Math.min(longestWaitS, firstWaitS * 2 ** Math.min(20, tries - freeTries - 1))
}

function refuseWrong(): Refusal {
  return new Refusal('unauthorized', 'The PIN is not right')
}
