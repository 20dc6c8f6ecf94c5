import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { courierIds, courierName, readCourier } from '../../../src/orders/shipping/couriers.ts'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import { isShippable } from '../../../src/orders/shipping/shipment.ts'
import type { PlatformContext } from '../../context.ts'
import { shipForm } from '../../forms/ship-form.ts'
import { type Message, press } from '../../telegram/message.ts'
import { shippingTexts } from '../../texts/shipping-texts.ts'
import type { Language } from '../../texts/texts.ts'
import { inPairs } from '../buttons.ts'
import { doneHints } from '../order-card.ts'
import type { PlatformScreen } from '../screen.ts'
import { findToChange, showCard } from './merchant.ts'

/** "Kirim resi": which courier, by a button, and then the number. */
export const merchantShippingScreen: PlatformScreen = {
  presses: { track: (ctx, [number]) => chooseCourier(ctx, number), ship: askNumber },
  forms: { ship: shipForm(ship) },
}

export function courierView(orderNumber: string, language: Language): Message {
  const words = shippingTexts[language].merchant
  return {
    text: html`${words.choose(orderNumber)}`,
    buttons: [
      ...inPairs(courierIds.map(id => ({ text: courierName(id, language), press: press('ship', orderNumber, id) }))),
      [{ text: words.back, press: press('card', orderNumber) }],
    ],
  }
}

async function chooseCourier(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findToChange(ctx, number)
  if (!found) return
  if (isShippable(found.order, found.order.items)) {
    await ctx.show(courierView(found.order.orderNumber, ctx.language))
  } else {
    await ctx.alert(shippingTexts[ctx.language].merchant.late)
    await showCard(ctx, number)
  }
}

async function askNumber(ctx: PlatformContext, [number, asked]: string[]): Promise<void> {
  const found = await findToChange(ctx, number)
  const courier = readCourier(asked)
  if (!found) return
  if (!courier) {
    await ctx.alert(ctx.t.orderUnknown)
    return
  }
  const { orderNumber } = found.order
  const question = shippingTexts[ctx.language].merchant.ask(courierName(courier, ctx.language), orderNumber)
  await ctx.form('ship', { orderNumber, courier, question })
}

// The chat may have lost the shop since the question, so the order is looked for again.
async function ship(ctx: PlatformContext, number: string, courier: string, text: string): Promise<boolean> {
  const words = shippingTexts[ctx.language].merchant
  const found = await findToChange(ctx, number)
  if (!found) return true
  const tracking = text.includes('://') ? { trackingUrl: text } : { trackingNumber: text }
  try {
    await shipOrder(
      ctx.app,
      { accountId: found.accountId },
      { orderNumber: number, courier, ...tracking, notify: true },
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'invalid_request') return false
    await ctx.say({ text: html`${words.late}` })
    return true
  }
  await showCard(ctx, number, doneHints(ctx).shipped)
  return true
}
