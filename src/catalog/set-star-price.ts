import { type MemberActor, recordAct } from '../accounts/audit.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkNumber } from './check-number.ts'
import { Variant } from './product.ts'

declare module '../slots.ts' {
  interface Slots {
    /**
     * The texts for entering a price in Telegram Stars. Unless a module provides them, variants have no price in Stars.
     */
    starPrices: Record<'id' | 'en', StarPriceTexts>
  }
}

export interface StarPriceTexts {
  /** The label of the button that opens it. */
  price: string
  now(stars: number): string
  ask(name: string, stars: number | null): string
  /** The error for a price that cannot be set. */
  wrong: string
}

export const starPriceMax = 10_000

/**
 * Sets the price of a variant in Telegram Stars; 0 removes it. Only digital goods that are handed over automatically
 * have such a price: Telegram reserves Stars for digital goods, and the customer of a bot receives them immediately.
 * Refuses `not_found`, and `invalid_request` for an invalid price, or for goods that are sent by hand.
 */
export async function setStarPrice(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  variantId: string,
  stars: number,
): Promise<void> {
  checkNumber('stars', stars, { from: 0, to: starPriceMax })
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const variant = await tx.em.findOne(Variant, { publicId: variantId }, { populate: ['product'] })
    if (!variant) throw notFound('variant')
    if (stars > 0 && !variant.sellsForStars())
      throw refuseField('stars', 'is for digital goods that are sent in the chat', 'not_allowed')
    await tx.em.nativeUpdate(Variant, { id: variant.id }, { starPrice: stars === 0 ? null : stars })
    await recordAct(app, tx, { ...actor, act: 'variant.priced', subject: `variant ${variantId}`, detail: { stars } })
  })
}
