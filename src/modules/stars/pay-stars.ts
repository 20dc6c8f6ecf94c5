import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts, type Fact } from '../../events/announce.ts'
import { generateToken } from '../../lib/ids.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { lockPurchase } from './reserve-stars.ts'
import { type RefundReason, StarPurchase } from './star-purchase.ts'
import { holdUnit, sellUnit } from './star-stock.ts'

export interface StarsReceived {
  token: string
  customerId: number
  chargeId: string
}

type PayNeeds = Needs<'transaction' | 'now' | 'reactions'>

/**
 * Records paid Stars, and gives the customer the goods. If they are sold out, or the purchase was already paid, a
 * refund of the Stars is owed. A repeated report, as Telegram sends, changes nothing. Refuses `not_found`.
 */
export async function payStars(
  app: PayNeeds,
  owner: { accountId: number; mode: Mode },
  payment: StarsReceived,
): Promise<void> {
  await app.transaction(owner, async tx => {
    const { token, customerId, chargeId } = payment
    const purchase = await lockPurchase(tx, { token, customer: customerId })
    if (!purchase) throw notFound('invoice')
    if ((await tx.em.count(StarPurchase, { chargeId })) > 0) return
    if (purchase.isCharged()) await oweRefundFor(app, tx, makeAgain(app, tx, purchase, chargeId), 'paid_twice')
    else await takePurchase(app, tx, purchase, chargeId)
  })
}

async function takePurchase(app: PayNeeds, tx: Tx, purchase: StarPurchase, chargeId: string): Promise<void> {
  // The reservation may have expired, because Telegram was slow or the shop was down.
  const isKept = purchase.status === 'reserved' || (await holdUnit(tx, purchase))
  purchase.pay(chargeId, app.now())
  if (!isKept) return oweRefundFor(app, tx, purchase, 'short')
  await sellUnit(tx, purchase)
  await tx.em.flush()
  await announceFacts(app, tx, [makeStarFact('stars.paid', purchase, app.now())])
}

// Stored as a separate row, because each charge is refunded separately.
function makeAgain(app: PayNeeds, { em }: Tx, purchase: StarPurchase, chargeId: string): StarPurchase {
  const { account, mode, customer, variant, productName, variantName, stars, file, content } = purchase
  const now = app.now()
  return em.create(StarPurchase, {
    account,
    mode,
    customer,
    variant,
    productName,
    variantName,
    stars,
    file,
    content,
    token: generateToken(),
    once: null,
    status: 'paid',
    chargeId,
    createdAt: now,
    paidAt: now,
  })
}

async function oweRefundFor(app: PayNeeds, tx: Tx, purchase: StarPurchase, reason: RefundReason): Promise<void> {
  purchase.oweRefund(reason, app.now())
  await tx.em.flush()
  await announceFacts(app, tx, [makeStarFact('stars.refund_due', purchase, app.now())])
}

/** Returns the event of a purchase's new status, which occurs at most once. */
export function makeStarFact(
  type: 'stars.paid' | 'stars.refund_due' | 'stars.refunded',
  { id, accountId, mode, customerId, account, customer }: StarPurchase,
  createdAt: Date,
): Fact {
  const payload = { purchaseId: id, mode, customerId: customerId ?? customer.id }
  return { accountId: accountId ?? account.id, type, subject: `stars ${id}`, payload, createdAt }
}
