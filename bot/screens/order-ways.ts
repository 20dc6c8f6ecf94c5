import { ShopRules } from '../../src/catalog/shop-rules.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { chooseReceiving, chooseSlot, slotsOf } from '../../src/orders/choose-receiving.ts'
import { dropCoupon, useCoupon } from '../../src/orders/coupons/use-coupon.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import type { ShopContext } from '../context.ts'
import { couponForm } from '../forms/coupon-form.ts'
import { type Button, press } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { refusalFor, voiceOf } from '../texts/voice.ts'
import { findOwnOrder } from './find-own-order.ts'
import { sayOrder, showOrder } from './order.ts'
import type { ShopScreen } from './screen.ts'

/** The choices of an order whose payment has not begun: a coupon, the way of delivery, and its time. */
export const orderWaysScreen: ShopScreen = {
  presses: {
    coupon: (ctx, [token]) => withPending(ctx, token, order => ctx.form('coupon', order.token)),
    usecoupon: (ctx, [token, code = '']) => withPending(ctx, token, order => takeCoupon(ctx, order.token, code)),
    uncoupon: (ctx, [token]) =>
      withPending(ctx, token, async order => {
        await dropCoupon(ctx.app, ownerOf(ctx), order.token)
        await showOrder(ctx, token)
      }),
    receive: (ctx, [token, way]) =>
      withPending(ctx, token, async order => {
        const receiving = way === 'pickup' ? 'pickup' : 'delivery'
        await chooseReceiving(ctx.app, ownerOf(ctx), { token: order.token, receiving })
        await showOrder(ctx, token)
      }),
    slots: (ctx, [token]) => withPending(ctx, token, order => showSlots(ctx, order)),
    slot: (ctx, [token, minute]) => withPending(ctx, token, order => takeSlot(ctx, order, Number(minute))),
  },
  forms: { coupon: couponForm(takeCoupon) },
}

function ownerOf({ store, customer }: ShopContext) {
  return { accountId: store.accountId, mode: store.mode, customerId: customer.id }
}

async function withPending(
  ctx: ShopContext,
  token: string | undefined,
  act: (order: WholeOrder) => Promise<void>,
): Promise<void> {
  const order = await findOwnOrder(ctx, token)
  if (!order) await ctx.alert(ctx.t.orderUnknown)
  else if (order.status !== 'pending') await ctx.alert(ctx.t.refusals.refused_transition)
  else await act(order)
}

async function takeCoupon(ctx: ShopContext, token: string, code: string): Promise<void> {
  const words = customerTexts[ctx.language]
  try {
    await useCoupon(ctx.app, ownerOf(ctx), { token, code })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'coupon')) throw error
    await ctx.say({
      text: html`${refusalFor(ctx, error)}`,
      buttons: [[{ text: words.buttons.coupon, press: press('coupon', token) }]],
    })
    return
  }
  const order = await findOwnOrder(ctx, token)
  if (order) await ctx.say({ text: html`${words.couponTaken(order.couponCode ?? code, formatRupiah(order.discount))}` })
  await sayOrder(ctx, token)
}

async function showSlots(ctx: ShopContext, { token, accountId }: WholeOrder): Promise<void> {
  const rules = await ctx.app.em({ accountId }).findOne(ShopRules, { account: accountId })
  const { moment } = voiceOf(ctx)
  const slots = slotsOf(ctx.app, rules).map((slot): Button[] => [
    { text: moment(slot), press: press('slot', token, slot.getTime() / 60_000) },
  ])
  await ctx.show({
    text: html`${customerTexts[ctx.language].chooseSlot}`,
    buttons: [...slots, [{ text: ctx.t.back, press: press('order', token) }]],
  })
}

async function takeSlot(ctx: ShopContext, order: WholeOrder, minute: number): Promise<void> {
  const slotAt = new Date(minute * 60_000)
  try {
    if (Number.isNaN(slotAt.getTime())) {
      await showSlots(ctx, order)
      return
    }
    await chooseSlot(ctx.app, ownerOf(ctx), { token: order.token, slotAt })
    await showOrder(ctx, order.token)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_request')) throw error
    await ctx.alert(customerTexts[ctx.language].slotGone)
    await showSlots(ctx, order)
  }
}
