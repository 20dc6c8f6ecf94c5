import { type MemberActor, recordAct } from '../accounts/audit.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Variant } from './product.ts'
import { checkStockUrl } from './stock-url.ts'

/**
 * Sets the address that hands out a variant's units; units of earlier payments are still requested from the old one.
 * Refuses `not_found`, `invalid_request` for an address or a variant of another kind, and `address_refused`.
 */
export async function setStockUrl(
  app: Needs<'transaction' | 'now' | 'config'>,
  actor: MemberActor,
  variantId: string,
  url: string,
): Promise<void> {
  const stockUrl = checkStockUrl(app, url)
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const variant = await tx.em.findOne(Variant, { publicId: variantId })
    if (!variant) throw notFound('variant')
    if (variant.stockMode !== 'webhook') throw refuseField('url', 'is for units of your server', 'not_allowed')
    variant.stockUrl = stockUrl
    const detail = { url: new URL(stockUrl).origin }
    await recordAct(app, tx, { ...actor, act: 'variant.stock_url', subject: `variant ${variantId}`, detail })
  })
}
