import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { html } from '../../../src/lib/html.ts'
import { readSwitches, type SwitchableKind, switchNotices } from '../../../src/notices/switch-notices.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, type Message, press } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { type Language, texts } from '../../texts/texts.ts'
import { actingFor } from '../acting-for.ts'
import { menuRow, readNumber } from '../buttons.ts'
import { refuseUnallowed } from '../refuse-unallowed.ts'
import type { PlatformScreen } from '../screen.ts'

/** The notices of a merchant: a switch for each kind, for each shop that the chat is linked to. */
export const merchantNoticesScreen: PlatformScreen = {
  commands: { kabar: ctx => showSwitches(ctx, 0), notices: ctx => showSwitches(ctx, 0) },
  presses: {
    kabar: (ctx, [shop]) => showSwitches(ctx, readNumber(shop, 0, 9999) ?? 0),
    switch: flip,
  },
}

interface Switches {
  /** The index of one of the merchant's shops, in the order of their ids. */
  shop: number
  shops: { id: number; displayName: string }[]
  kinds: { kind: SwitchableKind; isOn: boolean }[]
}

export function switchesView({ shop, shops, kinds }: Switches, language: Language): Message {
  const words = merchantTexts[language]
  const switches = kinds.map(({ kind, isOn }, at): Button[] => [
    {
      text: (isOn ? words.switchOn : words.switchOff)(words.switches[kind]),
      // The wanted state rather than "the other one": a press that is handled twice sets the same.
      press: press('switch', shops[shop]!.id, at, isOn ? 'off' : 'on'),
    },
  ])
  const others = shops.flatMap(({ displayName }, at): Button[][] =>
    at === shop ? [] : [[{ text: displayName, press: press('kabar', at) }]],
  )
  return {
    text: html`<b>${words.switchesTitle(shops[shop]!.displayName)}</b>\n\n${words.switchesHint}`,
    buttons: [...switches, ...others, menuRow(texts[language])],
  }
}

async function showSwitches(ctx: PlatformContext, wanted: number): Promise<void> {
  const { app, accountIds, language } = ctx
  const shops = await findAccounts(app, accountIds)
  if (shops.length === 0) {
    await ctx.say({ text: html`${merchantTexts[language].noLink}` })
    return
  }
  const shop = wanted < shops.length ? wanted : 0
  await ctx.show(switchesView({ shop, shops, kinds: await readSwitches(app, shops[shop]!.id) }, language))
}

// The account is one that this chat is linked to now, whatever the button says.
async function flip(ctx: PlatformContext, [account, at, wanted]: string[]): Promise<void> {
  const linked = [...ctx.accountIds].sort((one, other) => one - other)
  const shop = linked.findIndex(id => String(id) === account)
  if (shop === -1) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  refuseUnallowed(ctx, linked[shop]!, 'settings')
  const kinds = await readSwitches(ctx.app, linked[shop]!)
  const chosen = kinds[readNumber(at, 0, kinds.length - 1) ?? -1]
  if (!chosen) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const { accountId, ...by } = actingFor(ctx, linked[shop]!)
  await switchNotices(ctx.app, accountId, [{ kind: chosen.kind, isOn: wanted === 'on' }], by)
  await showSwitches(ctx, shop)
}
