import { html } from '../../src/lib/html.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { storeReviewText } from '../../src/notices/store-review-text.ts'
import { reviewTextMax } from '../../src/orders/reviews/review.ts'
import { reviewOrder } from '../../src/orders/reviews/review-order.ts'
import type { ShopContext } from '../context.ts'
import { reviewForm } from '../forms/review-form.ts'
import { type Message, makePress } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import type { Language } from '../texts/texts.ts'
import { findOwnOrderOrReply } from './find-own-order.ts'
import type { ShopScreen } from './screen.ts'

/** The screen for reviewing completed orders. */
export const reviewScreen: ShopScreen = {
  presses: {
    review: askRating,
    rate: rateOrder,
    words: (ctx, [token]) => ctx.form('review', token, customerTexts[ctx.language].review.question(reviewTextMax)),
  },
  forms: { review: reviewForm(writeReview) },
  quietForms: ['review'],
}

const everyStar = [1, 2, 3, 4, 5]

export function ratingView(
  { token, orderNumber }: { token: string; orderNumber: string },
  language: Language,
): Message {
  return {
    text: html`${customerTexts[language].review.ask(orderNumber)}`,
    buttons: [everyStar.map(stars => ({ text: `${stars}⭐`, press: makePress('rate', token, stars) }))],
  }
}

async function askRating(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  if (order.status !== 'completed') await ctx.alert(customerTexts[ctx.language].review.notYet)
  else await ctx.say(ratingView(order, ctx.language))
}

async function rateOrder(ctx: ShopContext, [token, asked]: string[]): Promise<void> {
  const words = customerTexts[ctx.language].review
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  const { accountId, mode } = order
  const reviewer = { accountId, mode, customerId: ctx.customer.id }
  try {
    const outcome = await reviewOrder(ctx.app, reviewer, { token: order.token, stars: Number(asked) })
    await ctx.show({
      text: html`${words[outcome]('⭐'.repeat(Number(asked)))}`,
      buttons: [
        [
          { text: words.write, press: makePress('words', order.token) },
          { text: words.change, press: makePress('review', order.token) },
        ],
      ],
    })
    // The next text answers the question for a few words.
    if (outcome === 'first') await ctx.form('review', order.token, null)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'refused_transition')) throw error
    await ctx.alert(words.notYet)
  }
}

async function writeReview(ctx: ShopContext, token: string, text: string): Promise<void> {
  const { store, customer, once } = ctx
  const reviewer = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  await storeReviewText(ctx.app, reviewer, { token, text, once })
  await ctx.say({ text: html`${customerTexts[ctx.language].review.written}` })
}
