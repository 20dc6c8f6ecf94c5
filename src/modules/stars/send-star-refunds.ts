import { randomUUID } from 'node:crypto'
import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { findInTurns } from '../../database/find-in-turns.ts'
import { leaseHolder, whileHeld } from '../../lib/holder.ts'
import type { StartedWork } from '../../lib/started.ts'
import type { Needs } from '../../needs.ts'
import { recordStarRefund } from './record-star-refund.ts'
import { StarPurchase } from './star-purchase.ts'

/** Refunds Stars at Telegram; implemented by the bot, because the core does not know Telegram. */
export interface StarCashier {
  /** Resolves once they are refunded, now or earlier; rejects if they were not, or if that is unknown. */
  refund(charge: { botId: number; telegramUserId: number; chargeId: string }): Promise<void>
}

type SendNeeds = Needs<'em' | 'transaction' | 'now' | 'log' | 'reactions'> & { cashier: StarCashier }
type Owed = Loaded<StarPurchase, 'customer'>

const retryMs = 60_000
/** The maximum number of concurrent refunds per account, so that a hanging bot does not block the others. */
const perAccountMax = 4

export async function findOwedStars(em: EntityManager, now: Date, limit: number): Promise<Owed[]> {
  const due = { status: 'refund_due' as const, retryAt: { $lte: now } }
  const underWay = { status: 'refund_due' as const, leaseToken: { $ne: null }, retryAt: { $gt: now } }
  const owed = await findInTurns(em, StarPurchase, {
    due,
    dueAt: 'retryAt',
    underWay,
    owner: 'account',
    ownerId: ({ accountId }) => accountId,
    share: perAccountMax,
    limit,
  })
  return em.populate(owed, ['customer'])
}

/**
 * Refunds the Stars that are owed; accounts take turns. Telegram refunds a charge once, however often it is requested,
 * so a refund with an unknown outcome is repeated a minute later, and one of a dead process within seconds.
 */
export async function sendStarRefunds(app: SendNeeds, limit: number): Promise<StartedWork> {
  const now = app.now()
  const em = app.em('installation')
  const owed = await findOwedStars(em, now, limit)
  const work: Promise<void>[] = []
  for (const purchase of owed) {
    const { id, retryAt } = purchase
    const mine = { id, status: 'refund_due' as const, retryAt }
    const leaseToken = randomUUID()
    const next = { retryAt: new Date(now.getTime() + retryMs), leaseToken, leaseHolder: leaseHolder }
    if ((await em.nativeUpdate(StarPurchase, mine, next)) === 1)
      work.push(whileHeld([leaseToken], () => giveBack(app, purchase, leaseToken)))
  }
  return { work }
}

async function giveBack(
  app: SendNeeds,
  { id, accountId, mode, customer, chargeId }: Owed,
  leaseToken: string,
): Promise<void> {
  const { botId, telegramUserId } = customer
  try {
    await app.cashier.refund({ botId, telegramUserId, chargeId: chargeId! })
    await recordStarRefund(app, { accountId, mode }, chargeId!)
  } catch (error) {
    app.log.error({ err: error, purchase: id }, 'Stars could not be given back yet')
    // Telegram is asked again after its pause. If this cannot be written now, the heartbeat frees the lease.
    const released = { leaseToken: null, leaseHolder: null }
    await app.em({ accountId, mode }).nativeUpdate(StarPurchase, { id, leaseToken }, released)
  }
}
