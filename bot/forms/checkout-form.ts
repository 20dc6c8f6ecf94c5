import type { Conversation } from '@grammyjs/conversations'
import type { Message } from 'grammy/types'
import { checkClosed } from '../../src/catalog/check-closed.ts'
import { findProduct } from '../../src/catalog/find-product.ts'
import { readMaking } from '../../src/catalog/options/read-making.ts'
import { readOptions } from '../../src/catalog/options/read-options.ts'
import { chatStockModes } from '../../src/catalog/product.ts'
import type { RequiredDetail } from '../../src/catalog/product-kinds.ts'
import { ShopRules } from '../../src/catalog/shop-rules.ts'
import { html, renderLines } from '../../src/lib/html.ts'
import { readPhone } from '../../src/lib/phone.ts'
import { toPlainLine } from '../../src/lib/plain-text.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { listRequiredDetails, type OrderRequest } from '../../src/orders/place-order.ts'
import { type AddressProblem, findAddressProblem } from '../../src/orders/receiving/address-problem.ts'
import type { FormContext, ShopContext } from '../context.ts'
import { type Button, makePress, readPress } from '../telegram/message.ts'
import { sellerButtons } from '../telegram/seller-buttons.ts'
import type { Form } from './form.ts'
import {
  askHandover,
  askZoneOrTable,
  buildReceivingOffer,
  cartButton,
  formatPoint,
  needsReceivingQuestions,
  type ReceivingOffer,
} from './receiving-questions.ts'

export type FormConversation = Conversation<ShopContext, FormContext>

interface CheckoutQuestion {
  asks: RequiredDetail[]
  offer: ReceivingOffer
  phone: string | null
  address: string | null
  total: number
  /** Set if people hand over some of the goods, and their shop is closed. */
  closed: { opensAt: Date | null } | null
}

/** The goods that are bought immediately, without the cart. */
export interface DirectPurchase {
  productId: string
  variantId: string
  quantity: number
  choices?: string[]
}

const textMax = 500

/**
 * Collects the data that the goods in the cart require: a phone number, an address, a note. `place` gets the last
 * answer, and places the order.
 */
export function checkoutForm(place: (ctx: ShopContext, input: OrderRequest) => Promise<void>): Form {
  return async (talk, ctx, only?: DirectPurchase) => {
    const asked = await talk.external(outside => readAsked(outside, only))
    const receiving = await askHandover(talk, ctx, asked.offer)
    const asks = listRequiredDetails([asked], null, receiving ?? null)
    const phone = asks.includes('phone') ? await askPhone(talk, ctx, asked.phone) : undefined
    const told = asks.includes('address')
      ? await askAddress(talk, ctx, { known: asked.address, back: cartButton(ctx) })
      : undefined
    const { place: typed, ...where } = await askZoneOrTable(talk, ctx, asked.offer, { receiving, address: told })
    const address = appendPlace(told, typed)
    const note = asks.includes('note')
      ? await askNote(talk, ctx, { question: ctx.t.askNote, back: cartButton(ctx) })
      : undefined
    await talk.external(outside => place(outside, { ...where, phone, address, note, only, expectedTotal: asked.total }))
  }
}

/**
 * Reads what has to be asked before the cart, or this item alone, can be ordered. It also reads when the shop opens, if
 * nothing can be ordered before.
 */
export async function readCheckoutQuestions(
  ctx: ShopContext,
  only?: DirectPurchase,
): Promise<{ hasQuestions: boolean; closed: CheckoutQuestion['closed'] }> {
  const { asks, offer, closed } = await readAsked(ctx, only)
  // If the shop cannot hand over all goods by a single method, placing the order reports that before any question.
  const hasQuestions = offer.ways?.length !== 0 && (asks.length > 0 || needsReceivingQuestions(offer))
  return { hasQuestions, closed }
}

/** Adds the area or postcode that was typed afterwards to an address, because a courier needs it too. */
export function appendPlace<Told extends string | undefined>(address: Told, area: string | undefined): Told | string {
  if (!address || !area || address.toLowerCase().includes(area.toLowerCase())) return address
  const whole = `${address}, ${area}`
  return whole.length > textMax ? address : whole
}

async function readAsked(ctx: ShopContext, only: DirectPurchase | undefined): Promise<CheckoutQuestion> {
  const { accountId } = ctx.store
  const rules = await ctx.app.em({ accountId }).findOne(ShopRules, { account: accountId })
  const cart = await findCart(ctx.app, ctx.store, ctx.customer.id)
  const { phone, address } = cart.customer
  const { bought, total } = only ? await readOnly(ctx, only) : { bought: cart.sold, total: cart.total }
  const goods = bought.map(({ variant: { product, weightG }, quantity }) => {
    const { kind, handovers, asks, name } = product
    return { kind, handovers, weightG, quantity, asks, name }
  })
  const offer = buildReceivingOffer({ rules, goods, goodsTotal: total }, sellerButtons(ctx).ask)
  const isByPeople = bought.some(({ variant }) => !chatStockModes.has(variant.stockMode))
  const closed = isByPeople ? checkClosed(ctx.app, rules) : null
  // A customer without a choice of methods is only asked for what the method needs.
  const onlyWay = offer.ways?.length === 1 ? offer.ways[0]! : null
  return { asks: listRequiredDetails(goods, rules, onlyWay), offer, phone, address, total, closed }
}

async function readOnly(ctx: ShopContext, { productId, variantId, quantity, choices = [] }: DirectPurchase) {
  const product = await findProduct(ctx.app, ctx.store, productId)
  const variant = product.variants.$.find(each => each.publicId === variantId)
  if (!variant) return { bought: [], total: 0 }
  const groups = (await readOptions(ctx.app.em(ctx.store), [product.id])).get(product.id) ?? []
  const total = (variant.price + readMaking(groups, choices).price) * quantity
  const { weightG, stockMode } = variant
  return { bought: [{ variant: { product, weightG, stockMode }, quantity }], total }
}

export async function askPhone(talk: FormConversation, ctx: FormContext, phone: string | null): Promise<string> {
  if (phone !== null) return phone
  await ctx.say({ text: html`${ctx.t.askPhone}`, keyboard: { contact: ctx.t.sharePhone, cancel: ctx.t.cancelStep } })
  for (;;) {
    const answer = await talk.wait()
    const { contact, text } = answer.message ?? {}
    if (contact && contact.user_id !== answer.from?.id) {
      await ctx.say({ text: html`${ctx.t.phoneNotYours}` })
      continue
    }
    const phone = contact ? `+${contact.phone_number.replace(/\D/g, '')}` : readPhone(text ?? '')
    if (phone !== null) {
      await ctx.say({ text: html`${ctx.t.phoneThanks(phone)}`, keyboard: 'remove' })
      return phone
    }
    await ctx.say({ text: html`${ctx.t.phoneWrong}` })
  }
}

/** Asks for the address; `back` leaves the questions. */
export async function askAddress(
  talk: FormConversation,
  ctx: FormContext,
  { known: stored, back }: { known: string | null; back: Button },
): Promise<string> {
  const known = stored !== null && findAddressProblem(stored) !== 'unusable' ? stored : null
  const use: Button = { text: ctx.t.useAddress, press: makePress('form', 'address'), style: 'success' }
  await ctx.say(
    known === null
      ? { text: html`${ctx.t.askAddress}`, buttons: [[back]] }
      : { text: renderLines(ctx.t.addressKnown(toPlainLine(known))), buttons: [[use], [back]] },
  )
  return askAddressText(talk, ctx, known)
}

/** Asks for the note; `back` leaves the questions. */
export async function askNote(
  talk: FormConversation,
  ctx: FormContext,
  { question, back }: { question: string; back: Button },
): Promise<string> {
  await ctx.say({ text: html`${question}`, buttons: [[back]] })
  return askText(talk, ctx, 'note', null)
}

async function askAddressText(talk: FormConversation, ctx: FormContext, current: string | null): Promise<string> {
  let draft = ''
  for (;;) {
    const text = await askText(talk, ctx, 'address', current)
    if (text === current) return current
    const { address, problem } = judgeAddress(draft, text)
    if (problem === null) return address
    await ctx.say({ text: html`${ctx.t.addressWrong[problem]}` })
    if (problem === 'numberless') draft = address
  }
}

// Asks for a text. `kept` is the value of the form's own button; null without that button.
async function askText(
  talk: FormConversation,
  ctx: FormContext,
  field: string,
  current: string | null,
): Promise<string> {
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const pressed = callbackQuery && readPress(callbackQuery.data ?? '')
    // A button of an earlier question does not answer this question.
    if (pressed?.args[0] === field && current !== null) return current
    const text = readText(field, message)
    if (text && text.length <= textMax) return text
    if (!pressed) await ctx.say({ text: html`${text ? ctx.t.tooLong(textMax) : ctx.t.textPlease}` })
  }
}

// Asks once more for the house number. An answer completes the address. The unchanged address is accepted the second
// time.
function judgeAddress(draft: string, text: string): { address: string; problem: AddressProblem | null } {
  const problem = findAddressProblem(text)
  if (problem === null || draft === '') return { address: text, problem }
  if (problem === 'numberless') return { address: text, problem: null }
  const address = appendPlace(draft, text)
  return { address, problem: findAddressProblem(address) }
}

function readText(field: string, message: Message | undefined): string | undefined {
  return field === 'address' && message?.location ? formatPoint(message.location) : message?.text?.trim()
}
