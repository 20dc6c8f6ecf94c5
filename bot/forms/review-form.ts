import { reviewTextMax } from '../../src/orders/reviews/review.ts'
import type { ShopContext } from '../context.ts'
import { askText } from './ask-text.ts'
import type { Form } from './form.ts'

/** Asks for the text of a review. The question is null if the answer to the stars already contained it. */
export function reviewForm(write: (ctx: ShopContext, token: string, text: string) => Promise<void>): Form {
  return async (talk, ctx, token: string, question: string | null) => {
    const text = await askText(talk, ctx, question, reviewTextMax)
    await talk.external(outside => write(outside, token, text))
  }
}
