import { LockMode } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { type Actor, recordAct } from '../accounts/audit.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Membership, type Role } from './membership.ts'

/**
 * Gives a member another role or, with null, removes them from the account; their rights change with their next
 * request. Refuses `not_found`, and `refused_transition` if the account would have no owner left.
 */
export async function changeMember(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { userId, role }: { userId: number; role: Role | null },
  by: Actor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const { em } = tx
    // Locked, so that two owners who remove each other at once are handled one at a time.
    await em.findOneOrFail(Account, accountId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const member = await em.findOne(Membership, { user: userId })
    if (!member) throw notFound('member')
    const owners = await em.count(Membership, { role: 'owner' })
    if (member.role === 'owner' && role !== 'owner' && owners === 1) {
      throw new Refusal('refused_transition', 'An account keeps at least one owner')
    }
    if (role === null) em.remove(member)
    else member.role = role
    const act = role === null ? 'member.removed' : 'member.changed'
    const detail = role === null ? {} : { role }
    await recordAct(app, tx, { accountId, ...by, act, subject: `user ${userId}`, detail })
  })
}
