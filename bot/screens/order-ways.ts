import { findZoneByAddress, type Handover, handovers } from '../../src/catalog/delivery-zones.ts'
import { ShopRules } from '../../src/catalog/shop-rules.ts'
import { html } from '../../src/lib/html.ts'
import { notFound, Refusal } from '../../src/lib/refusal.ts'
import { chooseReceiving, chooseSlot, listSlots, readHandoverContext } from '../../src/orders/choose-receiving.ts'
import { editOrder } from '../../src/orders/edit-order.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import { listRequiredDetails } from '../../src/orders/place-order.ts'
import type { ReceivingChoice } from '../../src/orders/receiving/plan-receiving.ts'
import type { ShopContext } from '../context.ts'
import { type DeliveryDetails, receivingForm } from '../forms/receiving-form.ts'
import { buildReceivingOffer, tableButtons } from '../forms/receiving-questions.ts'
import { type Button, makePress } from '../telegram/message.ts'
import { sellerButtons } from '../telegram/seller-buttons.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { receivingTexts } from '../texts/receiving-texts.ts'
import { makeVoice } from '../texts/voice.ts'
import { explainReceivingRefusal } from './checkout.ts'
import { findOwnOrder, findOwnOrderOrReply } from './find-own-order.ts'
import { sendOrder, showOrder } from './order.ts'
import type { ShopScreen } from './screen.ts'
import { reuseStoredDetail } from './store-details.ts'

/** The screen with the choices of an order before its payment begins: the delivery method, and its time. */
export const orderWaysScreen: ShopScreen = {
  presses: {
    receive: (ctx, [token, way]) => withPendingOrder(ctx, token, order => takeWay(ctx, order, way)),
    table: (ctx, [token, table]) =>
      withPendingOrder(ctx, token, order => chooseWay(ctx, order, { receiving: 'dine_in', table: Number(table) })),
    usekept: (ctx, [token, what]) => withPendingOrder(ctx, token, order => useForOrder(ctx, order, what)),
    slots: (ctx, [token]) => withPendingOrder(ctx, token, order => showSlots(ctx, order)),
    slot: (ctx, [token, minute]) => withPendingOrder(ctx, token, order => takeSlot(ctx, order, Number(minute))),
  },
  forms: { receiving: receivingForm(readBringing, bringOrder) },
}

export function orderOwner({ store, customer }: ShopContext) {
  return { accountId: store.accountId, mode: store.mode, customerId: customer.id }
}

/** Passes a customer's order to `act` while it is not being paid; otherwise it replies with the reason. */
export async function withPendingOrder(
  ctx: ShopContext,
  token: string | undefined,
  act: (order: WholeOrder) => Promise<void>,
): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  if (order.status !== 'pending') await ctx.alert(ctx.t.refusals.refused_transition)
  else await act(order)
}

async function takeWay(ctx: ShopContext, order: WholeOrder, way: string | undefined): Promise<void> {
  const receiving = handovers.find(each => each === way) ?? 'delivery'
  if (receiving === 'pickup') return chooseWay(ctx, order, { receiving })
  if (receiving === 'dine_in') return showTables(ctx, order)
  const { offer, address } = await readBringing(ctx, order.token)
  if (offer.zones.length > 0 || address === null) await ctx.form('receiving', order.token)
  else await chooseWay(ctx, order, { receiving })
}

async function chooseWay(
  ctx: ShopContext,
  order: WholeOrder,
  choice: ReceivingChoice & { receiving: Handover },
): Promise<void> {
  if (await isChosen(ctx, order.token, choice)) await showOrder(ctx, order.token)
}

async function isChosen(
  ctx: ShopContext,
  token: string,
  choice: ReceivingChoice & { receiving: Handover },
): Promise<boolean> {
  try {
    await chooseReceiving(ctx.app, orderOwner(ctx), { token, ...choice })
    return true
  } catch (error) {
    const why = error instanceof Refusal ? explainReceivingRefusal(ctx.language, error) : null
    if (why === null) throw error
    await ctx.say({ text: html`⚠️ ${why}` })
    await sendOrder(ctx, token)
    return false
  }
}

// At the new address the zone may have to be chosen, or may be a different one.
async function useForOrder(ctx: ShopContext, order: WholeOrder, what = ''): Promise<void> {
  if (!(await reuseStoredDetail(ctx, order.token, what))) return
  if (what !== 'address' || order.receiving !== 'delivery') return sendOrder(ctx, order.token)
  const { offer, address } = await readBringing(ctx, order.token)
  if (offer.zones.length > 0 && !findZoneByAddress(offer.zones, address ?? '')) await ctx.form('receiving', order.token)
  else if (await isChosen(ctx, order.token, { receiving: 'delivery' })) await sendOrder(ctx, order.token)
}

async function showTables(ctx: ShopContext, { token, accountId }: WholeOrder): Promise<void> {
  const words = receivingTexts[ctx.language]
  const rules = await ctx.app.em({ accountId }).findOne(ShopRules, { account: accountId })
  await ctx.show({
    text: html`${words.askTable}`,
    buttons: [
      ...tableButtons(rules?.tables ?? 0, table => makePress('table', token, table)),
      [{ text: ctx.t.back, press: makePress('order', token) }],
    ],
  })
}

async function readBringing(ctx: ShopContext, token: string): Promise<DeliveryDetails> {
  const order = await findOwnOrder(ctx, token)
  if (!order) throw notFound('order')
  const handing = await readHandoverContext(ctx.app.em(ctx.store), order)
  const isAsked = listRequiredDetails(handing.goods, handing.rules, 'delivery').includes('address')
  return {
    offer: buildReceivingOffer(handing, sellerButtons(ctx).ask),
    address: order.address ?? (isAsked ? null : ''),
  }
}

async function bringOrder(
  ctx: ShopContext,
  token: string,
  { address, ...choice }: ReceivingChoice & { address?: string },
): Promise<void> {
  if (address !== undefined) await editOrder(ctx.app, orderOwner(ctx), token, { address })
  if (await isChosen(ctx, token, { ...choice, receiving: choice.receiving ?? 'delivery' })) await sendOrder(ctx, token)
}

async function showSlots(ctx: ShopContext, { token, accountId }: WholeOrder): Promise<void> {
  const rules = await ctx.app.em({ accountId }).findOne(ShopRules, { account: accountId })
  const { moment } = makeVoice(ctx)
  const slots = listSlots(ctx.app, rules).map((slot): Button[] => [
    { text: moment(slot), press: makePress('slot', token, slot.getTime() / 60_000) },
  ])
  await ctx.show({
    text: html`${customerTexts[ctx.language].chooseSlot}`,
    buttons: [...slots, [{ text: ctx.t.back, press: makePress('order', token) }]],
  })
}

async function takeSlot(ctx: ShopContext, order: WholeOrder, minute: number): Promise<void> {
  const slotAt = new Date(minute * 60_000)
  try {
    if (Number.isNaN(slotAt.getTime())) {
      await showSlots(ctx, order)
      return
    }
    await chooseSlot(ctx.app, orderOwner(ctx), { token: order.token, slotAt })
    await showOrder(ctx, order.token)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'invalid_request')) throw error
    await ctx.alert(customerTexts[ctx.language].slotGone)
    await showSlots(ctx, order)
  }
}
