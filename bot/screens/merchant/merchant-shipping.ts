import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { courierIds, findCourierName, readCourier } from '../../../src/orders/shipping/couriers.ts'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import { isShippable } from '../../../src/orders/shipping/shipment.ts'
import type { PlatformContext } from '../../context.ts'
import { noTrackingNumber, type Parcel, shipForm } from '../../forms/ship-form.ts'
import { type Message, makePress } from '../../telegram/message.ts'
import { shippingTexts } from '../../texts/shipping-texts.ts'
import type { Language } from '../../texts/texts.ts'
import { groupInPairs } from '../buttons.ts'
import { completedMoveHints } from '../order-card.ts'
import type { PlatformScreen } from '../screen.ts'
import { findOrderToChange, showCard } from './merchant.ts'

/** The screen of "Kirim resi", which asks for the courier by buttons, and then for the number. */
export const merchantShippingScreen: PlatformScreen = {
  presses: { track: (ctx, [number]) => chooseCourier(ctx, number), ship: askNumber },
  forms: { ship: shipForm(shipParcel) },
}

export function courierView(orderNumber: string, language: Language): Message {
  const words = shippingTexts[language].merchant
  return {
    text: html`${words.choose(orderNumber)}`,
    buttons: [
      ...groupInPairs(
        courierIds.map(id => ({ text: findCourierName(id, language), press: makePress('ship', orderNumber, id) })),
      ),
      [{ text: words.back, press: makePress('card', orderNumber) }],
    ],
  }
}

async function chooseCourier(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findOrderToChange(ctx, number)
  if (!found) return
  if (isShippable(found.order, found.order.items)) {
    await ctx.show(courierView(found.order.orderNumber, ctx.language))
  } else {
    await ctx.alert(shippingTexts[ctx.language].merchant.late)
    await showCard(ctx, number)
  }
}

async function askNumber(ctx: PlatformContext, [number, chosen]: string[]): Promise<void> {
  const found = await findOrderToChange(ctx, number)
  const courier = readCourier(chosen)
  if (!found) return
  if (!courier) {
    await ctx.alert(ctx.t.orderUnknown)
    return
  }
  const { orderNumber } = found.order
  const words = shippingTexts[ctx.language].merchant
  // The question replaces the couriers, so that the order keeps a single message in the chat.
  const asked = await ctx.show({
    text: html`${words.ask(findCourierName(courier, ctx.language), orderNumber)}`,
    buttons: [
      [{ text: words.none, press: makePress('form', noTrackingNumber) }],
      [{ text: words.back, press: makePress('track', orderNumber) }],
    ],
  })
  await ctx.form('ship', { orderNumber, courier, asked } satisfies Parcel)
}

// The shop may have been unlinked from the chat since the question, so the order is looked up again.
async function shipParcel(
  ctx: PlatformContext,
  { orderNumber, courier, asked }: Parcel,
  text: string,
): Promise<boolean> {
  const words = shippingTexts[ctx.language].merchant
  const found = await findOrderToChange(ctx, orderNumber)
  if (!found) return true
  const tracking = text.includes('://') ? { trackingUrl: text } : { trackingNumber: text }
  try {
    await shipOrder(ctx.app, { accountId: found.accountId }, { orderNumber, courier, ...tracking, notify: true })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'invalid_request') return false
    await ctx.say({ text: html`${words.late}` })
    return true
  }
  const { shipped } = completedMoveHints(ctx)
  if (ctx.callbackQuery) await showCard(ctx, orderNumber, shipped)
  else {
    // The question becomes the card again, above the typed number, so that the order has a single card.
    await showCard(ctx, orderNumber, shipped, asked)
    await ctx.say({ text: html`${shippingTexts[ctx.language].sent(orderNumber)} ${shipped}` })
  }
  return true
}
