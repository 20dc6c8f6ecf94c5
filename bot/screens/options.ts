import type { FilledGroup } from '../../src/catalog/options/read-options.ts'
import { formatGoodsName } from '../../src/catalog/product.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { nullIfNotFound } from '../../src/lib/refusals/null-if-not-found.ts'
import { type DraftStep, draftMaking, type MakingChoices } from '../../src/orders/cart/draft-making.ts'
import { fillCart, linesMax } from '../../src/orders/cart/fill-cart.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { quantityMax } from '../../src/orders/order.ts'
import { findPlacedOrder } from '../../src/orders/place-order.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, makePress, packAmount, unpackAmount } from '../telegram/message.ts'
import { optionTexts } from '../texts/option-texts.ts'
import { formatRefusal, type Voice } from '../texts/voice.ts'
import { groupInPairs, menuRow, readId, readNumber, shortenLabel } from './buttons.ts'
import { showCart } from './cart.ts'
import { describePriceChange, showPlacedOrder, startOrder } from './checkout.ts'
import { discontinuedView } from './gone.ts'
import type { ShopScreen } from './screen.ts'

/** The screen for choosing the options of goods, without typing, in one message that changes. */
export const optionsScreen: ShopScreen = {
  presses: {
    options: (ctx, [variantId, quantity]) => showOptions(ctx, variantId, readNumber(quantity, 1, quantityMax) ?? 1),
    ogroup: (ctx, [variantId, at]) => showDraft(ctx, variantId, { step: 'look', at: readNumber(at, 0, 99) ?? 0 }),
    opick: pickOption,
    oagain: chooseAgain,
    oput: addToCart,
    obuy: buyDraft,
  },
}

export interface OptionsData {
  draft: MakingChoices
  /** The index of the open group. */
  at: number
  note?: string
}

export function optionsView(
  { draft, at, note = '' }: OptionsData,
  { t, language }: Pick<Voice, 't' | 'language'>,
): Message {
  const { product, variant, groups, quantity, replaces } = draft
  const words = optionTexts[language]
  const open = groups[at] ?? groups[0]
  const total = formatRupiah(computeTotal(draft))
  const warning = note || (draft.gone.length > 0 ? words.gone(draft.gone.join(', ')) : '')
  const lacking = groups.findIndex(group => countChosen(draft, group) < group.choicesMin)
  const back = replaces === null ? makePress('item', product.publicId, variant.publicId, quantity) : makePress('cart')
  return {
    text: html`<b>${formatGoodsName(product.name, variant.name)}</b>${quantity > 1 && ` × ${quantity}`}
${formatRupiah(variant.price)}

${groups.map(group => groupLine(draft, { group, isOpen: group === open }, language))}
${t.subtotal}: <b>${total}</b>${warning && html`\n\n⚠️ ${warning}`}`,
    buttons: [
      ...(open ? optionRows(draft, open, language) : []),
      ...neighbourButtons(draft, groups.indexOf(open!)),
      ...(lacking >= 0 && groups[lacking] !== open
        ? [[{ text: words.first(groups[lacking]!.name), press: makePress('ogroup', variant.publicId, lacking) }]]
        : []),
      ...(lacking < 0 ? endRows(draft, language) : []),
      menuRow(t, back),
    ],
  }
}

function computeTotal({ variant, made, quantity }: MakingChoices): number {
  return (variant.price + made.price) * quantity
}

function countChosen({ made }: MakingChoices, group: FilledGroup): number {
  return made.choices.filter(choice => choice.group === group.key).length
}

function groupLine(
  draft: MakingChoices,
  { group, isOpen }: { group: FilledGroup; isOpen: boolean },
  language: Voice['language'],
): Html {
  const words = optionTexts[language]
  const picked = draft.made.choices.filter(choice => choice.group === group.key)
  const names = picked.map(({ optionName, price }) => `${optionName}${formatExtra(price)}`).join(', ')
  const { choicesMin: min, choicesMax: max } = group
  const rule = min > 0 ? words.must(min, max) : words.may(max)
  const told = names || html`<i>${min > 0 ? words.none : '–'}</i>`
  return html`${isOpen ? '👉 ' : picked.length > 0 ? '✅ ' : '▫️ '}<b>${group.name}</b> (${rule}): ${told}\n`
}

function formatExtra(price: number): string {
  return price === 0 ? '' : ` +${formatRupiah(price)}`
}

const roomyRowsMax = 8

function optionRows(draft: MakingChoices, group: FilledGroup, language: Voice['language']): Button[][] {
  const { variant, choices } = draft
  const buttons = [...group.options].map((option): Button => {
    const isOn = choices.includes(`${group.key}:${option.key}`)
    const told = option.isActive ? formatExtra(option.price) : ` · ${optionTexts[language].soldOut}`
    return {
      text: `${isOn ? '✅ ' : ''}${shortenLabel(option.name)}${told}`,
      press: makePress('opick', variant.publicId, option.publicId, isOn ? 0 : 1),
    }
  })
  return buttons.length > roomyRowsMax ? groupInPairs(buttons) : buttons.map(button => [button])
}

function neighbourButtons({ groups, variant }: MakingChoices, at: number): Button[][] {
  const to = (index: number) => makePress('ogroup', variant.publicId, index)
  const before = groups[at - 1]
  const after = groups[at + 1]
  const row = [
    ...(before ? [{ text: `‹ ${shortenLabel(before.name)}`, press: to(at - 1) }] : []),
    ...(after ? [{ text: `${shortenLabel(after.name)} ›`, press: to(at + 1) }] : []),
  ]
  return row.length > 0 ? [row] : []
}

function endRows(draft: MakingChoices, language: Voice['language']): Button[][] {
  const { variant, replaces } = draft
  const words = optionTexts[language]
  const total = formatRupiah(computeTotal(draft))
  if (replaces !== null) {
    return [[{ text: words.save(total), press: makePress('oput', variant.publicId), style: 'success' }]]
  }
  return [
    [{ text: words.put(total), press: makePress('oput', variant.publicId), style: 'success' }],
    [{ text: words.buy(total), press: makePress('obuy', variant.publicId, packAmount(computeTotal(draft))) }],
  ]
}

/** Starts the choice of options for a number of units of a variant. */
export async function showOptions(ctx: ShopContext, variantId: string | undefined, quantity: number): Promise<void> {
  await showDraft(ctx, variantId, { step: { quantity }, at: 0 })
}

async function showDraft(
  ctx: ShopContext,
  variantId: string | undefined,
  { step, at, note = '' }: { step: DraftStep; at: number; note?: string },
): Promise<void> {
  const draft = await readDraft(ctx, variantId, step)
  if (draft) await ctx.show(optionsView({ draft, at, note }, ctx))
  else await ctx.show(discontinuedView(ctx.t))
}

async function readDraft(
  ctx: ShopContext,
  variantId: string | undefined,
  step: DraftStep,
): Promise<MakingChoices | null> {
  const id = readId(variantId)
  if (id === null) return null
  return nullIfNotFound(draftMaking(ctx.app, ctx.store, { customerId: ctx.customer.id, variantId: id }, step))
}

// If the group allows a single choice, choosing leads to the next group.
async function pickOption(ctx: ShopContext, [variantId, optionId, on]: string[]): Promise<void> {
  const option = readId(optionId)
  if (option === null) return showDraft(ctx, variantId, { step: 'look', at: 0 })
  const before = await readDraft(ctx, variantId, 'look')
  const at = before?.groups.findIndex(group => [...group.options].some(each => each.publicId === option)) ?? -1
  const group = before?.groups[at]
  if (!group) return showDraft(ctx, variantId, { step: 'look', at: 0 })
  const isOn = on === '1'
  const leadsOn = isOn && group.choicesMax === 1 && at < before!.groups.length - 1
  try {
    await showDraft(ctx, variantId, { step: { option, isOn }, at: leadsOn ? at + 1 : at })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isFull = error.fields?.[0]?.code === 'too_many'
    const note = isFull ? optionTexts[ctx.language].atMost(group.name, group.choicesMax) : formatRefusal(ctx, error)
    await showDraft(ctx, variantId, { step: 'look', at, note })
  }
}

async function chooseAgain(ctx: ShopContext, [variantId, key = '']: string[]): Promise<void> {
  const cart = await findCart(ctx.app, ctx.store, ctx.customer.id)
  const units = cart.units.find(each => each.line.variant.publicId === variantId && each.key === key)
  if (!units) return showCart(ctx)
  const { quantity, chosen } = units
  await showDraft(ctx, variantId, { step: { quantity, choices: chosen, replaces: key }, at: 0 })
}

async function addToCart(ctx: ShopContext, [variantId]: string[]): Promise<void> {
  const draft = await readDraft(ctx, variantId, 'look')
  if (!draft) return ctx.show(discontinuedView(ctx.t)).then(() => undefined)
  const { quantity, choices, variant, product, replaces } = draft
  try {
    const line = { variantId: variant.publicId, quantity, choices, replaces: replaces ?? undefined }
    await fillCart(ctx.app, ctx.store, ctx.customer.id, line)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return explainRefusal(ctx, draft, error)
  }
  await ctx.toast(ctx.t.inCart(shortenLabel(formatGoodsName(product.name, variant.name)), quantity))
  await showCart(ctx)
}

// Only this product is bought, and the cart is unchanged. After a crash the order may already exist.
async function buyDraft(ctx: ShopContext, [variantId, shown]: string[]): Promise<void> {
  const placed = await findPlacedOrder(ctx.app, ctx.store, ctx.customer.id, ctx.once)
  if (placed) return showPlacedOrder(ctx, placed)
  const draft = await readDraft(ctx, variantId, 'look')
  if (!draft) return ctx.show(discontinuedView(ctx.t)).then(() => undefined)
  const { product, variant, quantity, choices, made } = draft
  if (made.problem) return showDraft(ctx, variantId, { step: 'look', at: 0 })
  const only = { productId: product.publicId, variantId: variant.publicId, quantity, choices }
  const expectedTotal = computeTotal(draft)
  const seen = unpackAmount(shown) ?? expectedTotal
  if (seen === expectedTotal) await startOrder(ctx, { only, expectedTotal })
  else await showDraft(ctx, variantId, { step: 'look', at: 0, note: describePriceChange(ctx, seen, expectedTotal) })
}

async function explainRefusal(ctx: ShopContext, { variant }: MakingChoices, refusal: Refusal): Promise<void> {
  const now = await readDraft(ctx, variant.publicId, 'look')
  const [field] = refusal.fields ?? []
  const isFull = field?.code === 'too_many' && !now?.made.problem
  const isTooMany = field?.code === 'out_of_range'
  const note = isFull ? ctx.t.cartFull(linesMax) : isTooMany ? ctx.t.noMore(quantityMax) : formatRefusal(ctx, refusal)
  await showDraft(ctx, variant.publicId, { step: 'look', at: 0, note })
}
