import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { html } from '../../../src/lib/html.ts'
import { setArrivalDays } from '../../../src/orders/shipping/set-arrival-days.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { shippingTexts } from '../../texts/shipping-texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { menuRow, readNumber } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import type { PlatformScreen } from '../screen.ts'
import { findButtonShop, findScreenShop, otherShopButtons, type ScreenShop } from './screen-shop.ts'

/** The setting for the number of days after which a shipped order counts as arrived. */
export const merchantArrivalScreen: PlatformScreen = {
  presses: { arrival: (ctx, [shop]) => showArrival(ctx, readNumber(shop, 0, 9999) ?? 0), arrivalset: setArrival },
}

const offered = [2, 3, 5, 7, 10, 14, 21, 30]
const inRow = 4
const usualDays = 7

interface Arrival extends ScreenShop {
  days: number
}

export function arrivalView({ days, ...of }: Arrival, { t, language }: Pick<Voice, 't' | 'language'>): Message {
  const words = shippingTexts[language].merchant.arrival
  const { id, displayName } = of.shops[of.shop]!
  const choices = offered.map(
    (each): Button => ({
      text: each === days ? `• ${words.days(each)}` : words.days(each),
      press: makePress('arrivalset', id, each),
    }),
  )
  return {
    text: html`🚚 <b>${words.title(displayName)}</b>\n\n${words.now(days)}\n\n${words.hint}`,
    buttons: [choices.slice(0, inRow), choices.slice(inRow), ...otherShopButtons(of, 'arrival'), menuRow(t)],
  }
}

async function showArrival(ctx: PlatformContext, shopId: number): Promise<void> {
  const of = await findScreenShop(ctx, shopId)
  if (!of) return
  const accountId = of.shops[of.shop]!.id
  const rules = await ctx.app.em({ accountId }).findOne(ShopRules, { account: accountId })
  await ctx.show(arrivalView({ ...of, days: rules?.receiveAfterDays ?? usualDays }, ctx))
}

async function setArrival(ctx: PlatformContext, [account, days]: string[]): Promise<void> {
  const found = findButtonShop(ctx, account)
  const wanted = offered.find(each => String(each) === days)
  if (!found || wanted === undefined) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  await setArrivalDays(ctx.app, makeChatActor(ctx, found.id), wanted)
  await showArrival(ctx, found.shop)
}
