import { findOwnProduct, type OwnProduct } from '../../../src/catalog/find-own-product.ts'
import { listOwnProducts } from '../../../src/catalog/list-own-products.ts'
import { OptionGroup } from '../../../src/catalog/options/option-group.ts'
import { formatGoodsName, instantStockModes, limitedStockModes, type Product } from '../../../src/catalog/product.ts'
import { setLowStock } from '../../../src/catalog/set-low-stock.ts'
import { setPrice } from '../../../src/catalog/set-price.ts'
import { setProductPicture } from '../../../src/catalog/set-product-picture.ts'
import { type StarPriceTexts, setStarPrice } from '../../../src/catalog/set-star-price.ts'
import { setStockUrl } from '../../../src/catalog/set-stock-url.ts'
import { showProduct } from '../../../src/catalog/show-product.ts'
import { addUnits } from '../../../src/catalog/stock/add-units.ts'
import { restockVariant } from '../../../src/catalog/stock/restock.ts'
import { readRupiah } from '../../../src/lib/amounts/read-rupiah.js'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import type { Page } from '../../../src/lib/paging.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import type { SensitiveKind } from '../../../src/people/membership.ts'
import { listAdditions } from '../../../src/slots.ts'
import type { PlatformContext } from '../../context.ts'
import { type GoodsChange, goodsForm } from '../../forms/goods-form.ts'
import { pictureForm } from '../../forms/picture-form.ts'
import { fetchFile } from '../../telegram/fetch-file.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { optionTexts } from '../../texts/option-texts.ts'
import { shopkeeperTexts } from '../../texts/shopkeeper-texts.ts'
import type { Language } from '../../texts/texts.ts'
import { formatRefusal, makeVoice, type Voice } from '../../texts/voice.ts'
import { menuRow, pagerButtons, readId, readNumber, shortenLabel } from '../buttons.ts'
import { holdForApproval } from '../hold-for-approval.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import type { PlatformScreen } from '../screen.ts'
import { replyNotLinked } from './reply-not-linked.ts'
import { readShopNames, type ShopNames } from './shop-names.ts'

const show = (ctx: PlatformContext) => showGoods(ctx, 1)

/** The screen of the shops' products: prices, stock and visibility. */
export const merchantGoodsScreen: PlatformScreen = {
  commands: { stok: show, stock: show },
  presses: {
    stok: (ctx, [page]) => showGoods(ctx, readNumber(page, 1, 9999) ?? 1),
    item: (ctx, [id]) => showItem(ctx, id),
    price: (ctx, [id]) => askChange(ctx, id, 'price'),
    count: (ctx, [id]) => askChange(ctx, id, 'count'),
    lines: (ctx, [id]) => askChange(ctx, id, 'lines'),
    low: (ctx, [id]) => askChange(ctx, id, 'threshold'),
    source: (ctx, [id]) => askChange(ctx, id, 'url'),
    starprice: (ctx, [id]) =>
      listAdditions(ctx.app, 'starPrices').length > 0 ? askChange(ctx, id, 'stars') : showItem(ctx, id),
    hide: (ctx, [id]) => turnProduct(ctx, id, false),
    unhide: (ctx, [id]) => turnProduct(ctx, id, true),
    picture: (ctx, [id]) => askPicture(ctx, id),
  },
  forms: { goods: goodsForm(changeProduct), picture: pictureForm(storePicture) },
}

export function goodsListView(products: Page<Product>, { t, language }: Voice, shops: ShopNames): Message {
  const words = merchantTexts[language]
  return {
    text: html`🏷 <b>${words.goodsTitle}</b>\n\n${products.total === 0 ? words.goodsNone : words.goodsHint}`,
    buttons: [
      ...products.items.map(({ publicId, name, isActive, account }) => {
        const shop = shops.get(account.id)
        const named = shop === undefined ? name : `${name} · ${shop}`
        return [{ text: shortenLabel(isActive ? named : words.hiddenName(named)), press: makePress('item', publicId) }]
      }),
      ...pagerButtons(t, products, page => makePress('stok', page)),
      [{ text: shopkeeperTexts[language].wizard.button, press: makePress('addgoods') }],
      menuRow(t),
    ],
  }
}

export interface ItemData {
  product: OwnProduct
  /** Whether the stock is for test orders. */
  isTest: boolean
  /** Whether customers choose options for its units. */
  hasOptions?: boolean
  /** The prices in Stars; unset if they are not used for sales here. */
  starPrices?: Readonly<Record<Language, StarPriceTexts>> | undefined
  hint?: string | undefined
}

export function itemView(data: ItemData, voice: Voice): Message {
  const { product, isTest, hasOptions = false, starPrices, hint } = data
  const words = merchantTexts[voice.language]
  const { publicId: id, name, isActive, variants } = product
  const lines = variants.$.map(variant => variantLine(variant, starPrices, voice))
  const ownButtons = [...variants.$].flatMap(variant => variantButtons(variant, data, voice))
  return {
    text: html`<b>${name}</b>${!isActive && ` · ${words.hidden}`}

${isTest && html`${words.testStock}\n`}${lines}${hint && html`\n${hint}`}`,
    buttons: [
      ...ownButtons,
      [
        isActive
          ? { text: words.hide, press: makePress('hide', id) }
          : { text: words.unhide, press: makePress('unhide', id), style: 'success' as const },
        { text: shopkeeperTexts[voice.language].picture.button, press: makePress('picture', id) },
      ],
      [
        { text: shopkeeperTexts[voice.language].words.button, press: makePress('words', id) },
        { text: shopkeeperTexts[voice.language].variant.button, press: makePress('newvariant', id) },
      ],
      ...(hasOptions ? [[{ text: optionTexts[voice.language].merchant.button, press: makePress('choices', id) }]] : []),
      [{ text: words.allGoods, press: makePress('stok', 1) }],
    ],
  }
}

type OwnVariant = OwnProduct['variants']['$'][number]

function variantLine(
  variant: OwnVariant,
  starPrices: Readonly<Record<Language, StarPriceTexts>> | undefined,
  { language }: Voice,
): Html {
  const words = merchantTexts[language]
  const { name, price, starPrice } = variant
  const available = variant.available()
  const stock = available === null ? words.endless : words.left(available)
  const inStars = starPrice !== null && starPrices && ` · ${starPrices[language].now(starPrice)}`
  return html`${name && `${name}: `}${formatRupiah(price)}${inStars} · ${stock}\n`
}

function variantButtons(
  { publicId: id, name, stockMode }: OwnVariant,
  { product: { kind, variants }, starPrices }: ItemData,
  { language }: Voice,
): Button[][] {
  const words = merchantTexts[language]
  const named = (text: string) => shortenLabel(variants.length > 1 ? `${text} ${name}` : text)
  const buttons: Button[] = [{ text: named(words.price), press: makePress('price', id) }]
  if (stockMode === 'counter') buttons.push({ text: named(words.stock), press: makePress('count', id) })
  if (stockMode === 'webhook') buttons.push({ text: named(words.source), press: makePress('source', id) })
  if (stockMode === 'serial') buttons.push({ text: named(words.addLines), press: makePress('lines', id) })
  if (limitedStockModes.has(stockMode)) buttons.push({ text: named(words.threshold), press: makePress('low', id) })
  if (!starPrices || kind !== 'digital' || !instantStockModes.has(stockMode)) return [buttons]
  return [buttons, [{ text: named(starPrices[language].price), press: makePress('starprice', id) }]]
}

async function showGoods(ctx: PlatformContext, page: number): Promise<void> {
  if (ctx.accountIds.length === 0) return replyNotLinked(ctx)
  const products = await listOwnProducts(ctx.app, ctx.accountIds, page)
  await ctx.show(goodsListView(products, makeVoice(ctx), await readShopNames(ctx)))
}

const isTest = ({ bot }: PlatformContext) => bot.mode === 'test'

async function showItem(ctx: PlatformContext, argument: string | undefined): Promise<void> {
  const id = readId(argument)
  const product = id && (await findOwn(ctx, { productId: id }))
  if (!product) {
    await ctx.alert(merchantTexts[ctx.language].goodsUnknown)
    return
  }
  await ctx.show(await readItem(ctx, product))
}

async function readItem(ctx: PlatformContext, product: OwnProduct, hint?: string): Promise<Message> {
  const groups = await ctx.app.em({ accountId: product.account.id }).count(OptionGroup, { product: product.id })
  return itemView(
    { product, isTest: isTest(ctx), hasOptions: groups > 0, starPrices: listAdditions(ctx.app, 'starPrices')[0], hint },
    makeVoice(ctx),
  )
}

// Stock is shown and changed in the mode of the bot.
function findOwn({ app, accountIds, bot: { mode } }: PlatformContext, filter: Parameters<typeof findOwnProduct>[2]) {
  return findOwnProduct(app, { accountIds, mode }, filter)
}

async function turnProduct(ctx: PlatformContext, argument: string | undefined, isActive: boolean): Promise<void> {
  const id = readId(argument)
  const product = id && (await findOwn(ctx, { productId: id }))
  if (product) {
    refuseForbiddenAct(ctx, product.account.id, 'orders')
    await showProduct(ctx.app, makeChatActor(ctx, product.account.id), product.publicId, isActive)
  }
  await showItem(ctx, argument)
}

async function askChange(ctx: PlatformContext, argument: string | undefined, what: GoodsChange): Promise<void> {
  const words = merchantTexts[ctx.language]
  const id = readId(argument)
  const product = id && (await findOwn(ctx, { variantId: id }))
  if (!product) {
    await ctx.alert(words.goodsUnknown)
    return
  }
  refuseForbiddenAct(ctx, product.account.id, 'orders')
  const variant = product.variants.$.find(each => each.publicId === id)!
  const name = formatGoodsName(product.name, variant.name)
  const [starPrices] = listAdditions(ctx.app, 'starPrices')
  const questions: Record<GoodsChange, string> = {
    price: words.askPrice(name, formatRupiah(variant.price)),
    count: words.askCount(name, variant.available() ?? 0),
    lines: words.askLines(name),
    threshold: words.askThreshold(name, variant.lowStockAt),
    stars: starPrices?.[ctx.language].ask(name, variant.starPrice) ?? words.goodsUnknown,
    url: words.askSource(name, variant.stockUrl ?? ''),
  }
  await ctx.form('goods', { what, variantId: id, question: questions[what] })
}

async function askPicture(ctx: PlatformContext, argument: string | undefined): Promise<void> {
  const id = readId(argument)
  const product = id && (await findOwn(ctx, { productId: id }))
  if (!product) {
    await ctx.alert(merchantTexts[ctx.language].goodsUnknown)
    return
  }
  refuseForbiddenAct(ctx, product.account.id, 'orders')
  await ctx.form('picture', id, shopkeeperTexts[ctx.language].picture.ask(product.name))
}

/** Stores a picture, and returns the problem with it. */
async function storePicture(ctx: PlatformContext, productId: string, fileId: string): Promise<string | null> {
  const { app } = ctx
  const product = await findOwn(ctx, { productId })
  if (!product) return merchantTexts[ctx.language].goodsUnknown
  refuseForbiddenAct(ctx, product.account.id, 'orders')
  try {
    const bytes = await fetchFile(app, ctx.api, fileId)
    await setProductPicture(app, makeChatActor(ctx, product.account.id), productId, { name: 'foto.jpg', bytes })
  } catch (error) {
    if (!(error instanceof Refusal && wrongPictures.has(error.code))) throw error
    return formatRefusal(ctx, error)
  }
  await ctx.say(await readItem(ctx, product, shopkeeperTexts[ctx.language].picture.changed))
  return null
}

const wrongPictures: ReadonlySet<Refusal['code']> = new Set(['invalid_image', 'image_too_large'])
const wrongAnswers: ReadonlySet<Refusal['code']> = new Set(['invalid_request', 'address_refused'])

const kindsOf: Record<GoodsChange, readonly SensitiveKind[]> = {
  price: ['price'],
  stars: ['price'],
  count: ['stock'],
  lines: ['stock'],
  url: ['stock'],
  threshold: [],
}

/** Makes the change and shows the updated product; returns the reason if the change is impossible. */
async function changeProduct(
  ctx: PlatformContext,
  what: GoodsChange,
  variantId: string,
  text: string,
): Promise<string | null> {
  const words = merchantTexts[ctx.language]
  const product = await findOwn(ctx, { variantId })
  if (!product) return words.goodsUnknown
  refuseForbiddenAct(ctx, product.account.id, 'orders')
  const subject = `/dashboard/catalog/${product.publicId}`
  const held = await holdForApproval(ctx, product.account.id, { kinds: kindsOf[what], subject })
  if (held !== null) return held
  let hint: string
  try {
    hint = await executeChange(ctx, product.account.id, what, { variantId, text })
  } catch (error) {
    if (!(error instanceof Refusal && wrongAnswers.has(error.code))) throw error
    return what === 'stars'
      ? (listAdditions(ctx.app, 'starPrices')[0]?.[ctx.language].wrong ?? null)
      : words.wrong[what]
  }
  const changed = await findOwn(ctx, { variantId })
  await ctx.say(await readItem(ctx, changed ?? product, hint))
  return null
}

async function executeChange(
  ctx: PlatformContext,
  accountId: number,
  what: GoodsChange,
  { variantId, text }: { variantId: string; text: string },
): Promise<string> {
  const { app, language, once } = ctx
  const words = merchantTexts[language]
  const acting = makeChatActor(ctx, accountId)
  if (what === 'lines') {
    const { added, duplicates } = await addUnits(app, acting, variantId, text)
    return words.linesAdded(added, duplicates.length)
  }
  if (what === 'count') {
    const delta = /^\s*[+−-]\s*[\d.]{1,9}\s*$/.test(text)
      ? Number(text.replace('−', '-').replace(/[\s.]/g, ''))
      : Number.NaN
    await restockVariant(app, acting, { variantId, delta, once })
    return words.changed
  }
  if (what === 'threshold') {
    const threshold = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : Number.NaN
    await setLowStock(app, acting, variantId, threshold)
    return words.changed
  }
  if (what === 'stars') {
    await setStarPrice(app, acting, variantId, /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : Number.NaN)
    return words.changed
  }
  if (what === 'url') {
    await setStockUrl(app, acting, variantId, text)
    return words.changed
  }
  await setPrice(app, acting, variantId, readRupiah(text))
  return words.changed
}
