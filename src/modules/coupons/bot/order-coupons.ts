import type { ShopContext } from '../../../../bot/context.ts'
import { readRowNumber } from '../../../../bot/screens/buttons.ts'
import { findOwnOrder } from '../../../../bot/screens/find-own-order.ts'
import { sendOrder, showOrder } from '../../../../bot/screens/order.ts'
import { orderOwner, withPendingOrder } from '../../../../bot/screens/order-ways.ts'
import type { ShopScreen } from '../../../../bot/screens/screen.ts'
import { makePress } from '../../../../bot/telegram/message.ts'
import { formatRefusal } from '../../../../bot/texts/voice.ts'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Slots } from '../../../slots.ts'
import { Coupon } from '../coupon.ts'
import { listOwnCoupons } from '../list-own-coupons.ts'
import { couponUseTexts } from '../texts/coupon-use-texts.ts'
import { removeCoupon, useCoupon } from '../use-coupon.ts'
import { couponForm } from './coupon-form.ts'

/** Handles the coupon of an order whose payment has not begun. */
export const orderCouponsScreen: ShopScreen = {
  presses: {
    coupon: (ctx, [token, card]) =>
      withPendingOrder(ctx, token, order => {
        const pressed = ctx.callbackQuery?.message?.message_id ?? null
        return ctx.form('coupon', order.token, readRowNumber(card) ?? pressed)
      }),
    usecoupon: {
      answers: true,
      run: (ctx, [token, code = '']) => withPendingOrder(ctx, token, order => takeOwnCoupon(ctx, order.token, code)),
    },
    uncoupon: (ctx, [token]) =>
      withPendingOrder(ctx, token, async order => {
        await removeCoupon(ctx.app, orderOwner(ctx), order.token)
        await showOrder(ctx, token)
      }),
  },
  forms: { coupon: couponForm(takeCoupon) },
}

/** Returns the buttons to use the customer's own coupon, enter a code, or remove a coupon. */
export const couponButtons: Slots['orderWays'] = async (app, order, language) => {
  const { token, couponCode, customerId, accountId, total } = order
  const words = couponUseTexts[language]
  if (couponCode !== null) return { rows: [], ways: [{ text: words.remove, press: makePress('uncoupon', token) }] }
  const usable = { isActive: true, $or: [{ customerId: null }, { customerId }] }
  const [count, own] = await Promise.all([app.em({ accountId }).count(Coupon, usable), listOwnCoupons(app, order)])
  return {
    rows: own
      .filter(({ totalMin }) => totalMin <= total)
      .map(({ code, amount }) => [
        { text: words.own(formatRupiah(amount!)), press: makePress('usecoupon', token, code) },
      ]),
    ways: count > 0 ? [{ text: words.use, press: makePress('coupon', token) }] : [],
  }
}

async function takeOwnCoupon(ctx: ShopContext, token: string, code: string): Promise<void> {
  const problem = await takeCoupon(ctx, token, code, null)
  if (problem === null) return
  const button = { text: couponUseTexts[ctx.language].use, press: makePress('coupon', token) }
  await ctx.say({ text: html`${problem}`, buttons: [[button]] })
}

// `card` is the message whose total the coupon changes; null if it is the pressed one.
async function takeCoupon(ctx: ShopContext, token: string, code: string, card: number | null): Promise<string | null> {
  const words = couponUseTexts[ctx.language]
  try {
    await useCoupon(ctx.app, orderOwner(ctx), { token, code })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'coupon')) throw error
    return formatRefusal(ctx, error)
  }
  const order = await findOwnOrder(ctx, token)
  const taken = order && words.taken(order.couponCode ?? code, formatRupiah(order.discount))
  if (card === null && taken) {
    await ctx.toast(taken)
    await showOrder(ctx, token)
    return null
  }
  if (taken) await ctx.say({ text: html`${taken}` })
  await sendOrder(ctx, token)
  // The order is shown again below, because the card above still has the old total.
  if (card !== null) await ctx.remove(card)
  return null
}
