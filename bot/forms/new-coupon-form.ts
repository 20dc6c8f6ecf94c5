import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { couponTexts } from '../texts/coupon-texts.ts'
import type { Form } from './form.ts'

/** Asks a merchant for a new coupon until `make` accepts it; `make` returns what is wrong with an answer. */
export function newCouponForm(
  make: (ctx: PlatformContext, shop: number, text: string) => Promise<string | null>,
): Form {
  return async (talk, ctx, shop: number) => {
    const words = couponTexts[ctx.language]
    await ctx.say({ text: html`${words.ask}` })
    for (;;) {
      const { message } = await talk.wait()
      const text = message?.text
      const problem = text
        ? await talk.external(outside => make(outside as unknown as PlatformContext, shop, text))
        : words.unread
      if (problem === null) return
      await ctx.say({ text: html`${problem}` })
    }
  }
}
