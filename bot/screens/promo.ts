import { html } from '../../src/lib/html.ts'
import { setPromotions } from '../../src/orders/customers/set-promotions.ts'
import type { ShopContext } from '../context.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import type { ShopScreen } from './screen.ts'

/** The screen where customers switch promotions on or off. Notices about their orders are always sent. */
export const promoScreen: ShopScreen = {
  commands: { stop: ctx => choosePromotions(ctx, false), promo: ctx => choosePromotions(ctx, true) },
}

/** Stops or resumes promotions. */
export async function choosePromotions(ctx: ShopContext, isWanted: boolean): Promise<void> {
  const { app, store, customer, language } = ctx
  await setPromotions(app, { accountId: store.accountId, customerId: customer.id }, isWanted)
  const { stopped, resumed } = customerTexts[language].promo
  await ctx.say({ text: html`${isWanted ? resumed : stopped}` })
}
