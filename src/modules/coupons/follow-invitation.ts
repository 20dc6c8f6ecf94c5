import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import type { Customer } from '../../orders/customers/customer.ts'
import { Order } from '../../orders/order.ts'
import { lockCustomer } from '../../orders/place-order.ts'
import { Inviter, Referral } from './referral.ts'

/** `known`: they were already a customer; `own`: it is their own link. */
export type InvitationOutcome = 'welcome' | 'known' | 'own' | 'unknown'

const newForMs = 86_400_000

/**
 * Records that a new customer came through another customer's link. New means: without orders, first message within a
 * day, and after the inviting customer. The first link counts. A second call returns the same result.
 */
export async function followInvitation(
  app: Needs<'transaction' | 'now'>,
  { accountId, mode, customerId }: Required<AccountScope> & { customerId: number },
  code: string,
): Promise<InvitationOutcome> {
  return app.transaction({ accountId, mode }, async ({ em, ...tx }) => {
    const invited = await lockCustomer({ em, ...tx }, accountId, customerId)
    const inviter = await em.findOne(Inviter, { code: code.toUpperCase() }, { populate: ['customer'] })
    if (!inviter) return 'unknown'
    if (inviter.customer.id === customerId) return 'own'
    const earlier = await em.findOne(Referral, { invited: customerId })
    if (earlier) return earlier.inviter.id === inviter.customer.id && earlier.paidAt === null ? 'welcome' : 'known'
    // A person who writes to two of the shop's bots is the same person.
    if (inviter.customer.telegramUserId === invited.telegramUserId) return 'own'
    const isLater = inviter.customer.id < customerId
    if (!isLater || !(await isNew(em, invited, app.now()))) return 'known'
    const row = {
      invited: customerId,
      inviter: inviter.customer.id,
      account: accountId,
      paidAt: null,
      orderNumber: null,
    }
    em.create(Referral, { ...row, createdAt: app.now() })
    return 'welcome'
  })
}

async function isNew(em: Tx['em'], { id, createdAt }: Customer, now: Date): Promise<boolean> {
  return now.getTime() - createdAt.getTime() < newForMs && (await em.count(Order, { customer: id })) === 0
}
