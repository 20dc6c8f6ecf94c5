import { html } from '../../src/lib/html.ts'
import type { PlatformScreen, ShopScreen } from './screen.ts'

/** What merchants' bots answer to, in the order in which texts are offered. */
export const shopScreens: ShopScreen[] = [
  {
    commands: {
      async start(ctx) {
        await ctx.say({ text: html`<b>${ctx.store.name}</b>` })
      },
    },
  },
]

/** What the platform bot answers to. */
export const platformScreens: PlatformScreen[] = []
