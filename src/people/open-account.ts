import { randomInt } from 'node:crypto'
import { takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { createAccount } from './create-account.ts'

const trialDays = 30
const nameMax = 30
const attemptsMax = 20
const perHourMax = 10

/**
 * Creates an account for a user, who becomes its owner, with a trial of a month. Its short name is derived from the
 * shop's name. Refuses `invalid_request` for the name of the shop, `forbidden` while sign-up is closed, `rate_limited`
 * past ten an hour.
 */
export async function openAccount(
  app: Needs<'transaction' | 'seal' | 'now' | 'config' | 'reactions'>,
  { userId, shopName }: { userId: number; shopName: string },
): Promise<{ id: number }> {
  if (!app.config.signUpIsOpen) throw refuseClosedSignUp()
  const displayName = readShopName(shopName)
  await takeAttempt(app, { key: `open account user ${userId}`, max: perHourMax, windowS: 3600 })
  const short = makeShortName(displayName)
  const planEndsAt = new Date(app.now().getTime() + trialDays * 86_400_000)
  for (let attempt = 1; ; attempt++) {
    const name =
      attempt === 1
        ? short
        : `${short}-${randomInt(36 ** 3)
            .toString(36)
            .padStart(3, '0')}`
    try {
      return await createAccount(app, { name, displayName, plan: 'trial', planEndsAt, ownerId: userId })
    } catch (error) {
      if (!(error instanceof Refusal) || attempt === attemptsMax) throw error
    }
  }
}

/** Returns the name of a shop as it is stored. Refuses `invalid_request` for `shop`. */
export function readShopName(input: string): string {
  const name = input.trim()
  if (name === '' || [...name].length > 100)
    throw refuseField('shop', 'has 1 to 100 characters', { code: 'wrong_length', min: 1, max: 100 })
  return name
}

/** Returns the refusal if only the operator opens accounts (SIGN_UP=closed). */
export function refuseClosedSignUp(): Refusal {
  return new Refusal('forbidden', 'New accounts are opened by the operator here')
}

/** Derives a short name from that of a shop: lower-case letters, digits and dashes. */
export function makeShortName(displayName: string): string {
  const plain = displayName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const short = plain.slice(0, nameMax).replace(/^-+|(?<!-)-+$/g, '')
  return short.length >= 2 ? short : 'toko'
}
