import { type Html, html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import type { WholeOrder } from '../../../src/orders/find-order.ts'
import { findOrder } from '../../../src/orders/find-order.ts'
import { listShopOrders } from '../../../src/orders/list-shop-orders.ts'
import { courierIds, findCourierName, readCourier } from '../../../src/orders/shipping/couriers.ts'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import { isOnItsWay, isShippable } from '../../../src/orders/shipping/shipment.ts'
import type { PlatformContext } from '../../context.ts'
import { numbersButtons, type ParcelBatch, shipManyForm } from '../../forms/ship-many-form.ts'
import { type Message, makePress } from '../../telegram/message.ts'
import { shippingTexts } from '../../texts/shipping-texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { groupInPairs, menuRow } from '../buttons.ts'
import type { PlatformScreen } from '../screen.ts'

/**
 * The screen that hands several orders to a courier: it asks for the courier by buttons, then for the numbers, one per
 * line.
 */
export const merchantShipManyScreen: PlatformScreen = {
  presses: { shipmany: showWaiting, shipby: askNumbers },
  forms: { shipmany: shipManyForm(shipAll) },
}

const ordersMax = 20

type Parcel = Pick<WholeOrder, 'orderNumber' | 'customerName' | 'address' | 'accountId'>

export function shipManyView(parcels: Parcel[], { t, language }: Pick<Voice, 't' | 'language'>): Message {
  const words = shippingTexts[language].merchant
  const orders = makePress('shoporders', 'todo', 1)
  if (parcels.length === 0) return { text: html`${words.many.nothing}`, buttons: [menuRow(t, orders)] }
  return {
    text: html`📮 <b>${words.many.title(parcels.length)}</b>\n\n${listParcels(parcels)}\n${words.many.choose}`,
    buttons: [
      ...groupInPairs(courierIds.map(id => ({ text: findCourierName(id, language), press: makePress('shipby', id) }))),
      menuRow(t, orders),
    ],
  }
}

function listParcels(parcels: Parcel[]): Html[] {
  return parcels.map(
    ({ orderNumber, customerName, address }, at) =>
      html`${at + 1}. <b>${orderNumber}</b> · ${customerName}${address && html`\n${address}`}\n`,
  )
}

async function showWaiting(ctx: PlatformContext): Promise<void> {
  await ctx.show(shipManyView(await findWaiting(ctx), ctx))
}

/** Returns the orders that can be handed to a courier, those that have waited longest first. */
async function findWaiting(ctx: PlatformContext): Promise<WholeOrder[]> {
  const accounts = ctx.accountsFor('orders')
  const waiting: WholeOrder[] = []
  for (let page = 1, pageCount = 1; page <= pageCount && accounts.length > 0; page++) {
    const listed = await listShopOrders(ctx.app, accounts, { filter: 'todo', page })
    pageCount = Math.min(listed.pageCount, ordersMax)
    for (const { orderNumber, accountId } of listed.items) {
      const order = await findOrder(ctx.app, { accountId }, orderNumber)
      if (isShippable(order, order.items) && !isOnItsWay(order)) waiting.push(order)
    }
  }
  return waiting.reverse().slice(0, ordersMax)
}

async function askNumbers(ctx: PlatformContext, [chosen]: string[]): Promise<void> {
  const courier = readCourier(chosen)
  const waiting = await findWaiting(ctx)
  if (!courier || waiting.length === 0) return showWaiting(ctx)
  const numbers = waiting.map(({ orderNumber }) => orderNumber)
  const words = shippingTexts[ctx.language].merchant.many
  const question = words.ask(findCourierName(courier, ctx.language), numbers.length)
  // The question replaces the couriers. The list above it stays, because it shows the order of the numbers.
  const asked = await ctx.show({
    text: html`📮 <b>${words.title(waiting.length)}</b>\n\n${listParcels(waiting)}\n${question}`,
    buttons: numbersButtons(ctx.language),
  })
  await ctx.form('shipmany', { courier, orders: numbers, asked } satisfies ParcelBatch)
}

// Another person may have changed some of them since the question. Each is therefore shipped separately, and those that
// could not be shipped are listed.
async function shipAll(
  ctx: PlatformContext,
  { courier, orders, asked }: ParcelBatch,
  text: string,
): Promise<string | null> {
  const words = shippingTexts[ctx.language].merchant.many
  const numbers = readParcelNumbers(text, orders.length)
  if (numbers === null) return words.wrong(orders.length)
  const outcomes: Html[] = []
  for (const [at, trackingNumber] of numbers) {
    const orderNumber = orders[at]!
    const isShipped = await shipOne(ctx, { orderNumber, courier, trackingNumber })
    outcomes.push(
      html`${isShipped ? '✅' : '⚠️'} <b>${orderNumber}</b> ${trackingNumber}${!isShipped && ` · ${words.stayed}`}\n`,
    )
  }
  const back = makePress('shoporders', 'todo', 1)
  const outcome = { text: html`<b>${words.done}</b>\n\n${outcomes}`, buttons: [menuRow(ctx.t, back)] }
  if (ctx.callbackQuery) await ctx.show(outcome)
  else {
    await ctx.remove(asked)
    await ctx.say(outcome)
  }
  return null
}

async function shipOne(
  ctx: PlatformContext,
  parcel: { orderNumber: string; courier: string; trackingNumber: string },
): Promise<boolean> {
  for (const accountId of ctx.accountsFor('orders')) {
    try {
      await shipOrder(ctx.app, { accountId }, { ...parcel, notify: true })
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code !== 'not_found') return false
    }
  }
  return false
}

/**
 * Reads the numbers of the orders: `2 JNE123` is for the second order, and lines without a position follow the list. An
 * empty text stands for all orders without numbers. Returns null for an unreadable text.
 */
export function readParcelNumbers(text: string, count: number): Map<number, string> | null {
  if (text === '') return new Map(Array.from({ length: count }, (_, at): [number, string] => [at, '']))
  const read = new Map<number, string>()
  const typed = text.split('\n').filter(line => line.trim() !== '')
  for (const [index, line] of typed.entries()) {
    const [, place, number] = /^(\d{1,2})(?:[.):]|\s)(.*)$/.exec(line.trim()) ?? []
    const at = place === undefined ? index : Number(place) - 1
    const tracking = (number ?? line).trim()
    if (at < 0 || at >= count || read.has(at) || !/^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$/.test(tracking)) return null
    read.set(at, tracking)
  }
  return read.size > 0 ? read : null
}
