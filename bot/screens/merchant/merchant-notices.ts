import { html } from '../../../src/lib/html.ts'
import { readNoticeSwitches, type SwitchableKind, switchNotices } from '../../../src/notices/switch-notices.ts'
import type { PlatformContext } from '../../context.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { type Language, texts } from '../../texts/texts.ts'
import { menuRow, readNumber } from '../buttons.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import type { PlatformScreen } from '../screen.ts'
import { findButtonShop, findScreenShop, otherShopButtons, type ScreenShop } from './screen-shop.ts'

/** The screen of a merchant's notices, with a switch for each kind in each shop linked to the chat. */
export const merchantNoticesScreen: PlatformScreen = {
  commands: { kabar: ctx => showSwitches(ctx, 0), notices: ctx => showSwitches(ctx, 0) },
  presses: {
    kabar: (ctx, [shop]) => showSwitches(ctx, readNumber(shop, 0, 9999) ?? 0),
    switch: flipSwitch,
  },
}

interface Switches extends ScreenShop {
  kinds: { kind: SwitchableKind; isOn: boolean }[]
}

export function switchesView({ kinds, ...of }: Switches, language: Language): Message {
  const words = merchantTexts[language]
  const { id, displayName } = of.shops[of.shop]!
  const switches = kinds.map(({ kind, isOn }, at): Button[] => [
    {
      text: (isOn ? words.switchOn : words.switchOff)(words.switches[kind]),
      // The button contains the wanted state, not a toggle: a press that is handled twice sets it only once.
      press: makePress('switch', id, at, isOn ? 'off' : 'on'),
    },
  ])
  return {
    text: html`<b>${words.switchesTitle(displayName)}</b>\n\n${words.switchesHint}`,
    buttons: [...switches, ...otherShopButtons(of, 'kabar'), menuRow(texts[language])],
  }
}

async function showSwitches(ctx: PlatformContext, shopId: number): Promise<void> {
  const of = await findScreenShop(ctx, shopId)
  if (!of) return
  const kinds = await readNoticeSwitches(ctx.app, of.shops[of.shop]!.id)
  await ctx.show(switchesView({ ...of, kinds }, ctx.language))
}

async function flipSwitch(ctx: PlatformContext, [account, at, wanted]: string[]): Promise<void> {
  const found = findButtonShop(ctx, account)
  const kinds = found ? await readNoticeSwitches(ctx.app, found.id) : []
  const chosen = kinds[readNumber(at, 0, kinds.length - 1) ?? -1]
  if (!found || !chosen) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const { accountId, ...by } = makeChatActor(ctx, found.id)
  await switchNotices(ctx.app, accountId, [{ kind: chosen.kind, isOn: wanted === 'on' }], by)
  await showSwitches(ctx, found.shop)
}
