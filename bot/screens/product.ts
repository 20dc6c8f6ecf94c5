import { buffer } from 'node:stream/consumers'
import type { Handover } from '../../src/catalog/delivery-zones.ts'
import { findProduct, type ShownProduct } from '../../src/catalog/find-product.ts'
import { findShopRules } from '../../src/catalog/find-shop-rules.ts'
import { OptionGroup } from '../../src/catalog/options/option-group.ts'
import { chatStockModes, formatGoodsName } from '../../src/catalog/product.ts'
import { findImage } from '../../src/goods/find-goods.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { nullIfNotFound } from '../../src/lib/refusals/null-if-not-found.ts'
import type { App } from '../../src/needs.ts'
import type { Cart } from '../../src/orders/cart/cart.ts'
import { fillCart, linesMax } from '../../src/orders/cart/fill-cart.ts'
import { findStep } from '../../src/orders/cart/find-step.ts'
import { stepQuantity } from '../../src/orders/cart/step-quantity.ts'
import { isFavourite } from '../../src/orders/customers/list-favourites.ts'
import { quantityMax } from '../../src/orders/order.ts'
import { findPlacedOrder } from '../../src/orders/place-order.ts'
import { listWaysToReceive } from '../../src/orders/receiving/list-ways-to-receive.ts'
import { readRating } from '../../src/orders/reviews/read-rating.ts'
import type { ShopContext } from '../context.ts'
import { type Attachment, type Button, type Message, makePress, packAmount, unpackAmount } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { formatRating } from '../texts/format.ts'
import { optionTexts } from '../texts/option-texts.ts'
import type { Texts } from '../texts/texts.ts'
import type { Voice } from '../texts/voice.ts'
import { describePress, menuRow, readId, readNumber, shortenLabel } from './buttons.ts'
import { describePriceChange, showPlacedOrder, startOrder } from './checkout.ts'
import { discontinuedView } from './gone.ts'
import { showOptions } from './options.ts'
import { describeClosedShop } from './parts/describe-closed-shop.ts'
import { moduleBuyButtons } from './parts/module-buy-buttons.ts'
import { handoverLine, priceLine, renderDescription, type ShownVariant } from './parts/product-lines.ts'
import type { ShopScreen } from './screen.ts'

export const productScreen: ShopScreen = {
  links: { p: (ctx, id) => showProduct(ctx, id, {}) },
  presses: {
    product: (ctx, [id]) => showProduct(ctx, id, {}),
    item: (ctx, [id, variantId, quantity]) =>
      showProduct(ctx, id, { variantId, quantity: readNumber(quantity, 0, quantityMax) ?? 1 }),
    more: { answers: true, run: (ctx, args) => changeQuantity(ctx, args, 1) },
    less: { answers: true, run: (ctx, args) => changeQuantity(ctx, args, -1) },
    put: { answers: true, run: addToCart },
    buy: buyVariant,
  },
}

export interface ProductData {
  product: ShownProduct
  /** The shown variant; null until the customer chooses one of several. */
  variant: ShownVariant | null
  quantity: number
  image: Attachment | null
  /** The user name of the bot, for sharing its `p_` link. */
  username: string
  /** Whether the bot answers inline queries. If so, a card is shared, otherwise a link. */
  isInline?: boolean
  /** The number of units in the cart, after some were just added. */
  cartUnits?: number
  /** A sentence for a press that was already answered, which can therefore not show a toast. */
  note?: string
  isFavourite?: boolean
  /** Whether the customer chooses options for its units. */
  hasOptions?: boolean
  /** Other ways to buy the product. */
  moreRows?: Button[][]
  /** The methods by which the shop hands it over; null if not configured. */
  ways?: readonly Handover[] | null
  /** The sentence of a closed shop, for goods that people hand over. */
  closed?: string
  /** The average of its customers' ratings; null without reviews. */
  rating?: { average: number; count: number } | null
}

export function productView(
  {
    product,
    variant,
    quantity,
    image,
    username,
    isInline = false,
    cartUnits = 0,
    note = '',
    isFavourite = false,
    hasOptions = false,
    moreRows = [],
    ways = null,
    closed = '',
    rating = null,
  }: ProductData,
  { t, language }: Pick<Voice, 't' | 'language'>,
): Message {
  const words = customerTexts[language]
  const keep = isFavourite ? ([words.kept, 'off'] as const) : ([words.keep, 'on'] as const)
  return {
    text: html`<b>${product.name}</b>
${priceLine(product, variant, t)}${
  rating &&
  html`
${words.rating(formatRating(language, rating.average), rating.count)}`
}
${handoverLine(product, variant, ways, { t, language })}${renderDescription(product.description, image !== null)}${
  !variant &&
  html`

${t.chooseVariant}`
}${
  variant &&
  quantity > 1 &&
  html`

${t.subtotal}: <b>${formatRupiah(variant.price * quantity)}</b>`
}${[closed, note].filter(Boolean).map(line => html`\n\n⚠️ ${line}`)}`,
    ...(image ? { photo: image } : {}),
    buttons: [
      ...(product.variants.length > 1
        ? product.variants.$.map(each => [variantButton(product, each, variant, t)])
        : []),
      ...(variant?.isOrderable()
        ? orderRows({ product, variant, quantity, hasOptions, moreRows }, { t, language })
        : []),
      ...(variant && !variant.isOrderable()
        ? [[{ text: words.tellMe, press: makePress('tellme', variant.publicId) }]]
        : []),
      ...(cartUnits > 0 ? [[{ text: t.cart(cartUnits), press: makePress('cart') }]] : []),
      [
        { text: keep[0], press: makePress('fav', product.publicId, variant?.publicId ?? '', keep[1]) },
        shareButton({ product, username, isInline }, t),
      ],
      menuRow(t, product.category ? makePress('cat', product.category.publicId, 1) : makePress('browse')),
    ],
  }
}

// Bots without inline mode use Telegram's own sharing of a link.
function shareButton(
  { product, username, isInline }: Pick<ProductData, 'product' | 'username' | 'isInline'>,
  t: Texts,
): Button {
  if (isInline) return { text: t.share, share: product.name }
  const link = encodeURIComponent(`https://t.me/${username}?start=p_${product.publicId}`)
  return { text: t.share, url: `https://t.me/share/url?url=${link}` }
}

function variantButton(product: ShownProduct, variant: ShownVariant, chosen: ShownVariant | null, t: Texts): Button {
  const mark = variant === chosen ? '✅ ' : ''
  const told = variant.isOrderable() ? formatRupiah(variant.price) : t.soldOut
  return {
    text: `${mark}${shortenLabel(variant.name || product.name)} · ${told}`,
    press: makePress('item', product.publicId, variant.publicId, 1),
  }
}

function orderRows(
  {
    product,
    variant,
    quantity,
    hasOptions,
    moreRows,
  }: {
    product: ShownProduct
    variant: ShownVariant
    quantity: number
    hasOptions: boolean
    moreRows: Button[][]
  },
  { t, language }: Pick<Voice, 't' | 'language'>,
): Button[][] {
  const most = variant.atMost(quantityMax)
  const to = (name: string, ...more: string[]) => makePress(name, product.publicId, variant.publicId, quantity, ...more)
  const counter: Button[] = [
    { text: '➖', press: to('less') },
    { text: String(quantity), press: to('item') },
    { text: '➕', press: to('more') },
  ]
  if (hasOptions) {
    const choose = makePress('options', variant.publicId, quantity)
    return [...(most > 1 ? [counter] : []), [{ text: optionTexts[language].choose, press: choose, style: 'success' }]]
  }
  return [
    ...(most > 1 ? [counter] : []),
    [{ text: t.buyNow, press: to('buy', packAmount(variant.price)), style: 'success' }],
    [{ text: t.addToCart, press: to('put') }],
    ...moreRows,
  ]
}

interface Look {
  variantId?: string | undefined
  quantity?: number
  cartUnits?: number
  note?: string
}

export async function showProduct(ctx: ShopContext, id: string | undefined, look: Look): Promise<void> {
  await ctx.show(await makeView(ctx, id, look))
}

/** Shows a product as a new message. */
export async function sendProduct(ctx: ShopContext, id: string | undefined): Promise<void> {
  await ctx.say(await makeView(ctx, id, {}))
}

async function makeView(ctx: ShopContext, id: string | undefined, look: Look): Promise<Message> {
  const product = await lookUp(ctx, id)
  if (!product) return discontinuedView(ctx.t)
  const variant =
    findVariant(product, look.variantId) ?? (product.variants.length === 1 ? product.variants.$[0]! : null)
  const quantity = variant ? Math.max(1, Math.min(look.quantity ?? 1, variant.atMost(quantityMax))) : 1
  const image = product.image ? createImageAttachment(ctx.app, product.image) : null
  const { app, store, customer, bot } = ctx
  const [isMarked, rating, hasOptions, rules] = await Promise.all([
    isFavourite(app, { accountId: store.accountId, customerId: customer.id }, product.publicId),
    readRating(app, store, product.publicId),
    hasGroups(ctx, product),
    findShopRules(app, store.accountId),
  ])
  const { cartUnits = 0, note = '' } = look
  const shared = { username: bot.username, isInline: ctx.me.supports_inline_queries }
  const moreRows = variant ? moduleBuyButtons(app, product, variant, ctx.language) : []
  const shown = {
    product,
    variant,
    quantity,
    image,
    cartUnits,
    note,
    isFavourite: isMarked,
    rating,
    hasOptions,
    moreRows,
  }
  const isByPeople = product.variants.$.exists(({ stockMode }) => !chatStockModes.has(stockMode))
  const closed = isByPeople ? describeClosedShop(ctx, rules) : ''
  const ways = listWaysToReceive(rules, [product])
  return productView({ ...shown, ...shared, closed, ways }, ctx)
}

async function hasGroups({ app, store }: ShopContext, { id }: ShownProduct): Promise<boolean> {
  return (await app.em(store).count(OptionGroup, { product: id })) > 0
}

function findVariant(product: ShownProduct | null, publicId: string | undefined): ShownVariant | undefined {
  return product?.variants.$.find(variant => variant.publicId === publicId)
}

async function lookUp(ctx: ShopContext, id: string | undefined): Promise<ShownProduct | null> {
  const readable = readId(id)
  if (!readable) return null
  return nullIfNotFound(findProduct(ctx.app, ctx.store, readable))
}

export function createImageAttachment(app: App, { storageKey }: { storageKey: string }): Attachment {
  return {
    key: `image ${storageKey}`,
    name: 'produk.jpg',
    bytes: async () => buffer(await app.goods.open('images', (await findImage(app, storageKey)).storageKey)),
  }
}

async function changeQuantity(ctx: ShopContext, [id, variantId, shown]: string[], by: 1 | -1): Promise<void> {
  const product = await lookUp(ctx, id)
  const variant = findVariant(product, variantId)
  if (!product || !variant?.isOrderable()) {
    await ctx.alert(ctx.t.productGone)
    return
  }
  const from = readNumber(shown, 1, quantityMax) ?? 1
  const most = variant.atMost(quantityMax)
  const stepping = { ...describePress(ctx), shown: from, by, min: 1, max: most }
  const { quantity, isPastMax } = await stepQuantity(ctx.app, ctx.store.accountId, ctx.customer.id, stepping)
  // A press that was answered before shows no toast, so the message contains the sentence.
  const note = isPastMax && !(await ctx.toast(ctx.t.noMore(most))) ? ctx.t.noMore(most) : ''
  await showProduct(ctx, id, { variantId, quantity, note })
}

async function addToCart(ctx: ShopContext, args: string[]): Promise<void> {
  const wanted = await fillUnits(ctx, args)
  if (wanted === null) await ctx.alert(ctx.t.productGone)
  else if (typeof wanted === 'object') {
    const { product, variant, quantity, cart } = wanted
    const name = formatGoodsName(product.name, variant.name)
    await ctx.toast(ctx.t.inCart(shortenLabel(name), quantity))
    await showProduct(ctx, product.publicId, { variantId: variant.publicId, quantity, cartUnits: cart.unitCount })
  }
}

// Only this product is bought, and the cart is unchanged. After a crash the order may already exist.
async function buyVariant(ctx: ShopContext, [id, variantId, asked, shown]: string[]): Promise<void> {
  const placed = await findPlacedOrder(ctx.app, ctx.store, ctx.customer.id, ctx.once)
  if (placed) return showPlacedOrder(ctx, placed)
  const product = await lookUp(ctx, id)
  const variant = findVariant(product, variantId)
  if (!product || !variant) {
    await ctx.show(discontinuedView(ctx.t))
    return
  }
  const quantity = await wantedQuantity(ctx, variant, asked)
  if (await hasGroups(ctx, product)) return showOptions(ctx, variant.publicId, quantity)
  const only = { productId: product.publicId, variantId: variant.publicId, quantity }
  const seen = unpackAmount(shown) ?? variant.price
  if (seen === variant.price) return startOrder(ctx, { only, expectedTotal: variant.price * quantity })
  await showProduct(ctx, id, { variantId, quantity, note: describePriceChange(ctx, seen, variant.price) })
}

// The button may still show the quantity before the last "+".
async function wantedQuantity(ctx: ShopContext, { publicId }: ShownVariant, text: string | undefined): Promise<number> {
  const ofMessage = `${ctx.callbackQuery?.message?.message_id}:`
  const stepped = await findStep(ctx.app, ctx.store.accountId, ctx.customer.id, [ofMessage, `:${publicId}:`])
  return stepped ?? readNumber(text, 1, quantityMax) ?? 1
}

interface Filled {
  product: ShownProduct
  variant: ShownVariant
  quantity: number
  cart: Cart
}

async function fillUnits(
  ctx: ShopContext,
  [id, variantId, asked]: string[],
): Promise<Filled | 'full' | 'options' | null> {
  const product = await lookUp(ctx, id)
  const variant = findVariant(product, variantId)
  if (!product || !variant) return null
  const quantity = await wantedQuantity(ctx, variant, asked)
  if (await hasGroups(ctx, product)) {
    await showOptions(ctx, variant.publicId, quantity)
    return 'options'
  }
  try {
    const cart = await fillCart(ctx.app, ctx.store, ctx.customer.id, { variantId: variant.publicId, quantity })
    return { product, variant, quantity, cart }
  } catch (error) {
    if (!(error instanceof Refusal && error.fields?.[0]?.code === 'too_many')) throw error
    await ctx.alert(ctx.t.cartFull(linesMax))
    return 'full'
  }
}
