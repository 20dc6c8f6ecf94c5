import type { PlatformContext } from '../../../../bot/context.ts'
import { readRowNumber } from '../../../../bot/screens/buttons.ts'
import { holdForApproval } from '../../../../bot/screens/hold-for-approval.ts'
import { makeChatActor } from '../../../../bot/screens/make-chat-actor.ts'
import { refuseForbiddenAct } from '../../../../bot/screens/refuse-forbidden-act.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { makeVoice } from '../../../../bot/texts/voice.ts'
import { modes } from '../../../database/scope.ts'
import { nullIfNotFound } from '../../../lib/refusals/null-if-not-found.ts'
import { findStarPurchase, type WholeStarPurchase } from '../find-star-purchase.ts'
import { refundStars } from '../refund-stars.ts'
import { starTexts } from '../texts/star-texts.ts'
import { askStarRefundView, starCard } from './star-card.ts'

/** Lists the sales for Telegram Stars, and refunds them. */
export const merchantStarsScreen: PlatformScreen = {
  presses: { starcard: showCard, starback: askRefund, starbackyes: refundByChat },
}

// An id alone gives no access: it is looked up only in the accounts to which this chat is currently linked.
async function findOwn(ctx: PlatformContext, id: string | undefined): Promise<WholeStarPurchase | null> {
  const row = readRowNumber(id)
  if (row === null) return null
  for (const accountId of ctx.accountIds) {
    for (const mode of modes) {
      const purchase = await nullIfNotFound(findStarPurchase(ctx.app, { accountId, mode }, { id: row }))
      if (purchase?.isCharged()) return purchase
    }
  }
  return null
}

async function showCard(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const purchase = await findOwn(ctx, id)
  if (purchase) await ctx.show(starCard(purchase, makeVoice(ctx)))
  else await ctx.alert(starTexts[ctx.language].merchant.unknown)
}

async function askRefund(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const purchase = await findOwn(ctx, id)
  if (purchase?.status !== 'paid') return showCard(ctx, [id ?? ''])
  refuseForbiddenAct(ctx, purchase.accountId, 'money')
  await ctx.show(askStarRefundView(purchase, makeVoice(ctx)))
}

async function refundByChat(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const purchase = await findOwn(ctx, id)
  if (purchase) {
    refuseForbiddenAct(ctx, purchase.accountId, 'money')
    // Purchases with Stars have no separate page; an approval is specific to this purchase anyway.
    const subject = `/dashboard/payments#stars-${purchase.id}`
    const held = await holdForApproval(ctx, purchase.accountId, { kinds: ['refund'], subject })
    if (held !== null) return void (await ctx.alert(held))
    await refundStars(ctx.app, { ...makeChatActor(ctx, purchase.accountId), mode: purchase.mode }, purchase.id)
  }
  await showCard(ctx, [id ?? ''])
}
