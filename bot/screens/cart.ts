import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { placeOf } from '../../src/lib/paging.ts'
import type { Cart } from '../../src/orders/cart/cart.ts'
import type { CartProblem, FilledLine } from '../../src/orders/cart/cart-line.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { stepQuantity } from '../../src/orders/cart/step-quantity.ts'
import { quantityMax } from '../../src/orders/order.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, press } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { menuRow, pager, pressed, readId, readNumber } from './buttons.ts'
import { cutText } from './cut-text.ts'
import type { ShopScreen } from './screen.ts'

export const cartScreen: ShopScreen = {
  commands: { keranjang: ctx => showCart(ctx), cart: ctx => showCart(ctx) },
  presses: {
    cart: (ctx, [page]) => showCart(ctx, readNumber(page, 1, 99) ?? 1),
    line: setLine,
    add: { answers: true, run: (ctx, args) => stepLine(ctx, args, 1) },
    sub: { answers: true, run: (ctx, args) => stepLine(ctx, args, -1) },
    empty,
  },
}

const linesPerPage = 4

export interface CartData {
  cart: Cart
  page: number
  /** A sentence for a press that was already answered, and so could not show it as a toast. */
  note?: string
}

export function cartView({ cart, page, note = '' }: CartData, t: Texts): Message {
  if (cart.lines.length === 0) {
    return {
      text: html`🛒 <b>${t.cartTitle}</b>\n\n${t.cartEmpty}`,
      buttons: [[{ text: t.products, press: press('browse') }], menuRow(t)],
    }
  }
  const place = placeOf({ total: cart.lines.length, page, pageSize: linesPerPage })
  const hasProblem = cart.lines.some(line => line.problem() !== null)
  const warnings = [hasProblem && t.cartProblem, note].filter(Boolean).map(warning => html`\n\n⚠️ ${warning}`)
  return {
    text: html`🛒 <b>${t.cartTitle}</b>

${cart.lines.map((line, at) => lineText(line, at + 1, cart.lines.length, t))}
${t.total}: <b>${formatRupiah(cart.total)}</b>${warnings}`,
    buttons: [
      ...cart.lines
        .slice(place.offset, place.offset + place.limit)
        .map((line, at) => lineButtons(line, place.offset + at + 1, place.page, t)),
      ...pager(t, place, to => press('cart', to)),
      ...(hasProblem ? [] : [[checkoutButton(cart, t)]]),
      [
        { text: t.keepShopping, press: press('browse') },
        { text: t.emptyCart, press: press('empty') },
      ],
      menuRow(t),
    ],
  }
}

function lineText(line: FilledLine, number: number, count: number, t: Texts): Html {
  const problem = line.problem()
  const warning = problem && html`\n   ⚠️ ${problemWord(problem, line, t)}`
  const name = nameInList(line.variant.fullName(), count)
  return html`${number}. ${name} × ${line.quantity} · ${formatRupiah(line.total())}${warning}\n`
}

const roomyLinesMax = 8
const tightNameMax = 70

/** A name as it is, or cut where so many lines would not fit into a message. */
export function nameInList(name: string, lineCount: number): string {
  return lineCount <= roomyLinesMax ? name : cutText(name, tightNameMax)
}

function problemWord(problem: CartProblem, { variant }: FilledLine, t: Texts): string {
  return problem === 'too_many' ? t.cartProblems.too_many(variant.available() ?? 0) : t.cartProblems[problem]
}

function lineButtons({ variant, quantity }: FilledLine, number: number, page: number, t: Texts): Button[] {
  const to = (wanted: number) => press('line', variant.publicId, wanted, page)
  return [
    { text: '➖', press: press('sub', variant.publicId, quantity, page) },
    { text: `${number}. × ${quantity}`, press: to(quantity) },
    { text: '➕', press: press('add', variant.publicId, quantity, page) },
    { text: t.removeLine, press: to(0) },
  ]
}

function checkoutButton(cart: Cart, t: Texts): Button {
  return { text: t.checkout(formatRupiah(cart.total)), press: press('checkout'), style: 'success' }
}

export async function showCart(ctx: ShopContext, page = 1, note = ''): Promise<void> {
  const cart = await findCart(ctx.app, ctx.store, ctx.customer.id)
  await ctx.show(cartView({ cart, page, note }, ctx.t))
}

async function setLine(ctx: ShopContext, [variantId, asked, page]: string[]): Promise<void> {
  const id = readId(variantId)
  const quantity = readNumber(asked, 0, quantityMax)
  if (id !== null && quantity !== null) {
    await fillCart(ctx.app, ctx.store, ctx.customer.id, { variantId: id, quantity })
  }
  await showCart(ctx, readNumber(page, 1, 99) ?? 1)
}

async function stepLine(ctx: ShopContext, [variantId, seen, page]: string[], by: 1 | -1): Promise<void> {
  const { app, store, customer, t } = ctx
  const cart = await findCart(app, store, customer.id)
  const line = cart.lines.find(each => each.variant.publicId === variantId)
  let note = ''
  const shown = readNumber(seen, 0, quantityMax)
  if (line && shown !== null) {
    const max = Math.max(1, line.variant.atMost(quantityMax))
    const step = { ...pressed(ctx), shown, by, min: 0, max }
    const { quantity, isPastMax } = await stepQuantity(app, store.accountId, customer.id, step)
    if (isPastMax && !(await ctx.toast(t.noMore(max)))) note = t.noMore(max)
    await fillCart(app, store, customer.id, { variantId: line.variant.publicId, quantity })
  }
  await showCart(ctx, readNumber(page, 1, 99) ?? 1, note)
}

async function empty(ctx: ShopContext): Promise<void> {
  await fillCart(ctx.app, ctx.store, ctx.customer.id, null)
  await showCart(ctx)
}
