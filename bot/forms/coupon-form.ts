import type { ShopContext } from '../context.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import type { Form } from './form.ts'
import { askWords } from './talk-form.ts'

const codeMax = 32

/** Asks for the code of a coupon for an order. */
export function couponForm(
  take: (ctx: ShopContext, token: string, code: string, card: number | null) => Promise<void>,
): Form {
  return async (talk, ctx, token: string, card: number | null) => {
    const code = await askWords(talk, ctx, customerTexts[ctx.language].askCoupon, codeMax)
    await talk.external(outside => take(outside, token, code, card))
  }
}
