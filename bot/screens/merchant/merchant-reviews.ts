import { type Html, html, renderLines } from '../../../src/lib/html.ts'
import type { Page } from '../../../src/lib/paging.ts'
import type { Order } from '../../../src/orders/order.ts'
import { listReviews } from '../../../src/orders/reviews/list-reviews.ts'
import type { Review } from '../../../src/orders/reviews/review.ts'
import type { PlatformContext } from '../../context.ts'
import { type Message, makePress } from '../../telegram/message.ts'
import { formatRating } from '../../texts/format.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { shopkeeperTexts } from '../../texts/shopkeeper-texts.ts'
import { makeVoice, type Voice } from '../../texts/voice.ts'
import { menuRow, pagerButtons, readNumber } from '../buttons.ts'
import type { PlatformScreen } from '../screen.ts'
import { testMark } from '../test-mark.ts'
import { replyNotLinked } from './reply-not-linked.ts'

/** The screen of the shops' reviews, newest first. */
export const merchantReviewsScreen: PlatformScreen = {
  commands: { ulasan: ctx => showReviews(ctx, 1), reviews: ctx => showReviews(ctx, 1) },
  presses: { reviews: (ctx, [page]) => showReviews(ctx, readNumber(page, 1, 9999) ?? 1) },
}

interface Reviewed {
  order: Pick<Order, 'orderNumber' | 'customerName' | 'mode'>
  review: Pick<Review, 'stars' | 'text' | 'createdAt'>
}

export function reviewCard(reviewed: Reviewed, voice: Voice): Message {
  const { orderNumber } = reviewed.order
  return {
    text: html`<b>${shopkeeperTexts[voice.language].reviews.one}</b>\n${reviewLines(reviewed, voice)}`,
    buttons: [
      [
        { text: merchantTexts[voice.language].contact, press: makePress('write', orderNumber) },
        { text: voice.t.orderDetail, press: makePress('seecard', orderNumber) },
      ],
    ],
  }
}

function reviewLines({ order, review }: Reviewed, { t, language, moment }: Voice): Html {
  const { wordless } = shopkeeperTexts[language].reviews
  return html`${'⭐'.repeat(review.stars)} · <b>${order.customerName}</b>${testMark(order.mode === 'test', t)}
${order.orderNumber} · ${moment(review.createdAt)}
${review.text ? renderLines(review.text) : html`<i>${wordless}</i>`}`
}

export function reviewsView(reviews: Page<Reviewed> & { average: number }, voice: Voice): Message {
  const words = shopkeeperTexts[voice.language].reviews
  if (reviews.total === 0) {
    return { text: html`⭐ <b>${words.title}</b>\n\n${words.none}`, buttons: [menuRow(voice.t)] }
  }
  return {
    text: html`⭐ <b>${words.title}</b>
${words.average(formatRating(voice.language, reviews.average), reviews.total)}

${reviews.items.map(each => html`${reviewLines(each, voice)}\n\n`)}`,
    buttons: [...pagerButtons(voice.t, reviews, page => makePress('reviews', page)), menuRow(voice.t)],
  }
}

async function showReviews(ctx: PlatformContext, page: number): Promise<void> {
  if (ctx.accountIds.length === 0) return replyNotLinked(ctx)
  await ctx.show(reviewsView(await listReviews(ctx.app, ctx.accountIds, page), makeVoice(ctx)))
}
