import type { Standing } from '../../keys/standing.ts'
import { generateToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { BillOffer } from './bill-offer.ts'
import { checkAmounts } from './bill-terms.ts'

export interface NewOffer {
  botId: number
  /** The merchant's Telegram id. */
  personId: number
  /** The amount in whole rupiah. */
  amount: number
  title: string
  language: 'id' | 'en'
}

/**
 * Stores the text that a merchant typed, so that its card only has to contain an id; the same text again is the same
 * offer. Refuses `amount_out_of_range` and `method_unavailable`.
 */
export async function offerBill(app: Needs<'em' | 'now' | 'edition'>, standing: Standing, input: NewOffer) {
  checkAmounts(app, standing, { amount: input.amount }, false)
  const { accountId, mode } = standing
  const row = { ...input, account: accountId, mode, publicId: generateToken(), offeredAt: app.now() }
  const em = app.em({ accountId, mode })
  await em
    .qb(BillOffer)
    .insert(row)
    .onConflict(['botId', 'personId', 'amount', 'title'])
    .merge(['language', 'offeredAt'])
    .execute()
  const { botId, personId, amount, title } = input
  return em.findOneOrFail(BillOffer, { botId, personId, amount, title })
}
