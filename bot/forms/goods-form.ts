import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import type { Form } from './form.ts'

/** A question to a merchant, and the property of a variant that the answer changes. */
interface GoodsQuestion {
  what: GoodsChange
  variantId: string
  question: string
}

export type GoodsChange = 'price' | 'count' | 'lines' | 'threshold' | 'stars' | 'url'

/** Reads a price or a stock from a merchant until `change` accepts it; `change` returns the problem with the answer. */
export function goodsForm(
  change: (ctx: PlatformContext, what: GoodsChange, variantId: string, text: string) => Promise<string | null>,
): Form {
  return async (talk, ctx, { what, variantId, question }: GoodsQuestion) => {
    await ctx.say({ text: html`${question}` })
    for (;;) {
      const answer = await talk.wait()
      const text = answer.message?.text
      const problem = text
        ? await talk.external(outside => change(outside as unknown as PlatformContext, what, variantId, text))
        : merchantTexts[ctx.language].textPlease
      if (problem === null) return
      await ctx.say({ text: html`${problem}` })
    }
  }
}
