import { type MemberActor, recordAct } from '../accounts/audit.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Variant } from './product.ts'

export const priceMax = 1_000_000_000

/**
 * Sets the price of a variant, in whole rupiah; existing orders keep theirs. Refuses `not_found`, and `invalid_request`
 * for an invalid price.
 */
export async function setPrice(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  variantId: string,
  price: number,
): Promise<void> {
  checkPrice(price)
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const changed = await tx.em.nativeUpdate(Variant, { publicId: variantId }, { price })
    if (changed === 0) throw notFound('variant')
    await recordAct(app, tx, { ...actor, act: 'variant.priced', subject: `variant ${variantId}`, detail: { price } })
  })
}

/** Refuses `invalid_request` for an invalid price. */
export function checkPrice(price: number): void {
  if (!Number.isInteger(price) || price < 1 || price > priceMax) {
    throw refuseField('price', `is a whole number of rupiah from 1 to ${priceMax}`, {
      code: 'out_of_range',
      min: 1,
      max: priceMax,
    })
  }
}
