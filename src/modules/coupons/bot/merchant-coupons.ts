import type { PlatformContext } from '../../../../bot/context.ts'
import { menuRow, readRowNumber, shortenLabel } from '../../../../bot/screens/buttons.ts'
import { holdForApproval } from '../../../../bot/screens/hold-for-approval.ts'
import { makeChatActor } from '../../../../bot/screens/make-chat-actor.ts'
import { replyNotLinked } from '../../../../bot/screens/merchant/reply-not-linked.ts'
import { refuseForbiddenAct } from '../../../../bot/screens/refuse-forbidden-act.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { type Button, type Message, makePress } from '../../../../bot/telegram/message.ts'
import { texts } from '../../../../bot/texts/texts.ts'
import type { Voice } from '../../../../bot/texts/voice.ts'
import { Account } from '../../../accounts/account.ts'
import { findAccounts } from '../../../accounts/find-accounts.ts'
import type { Mode } from '../../../database/scope.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { Coupon } from '../coupon.ts'
import { endCoupon } from '../end-coupon.ts'
import { makeCoupon, type NewCoupon } from '../make-coupon.ts'
import { couponTexts } from '../texts/coupon-chat-texts.ts'
import { formatTerms, listTerms, readTerm, toTerms } from './coupon-terms.ts'
import { type AnsweredTerms, newCouponForm } from './new-coupon-form.ts'

/** The coupons of the merchant's shops: lists active ones, creates and ends them. */
export const merchantCouponsScreen: PlatformScreen = {
  commands: { kupon: beginCoupon, coupons: beginCoupon },
  presses: {
    coupons: (ctx, [shop]) => (shop === undefined ? beginCoupon(ctx) : showCoupons(ctx, readRowNumber(shop))),
    newcoupon: (ctx, [shop]) => askNew(ctx, readRowNumber(shop)),
    endcoupon: askEnd,
    endcouponyes: endByChat,
  },
  forms: {
    newcoupon: newCouponForm({
      list: listTerms,
      make: makeByChat,
      read: ({ app, language }, accountId, key, text) => readTerm({ app, accountId, language }, key, text),
    }),
  },
}

interface ShownCoupons {
  app: Pick<App, 'calendar'>
  shop: Pick<Account, 'id' | 'displayName'>
  coupons: Coupon[]
  mode: Mode
}

export function couponsView(
  { app, shop, coupons, mode }: ShownCoupons,
  { language }: Pick<Voice, 'language'>,
): Message {
  const words = couponTexts[language]
  const lines = coupons.map(
    coupon =>
      html`${words.line(coupon.code, formatWorth(coupon), coupon.usesIn(mode), coupon.usesMax)}${formatTerms(
        app,
        coupon,
        language,
      )}\n`,
  )
  return {
    text: html`<b>${words.title(shop.displayName)}</b>\n\n${coupons.length === 0 ? words.none : lines}`,
    buttons: [
      ...coupons.map(({ id, code }): Button[] => [
        { text: shortenLabel(words.end(code)), press: makePress('endcoupon', shop.id, id) },
      ]),
      [{ text: words.make, press: makePress('newcoupon', shop.id) }],
      menuRow(texts[language]),
    ],
  }
}

function formatWorth({ percent, amount }: Coupon): string {
  return percent === null ? formatRupiah(amount!) : `${percent}%`
}

async function beginCoupon(ctx: PlatformContext, line = ''): Promise<void> {
  const [only, ...others] = ctx.accountIds
  if (only === undefined) return replyNotLinked(ctx)
  if (others.length === 0) return line.trim() === '' ? showCoupons(ctx, only) : makeAtOnce(ctx, only, line)
  const shops = await findAccounts(ctx.app, ctx.accountIds)
  const buttons = shops.map(({ id, displayName }): Button[] => [{ text: displayName, press: makePress('coupons', id) }])
  await ctx.show({ text: html`${couponTexts[ctx.language].which}`, buttons: [...buttons, menuRow(ctx.t)] })
}

// `/kupon NGOPI 5rb` creates one directly, as `/tagih 5rb kopi` does for bills.
async function makeAtOnce(ctx: PlatformContext, accountId: number, line: string): Promise<void> {
  const mistake = await makeByChat(ctx, accountId, line, {})
  if (mistake !== null) await ctx.say({ text: html`${mistake}` })
}

const shownMax = 20

async function showCoupons(ctx: PlatformContext, accountId: number | null): Promise<void> {
  if (accountId === null || !ctx.accountIds.includes(accountId)) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  const em = ctx.app.em({ accountId })
  const shop = await em.findOneOrFail(Account, { id: accountId })
  const coupons = await em.find(
    Coupon,
    { isActive: true, customerId: null },
    { orderBy: { id: 'desc' }, limit: shownMax },
  )
  await ctx.show(couponsView({ app: ctx.app, shop, coupons, mode: ctx.bot.mode }, ctx))
}

async function askNew(ctx: PlatformContext, accountId: number | null): Promise<void> {
  if (accountId === null || !ctx.accountIds.includes(accountId)) {
    await ctx.alert(ctx.t.unknownButton)
    return
  }
  refuseForbiddenAct(ctx, accountId, 'orders')
  await ctx.form('newcoupon', accountId)
}

const discounting = { kinds: ['discount'], subject: '/dashboard/coupons' } as const

// The chat may have lost access to the shop since the question.
async function makeByChat(
  ctx: PlatformContext,
  accountId: number,
  line: string,
  terms: AnsweredTerms,
): Promise<string | null> {
  refuseForbiddenAct(ctx, accountId, 'orders')
  const words = couponTexts[ctx.language]
  const coupon = readCoupon(line)
  if (coupon === null) return words.unread
  const held = await holdForApproval(ctx, accountId, discounting)
  if (held !== null) return held
  try {
    await makeCoupon(ctx.app, makeChatActor(ctx, accountId), { ...coupon, ...toTerms(terms, coupon) })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_request')) throw error
    const [wrong] = error.fields ?? []
    if (wrong?.code === 'taken') return words.taken(coupon.code)
    return wrong?.path === 'until' ? words.unreadTerm.over : words.unread
  }
  await ctx.say({ text: html`${words.made(coupon.code)}` })
  await showCoupons(ctx, accountId)
  return null
}

/** Parses `HEMAT10 10%`, `NGOPI 5rb` or `HEMAT10 10% 50x`; null for anything else. */
export function readCoupon(text: string): NewCoupon | null {
  const [, code, percent, amount, uses] =
    /^([A-Z0-9-]{3,32})\s+(?:(\d{1,3})\s?%|(.{1,40}?))(?:\s+(\d{1,7})\s?[x×])?$/i.exec(text.trim()) ?? []
  if (code === undefined || (percent === undefined && Number.isNaN(readRupiah(amount!)))) return null
  const worth = percent === undefined ? { amount: readRupiah(amount!) } : { percent: Number(percent) }
  return { code: code.toUpperCase(), worth, usesMax: uses === undefined ? null : Number(uses) }
}

async function findCoupon(
  ctx: PlatformContext,
  [shop, id]: string[],
): Promise<{ accountId: number; coupon: Coupon } | null> {
  const accountId = readRowNumber(shop)
  const couponId = readRowNumber(id)
  const isOwn = accountId !== null && couponId !== null && ctx.accountIds.includes(accountId)
  const coupon = isOwn ? await ctx.app.em({ accountId }).findOne(Coupon, { id: couponId }) : null
  if (!isOwn || !coupon) {
    await ctx.alert(ctx.t.unknownButton)
    return null
  }
  refuseForbiddenAct(ctx, accountId, 'orders')
  return { accountId, coupon }
}

async function askEnd(ctx: PlatformContext, args: string[]): Promise<void> {
  const found = await findCoupon(ctx, args)
  if (!found) return
  const words = couponTexts[ctx.language]
  const { accountId, coupon } = found
  await ctx.show({
    text: html`${words.askEnd(coupon.code)}`,
    buttons: [
      [{ text: words.yes, press: makePress('endcouponyes', accountId, coupon.id), style: 'danger' }],
      [{ text: words.no, press: makePress('coupons', accountId) }],
    ],
  })
}

async function endByChat(ctx: PlatformContext, args: string[]): Promise<void> {
  const found = await findCoupon(ctx, args)
  if (!found) return
  const held = await holdForApproval(ctx, found.accountId, discounting)
  if (held !== null) return void (await ctx.alert(held))
  await endCoupon(ctx.app, makeChatActor(ctx, found.accountId), found.coupon.id)
  await ctx.say({ text: html`${couponTexts[ctx.language].ended(found.coupon.code)}` })
  await showCoupons(ctx, found.accountId)
}
