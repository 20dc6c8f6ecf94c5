import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { html } from '../../../src/lib/html.ts'
import { setArrivalDays } from '../../../src/orders/shipping/set-arrival-days.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, type Message, press } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { shippingTexts } from '../../texts/shipping-texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { actingFor } from '../acting-for.ts'
import { menuRow, readNumber } from '../buttons.ts'
import { refuseUnallowed } from '../refuse-unallowed.ts'
import type { PlatformScreen } from '../screen.ts'

/** After how many days an order that was shipped counts as arrived. */
export const merchantArrivalScreen: PlatformScreen = {
  presses: { arrival: (ctx, [shop]) => show(ctx, readNumber(shop, 0, 9999) ?? 0), arrivalset: set },
}

const offered = [2, 3, 5, 7, 10, 14, 21, 30]
const inRow = 4
const usualDays = 7

interface Arrival {
  /** The index of one of the merchant's shops, in the order of their ids. */
  shop: number
  shops: { id: number; displayName: string }[]
  days: number
}

export function arrivalView({ shop, shops, days }: Arrival, { t, language }: Pick<Voice, 't' | 'language'>): Message {
  const words = shippingTexts[language].merchant.arrival
  const choices = offered.map(
    (each): Button => ({
      text: each === days ? `• ${words.days(each)}` : words.days(each),
      press: press('arrivalset', shops[shop]!.id, each),
    }),
  )
  const others = shops.flatMap(({ displayName }, at): Button[][] =>
    at === shop ? [] : [[{ text: displayName, press: press('arrival', at) }]],
  )
  return {
    text: html`🚚 <b>${words.title(shops[shop]!.displayName)}</b>\n\n${words.now(days)}\n\n${words.hint}`,
    buttons: [choices.slice(0, inRow), choices.slice(inRow), ...others, menuRow(t)],
  }
}

async function show(ctx: PlatformContext, wanted: number): Promise<void> {
  const { app, accountIds, language } = ctx
  const shops = await findAccounts(app, accountIds)
  if (shops.length === 0) {
    await ctx.say({ text: html`${merchantTexts[language].noLink}` })
    return
  }
  const shop = wanted < shops.length ? wanted : 0
  const accountId = shops[shop]!.id
  const rules = await app.em({ accountId }).findOne(ShopRules, { account: accountId })
  await ctx.show(arrivalView({ shop, shops, days: rules?.receiveAfterDays ?? usualDays }, ctx))
}

// The account is one that this chat is linked to now, whatever the button says.
async function set(ctx: PlatformContext, [account, days]: string[]): Promise<void> {
  const linked = [...ctx.accountIds].sort((one, other) => one - other)
  const shop = linked.findIndex(id => String(id) === account)
  const wanted = offered.find(each => String(each) === days)
  if (shop === -1 || wanted === undefined) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  refuseUnallowed(ctx, linked[shop]!, 'settings')
  await setArrivalDays(ctx.app, actingFor(ctx, linked[shop]!), wanted)
  await show(ctx, shop)
}
