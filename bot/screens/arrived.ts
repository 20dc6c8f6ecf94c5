import { receiveOrder } from '../../src/orders/shipping/receive-order.ts'
import type { ShopContext } from '../context.ts'
import { shippingTexts } from '../texts/shipping-texts.ts'
import { findOwnOrderOrReply } from './find-own-order.ts'
import { showOrder } from './order.ts'
import type { ShopScreen } from './screen.ts'

/** The button "Sudah sampai", with which customers confirm the arrival of their order. */
export const confirmArrivalScreen: ShopScreen = {
  presses: { arrived: { answers: true, run: confirmArrival } },
}

async function confirmArrival(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  const received = await receiveOrder(ctx.app, ctx.store.accountId, ctx.customer.id, order.token)
  if (received.receivedAt !== null) await ctx.toast(shippingTexts[ctx.language].thanks)
  await showOrder(ctx, token)
}
