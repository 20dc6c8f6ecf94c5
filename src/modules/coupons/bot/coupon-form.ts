import type { ShopContext } from '../../../../bot/context.ts'
import { askText } from '../../../../bot/forms/ask-text.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { couponUseTexts } from '../texts/coupon-use-texts.ts'

const codeMax = 32

/** Asks for a coupon code for an order until `take` accepts it; `take` returns the problem of a code. */
export function couponForm(
  take: (ctx: ShopContext, token: string, code: string, card: number | null) => Promise<string | null>,
): Form {
  return async (talk, ctx, token: string, card: number | null) => {
    const words = couponUseTexts[ctx.language]
    let question = words.ask
    for (;;) {
      const code = await askText(talk, ctx, question, codeMax)
      const problem = await talk.external(outside => take(outside, token, code, card))
      if (problem === null) return
      question = words.again(problem)
    }
  }
}
