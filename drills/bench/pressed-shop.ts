import type { ShopScreen } from '../../bot/screens/screen.ts'
import { makePress } from '../../bot/telegram/message.ts'
import { html } from '../../src/lib/html.ts'

/** Returns the callback data of a screen's button, which leads to the next screen. */
export const makeScreenPress = (count: number) => makePress('more', count)

const button = (count: number) => [[{ text: 'Lagi', press: makeScreenPress(count) }]]

/**
 * A shop whose only button leads to the next of its numbered screens, so that pressing it costs what any press costs.
 */
export const pressedShop: ShopScreen = {
  commands: { start: async ctx => void (await ctx.say({ text: html`Beranda`, buttons: button(0) })) },
  presses: {
    more: async (ctx, [count]) => {
      const next = Number(count) + 1
      await ctx.show({ text: html`Layar ${next}`, buttons: button(next) })
    },
  },
}
