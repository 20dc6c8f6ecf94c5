import { html } from '../../src/lib/html.ts'
import type { PlatformContext } from '../context.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import type { Form } from './form.ts'

export const productTextFields = ['name', 'description', 'category'] as const
export type ProductTextField = (typeof productTextFields)[number]

/** A question to a merchant about a text of a product. */
interface WordsQuestion {
  productId: string
  word: ProductTextField
  question: string
}

/** Reads a new text of a product until `change` accepts it; `change` returns the problem with it. */
export function productTextForm(
  change: (ctx: PlatformContext, productId: string, word: ProductTextField, text: string) => Promise<string | null>,
): Form {
  return async (talk, ctx, { productId, word, question }: WordsQuestion) => {
    await ctx.say({ text: html`${question}` })
    for (;;) {
      const { message } = await talk.wait()
      const text = message?.text?.trim()
      const problem = text
        ? await talk.external(outside => change(outside as unknown as PlatformContext, productId, word, text))
        : merchantTexts[ctx.language].textPlease
      if (problem === null) return
      await ctx.say({ text: html`${problem}` })
    }
  }
}
