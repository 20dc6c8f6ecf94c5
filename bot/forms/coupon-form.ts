import type { ShopContext } from '../context.ts'
import { couponUseTexts } from '../texts/coupon-use-texts.ts'
import type { Form } from './form.ts'
import { askWords } from './talk-form.ts'

const codeMax = 32

/** Asks for the code of a coupon for an order until `take` accepts it; `take` returns what is wrong with the code. */
export function couponForm(
  take: (ctx: ShopContext, token: string, code: string, card: number | null) => Promise<string | null>,
): Form {
  return async (talk, ctx, token: string, card: number | null) => {
    const words = couponUseTexts[ctx.language]
    let question = words.ask
    for (;;) {
      const code = await askWords(talk, ctx, question, codeMax)
      const problem = await talk.external(outside => take(outside, token, code, card))
      if (problem === null) return
      question = words.again(problem)
    }
  }
}
