import { ECDH } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { User } from '../../people/user.ts'
import { PushSubscription, subscriptionsMax } from './push-subscription.ts'
import type { AccountMember } from './switch-alerts.ts'

/** A subscription as a browser describes it (`PushSubscription.toJSON`). */
interface Subscribing {
  endpoint: string
  p256dh: string
  auth: string
  browser: string
}

const endpointMax = 2000
const publicKeyBytes = 65
const uncompressed = 4
const secretBytes = 16

/**
 * Stores a browser in which a member wants alerts. The same browser replaces its row, and the eleventh replaces the
 * oldest. Refuses `invalid_request` for an impossible subscription.
 */
export async function addSubscription(
  app: Needs<'transaction' | 'now' | 'config'>,
  { accountId, userId }: AccountMember,
  { endpoint, p256dh, auth, browser }: Subscribing,
): Promise<void> {
  checkEndpoint(app, endpoint)
  if (!isPublicKey(Buffer.from(p256dh, 'base64url')))
    throw refuseField('p256dh', 'is not a public key of a browser', 'malformed')
  if (Buffer.from(auth, 'base64url').length !== secretBytes)
    throw refuseField('auth', 'is not a secret of a browser', 'malformed')
  await app.transaction({ accountId }, async tx => {
    // Serialised, so that concurrent calls keep the limit.
    await tx.em.findOneOrFail(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE, filters: { caller: false } })
    await tx.em.nativeDelete(PushSubscription, { endpoint })
    const own = await tx.em.find(PushSubscription, { user: userId }, { orderBy: { id: 'asc' } })
    const surplus = own.slice(0, Math.max(0, own.length - subscriptionsMax + 1)).map(({ id }) => id)
    if (surplus.length > 0) await tx.em.nativeDelete(PushSubscription, { id: { $in: surplus } })
    const row = { account: accountId, user: userId, endpoint, p256dh, auth, browser, createdAt: app.now() }
    await tx.em.insert(PushSubscription, row)
  })
}

/** Returns whether messages can be encrypted for the key: a point off the curve is rejected only by trying. */
function isPublicKey(key: Buffer): boolean {
  if (key.length !== publicKeyBytes || key[0] !== uncompressed) return false
  try {
    ECDH.convertKey(key, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** Checks the form of the address; whether it may be called is checked with each message, when its name is resolved. */
function checkEndpoint({ config }: Needs<'config'>, endpoint: string): void {
  const url = URL.parse(endpoint)
  const isInside = url !== null && config.outboundAllow.includes(`${url.hostname}:${url.port}`)
  if (!url || endpoint.length > endpointMax || url.username !== '' || (url.protocol !== 'https:' && !isInside))
    throw refuseField('endpoint', 'is not the address of a push service', 'malformed')
}

/** Removes a browser of a member. */
export async function removeSubscription(
  app: Needs<'em'>,
  { accountId, userId }: AccountMember,
  subscriptionId: number,
): Promise<void> {
  await app.em({ accountId }).nativeDelete(PushSubscription, { id: subscriptionId, user: userId })
}
