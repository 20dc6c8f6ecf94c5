import type { Standing } from '../../keys/standing.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Bill } from './bill.ts'
import { BillCard, dueImmediately } from './bill-card.ts'
import type { BillOffer } from './bill-offer.ts'
import { createBill } from './create-bill.ts'

/**
 * The maximum number of bills that one offer creates within an hour, because everyone who has seen its card knows its
 * id.
 */
const billsMax = 20
const hourMs = 3_600_000

/**
 * Creates the bill of an offer whose card was sent, once for each message, and queues the edit of the message. The
 * caller has checked that the merchant may still request money.
 *
 * Refuses as `createBill` does, and `rate_limited`.
 */
export async function makeOfferedBill(
  app: Needs<'transaction' | 'em' | 'now' | 'calendar' | 'edition' | 'reactions' | 'wake'>,
  standing: Standing,
  offer: BillOffer,
  inlineMessageId: string,
): Promise<Bill> {
  const { accountId, mode } = standing
  const em = app.em({ accountId, mode })
  const once = `inline ${offer.publicId} ${inlineMessageId}`
  const made = await em.findOne(Bill, { once })
  if (!made) {
    const since = new Date(app.now().getTime() - hourMs)
    const recent = await em.count(Bill, { once: { $like: `inline ${offer.publicId} %` }, createdAt: { $gt: since } })
    if (recent >= billsMax) throw new Refusal('rate_limited', 'Too many bills of one card', { retryAfterS: 3600 })
  }
  const { amount, title, botId, language, personId } = offer
  const bill = made ?? (await createBill(app, standing, { amount, title, once }, `chat ${personId}`))
  const card = { inlineMessageId, account: accountId, botId, bill: bill.id, language }
  await em
    .qb(BillCard)
    .insert({ ...card, editAt: dueImmediately, createdAt: app.now() })
    .onConflict()
    .ignore()
    .execute()
  app.wake.notify('bill_cards')
  return bill
}
