import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { computePlace } from '../../src/lib/paging.ts'
import type { Cart, CartUnits } from '../../src/orders/cart/cart.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { stepQuantity } from '../../src/orders/cart/step-quantity.ts'
import { quantityMax } from '../../src/orders/order.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, makePress, packAmount } from '../telegram/message.ts'
import { optionTexts } from '../texts/option-texts.ts'
import type { Texts } from '../texts/texts.ts'
import type { Voice } from '../texts/voice.ts'
import { describePress, menuRow, pagerButtons, readId, readNumber } from './buttons.ts'
import type { ShopScreen } from './screen.ts'
import { shortenText } from './shorten-text.ts'

export const cartScreen: ShopScreen = {
  commands: { keranjang: ctx => showCart(ctx), cart: ctx => showCart(ctx) },
  presses: {
    cart: (ctx, [page]) => showCart(ctx, readNumber(page, 1, 99) ?? 1),
    line: setLine,
    add: { answers: true, run: (ctx, args) => stepLine(ctx, args, 1) },
    sub: { answers: true, run: (ctx, args) => stepLine(ctx, args, -1) },
    empty: emptyCart,
  },
}

const linesPerPage = 4

export interface CartData {
  cart: Cart
  page: number
  /** A sentence for a press that was already answered, which can therefore not show a toast. */
  note?: string
}

export function cartView({ cart, page, note = '' }: CartData, voice: Pick<Voice, 't' | 'language'>): Message {
  const { t } = voice
  const { units } = cart
  if (units.length === 0) {
    return {
      text: html`🛒 <b>${t.cartTitle}</b>\n\n${t.cartEmpty}`,
      buttons: [[{ text: t.products, press: makePress('browse') }], menuRow(t)],
    }
  }
  const place = computePlace({ total: units.length, page, pageSize: linesPerPage })
  const hasProblem = !cart.isOrderable
  const warnings = [hasProblem && t.cartProblem, note].filter(Boolean).map(warning => html`\n\n⚠️ ${warning}`)
  return {
    text: html`🛒 <b>${t.cartTitle}</b>

${units.map((each, at) => unitsText(each, { number: at + 1, count: units.length }, voice))}
${t.total}: <b>${formatRupiah(cart.total)}</b>${warnings}`,
    buttons: [
      ...units
        .slice(place.offset, place.offset + place.limit)
        .flatMap((each, at) => unitsButtons(each, place.offset + at + 1, place.page, voice)),
      ...pagerButtons(t, place, to => makePress('cart', to)),
      ...(hasProblem ? [] : [[checkoutButton(cart, t)]]),
      [
        { text: t.keepShopping, press: makePress('browse') },
        { text: t.emptyCart, press: makePress('empty') },
      ],
      menuRow(t),
    ],
  }
}

function unitsText(
  units: CartUnits,
  { number, count }: { number: number; count: number },
  voice: Pick<Voice, 't' | 'language'>,
): Html {
  const problem = problemWord(units, voice)
  const warning = problem && html`\n   ⚠️ ${problem}`
  const name = shortenListName(units.line.variant.fullName(), count)
  const chosen = units.choices.map(({ optionName }) => optionName).join(', ')
  const options = chosen && html`\n   <i>${shortenListName(chosen, count)}</i>`
  return html`${number}. ${name} × ${units.quantity} · ${formatRupiah(units.total)}${options}${warning}\n`
}

const roomyLinesMax = 8
const tightNameMax = 70

/** Shortens a name if a message with this many lines would otherwise be too long. */
export function shortenListName(name: string, lineCount: number): string {
  return lineCount <= roomyLinesMax ? name : shortenText(name, tightNameMax)
}

function problemWord(
  { problem, making, line }: CartUnits,
  { t, language }: Pick<Voice, 't' | 'language'>,
): string | null {
  if (problem === 'choose') {
    const words = optionTexts[language].problem
    if (making!.is === 'gone') return words.gone(making!.name)
    return making!.is === 'too_few' ? words.too_few(making!.group) : words.too_many(making!.group, making!.max)
  }
  if (problem === 'too_many') return t.cartProblems.too_many(line.variant.available() ?? 0)
  return problem && t.cartProblems[problem]
}

function unitsButtons(
  { line: { variant }, key, quantity, problem }: CartUnits,
  number: number,
  page: number,
  { t, language }: Pick<Voice, 't' | 'language'>,
): Button[][] {
  const to = (verb: string, count: number) =>
    makePress(verb, variant.publicId, count, page, ...(key === '' ? [] : [key]))
  const again = {
    text: `${number}. ${optionTexts[language].chooseAgain}`,
    press: makePress('oagain', variant.publicId, key),
  }
  return [
    [
      { text: '➖', press: to('sub', quantity) },
      { text: `${number}. × ${quantity}`, press: to('line', quantity) },
      { text: '➕', press: to('add', quantity) },
      { text: t.removeLine, press: to('line', 0) },
    ],
    ...(problem === 'choose' || key !== '' ? [[again]] : []),
  ]
}

function checkoutButton(cart: Cart, t: Texts): Button {
  return {
    text: t.checkout(formatRupiah(cart.total)),
    press: makePress('checkout', packAmount(cart.total)),
    style: 'success',
  }
}

export async function showCart(ctx: ShopContext, page = 1, note = ''): Promise<void> {
  const cart = await findCart(ctx.app, ctx.store, ctx.customer.id)
  await ctx.show(cartView({ cart, page, note }, ctx))
}

async function setLine(ctx: ShopContext, [variantId, asked, page, making = '']: string[]): Promise<void> {
  const id = readId(variantId)
  const quantity = readNumber(asked, 0, quantityMax)
  if (id !== null && quantity !== null) {
    await fillCart(ctx.app, ctx.store, ctx.customer.id, { variantId: id, quantity, making })
  }
  await showCart(ctx, readNumber(page, 1, 99) ?? 1)
}

async function stepLine(ctx: ShopContext, [variantId, seen, page, making = '']: string[], by: 1 | -1): Promise<void> {
  const { app, store, customer, t } = ctx
  const cart = await findCart(app, store, customer.id)
  const ofLine = cart.units.filter(({ line }) => line.variant.publicId === variantId)
  const units = ofLine.find(({ key }) => key === making)
  let note = ''
  const shown = readNumber(seen, 0, quantityMax)
  if (units && shown !== null) {
    const { variant } = units.line
    const others = ofLine.filter(each => each !== units).reduce((sum, { quantity }) => sum + quantity, 0)
    const max = Math.max(1, variant.atMost(quantityMax) - others)
    const step = { ...describePress(ctx), shown, by, min: 0, max }
    const { quantity, isPastMax } = await stepQuantity(app, store.accountId, customer.id, step)
    if (isPastMax && !(await ctx.toast(t.noMore(max)))) note = t.noMore(max)
    await fillCart(app, store, customer.id, { variantId: variant.publicId, quantity, making })
  }
  await showCart(ctx, readNumber(page, 1, 99) ?? 1, note)
}

async function emptyCart(ctx: ShopContext): Promise<void> {
  await fillCart(ctx.app, ctx.store, ctx.customer.id, null)
  await showCart(ctx)
}
