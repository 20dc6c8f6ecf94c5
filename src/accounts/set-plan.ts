import { LockMode } from '@mikro-orm/core'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'
import { Subscription } from './subscription.ts'

export interface NewPlan {
  /** The new plan; null for none. */
  plan: Subscription['plan'] | null
  /** When the plan ends; null if it does not end. */
  endsAt: Date | null
}

/**
 * Gives an account a plan from now on, replacing the previous one. Refuses `invalid_request` for an end in the past.
 */
export async function setPlan(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { plan, endsAt }: NewPlan,
  by: Actor = commandActor,
): Promise<void> {
  const now = app.now()
  if (endsAt !== null && endsAt <= now) throw refuseField('ends_at', 'lies ahead', 'in_the_past')
  await app.transaction({ accountId }, async tx => {
    const { em } = tx
    await em.findOneOrFail(Account, accountId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    // A plan that has not begun would get an end equal to its beginning, so it is deleted instead.
    await em.nativeDelete(Subscription, { startsAt: { $gte: now } })
    await em.nativeUpdate(Subscription, { endsAt: { $gt: now } }, { endsAt: now })
    if (plan !== null) {
      em.create(Subscription, {
        account: em.getReference(Account, accountId),
        plan,
        startsAt: now,
        ...(endsAt === null ? {} : { endsAt }),
      })
    }
    const detail = { plan, until: endsAt?.toISOString() ?? null }
    await recordAct(app, tx, { accountId, ...by, act: 'account.plan', subject: `account ${accountId}`, detail })
  })
}

/** Returns the account's current plan; null if it has none. */
export async function readCurrentPlan(app: Needs<'em' | 'now'>, accountId: number): Promise<Subscription | null> {
  const now = app.now()
  return app
    .em({ accountId })
    .findOne(Subscription, { startsAt: { $lte: now }, endsAt: { $gt: now } }, { orderBy: { id: 'desc' } })
}
