import { modes } from '../../../src/database/scope.ts'
import { nullIfNotFound } from '../../../src/lib/refusals/null-if-not-found.ts'
import { findStarPurchase, type WholeStarPurchase } from '../../../src/stars/find-star-purchase.ts'
import { refundStars } from '../../../src/stars/refund-stars.ts'
import type { PlatformContext } from '../../context.ts'
import { starTexts } from '../../texts/star-texts.ts'
import { voiceOf } from '../../texts/voice.ts'
import { actingFor } from '../acting-for.ts'
import { readRow } from '../buttons.ts'
import { refuseUnallowed } from '../refuse-unallowed.ts'
import type { PlatformScreen } from '../screen.ts'
import { askStarRefundView, starCard } from '../star-card.ts'

/** The sales for Telegram Stars, and their refunds. */
export const merchantStarsScreen: PlatformScreen = {
  presses: { starcard: showCard, starback: askRefund, starbackyes: refund },
}

// An id alone gives no access: it is searched only in the accounts that this chat is linked to now.
async function findOwn(ctx: PlatformContext, id: string | undefined): Promise<WholeStarPurchase | null> {
  const row = readRow(id)
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
  if (purchase) await ctx.show(starCard(purchase, voiceOf(ctx)))
  else await ctx.alert(starTexts[ctx.language].merchant.unknown)
}

async function askRefund(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const purchase = await findOwn(ctx, id)
  if (purchase?.status !== 'paid') return showCard(ctx, [id ?? ''])
  refuseUnallowed(ctx, purchase.accountId, 'money')
  await ctx.show(askStarRefundView(purchase, voiceOf(ctx)))
}

async function refund(ctx: PlatformContext, [id]: string[]): Promise<void> {
  const purchase = await findOwn(ctx, id)
  if (purchase) {
    refuseUnallowed(ctx, purchase.accountId, 'money')
    await refundStars(ctx.app, { ...actingFor(ctx, purchase.accountId), mode: purchase.mode }, purchase.id)
  }
  await showCard(ctx, [id ?? ''])
}
