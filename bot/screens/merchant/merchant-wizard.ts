import type { ModeActor } from '../../../src/accounts/audit.ts'
import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { addProduct } from '../../../src/catalog/add-product.ts'
import { addVariant, type NewStock } from '../../../src/catalog/add-variant.ts'
import { formatGoodsName } from '../../../src/catalog/product.ts'
import { checkProduct } from '../../../src/catalog/saving/write-product.ts'
import { priceMax } from '../../../src/catalog/set-price.ts'
import { setProductPicture } from '../../../src/catalog/set-product-picture.ts'
import { addFile } from '../../../src/goods/add-file.ts'
import { readRupiah } from '../../../src/lib/amounts/read-rupiah.js'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import type { PlatformContext } from '../../context.ts'
import { type InvalidAnswer, type ProductAnswers, productForm, type StockAnswer } from '../../forms/product-form.ts'
import { type VariantAnswers, variantForm } from '../../forms/variant-form.ts'
import { fetchFile } from '../../telegram/fetch-file.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { shopkeeperTexts } from '../../texts/shopkeeper-texts.ts'
import { readRowNumber } from '../buttons.ts'
import { holdForApproval } from '../hold-for-approval.ts'
import { makeChatActor } from '../make-chat-actor.ts'
import type { PlatformScreen } from '../screen.ts'
import { findProductToChange } from './merchant-words.ts'
import { replyNotLinked } from './reply-not-linked.ts'

/** The screen that adds a product, or a variant of it, step by step in the chat. */
export const merchantWizardScreen: PlatformScreen = {
  commands: { tambah: beginWizard, add: beginWizard },
  presses: {
    newvariant: (ctx, [id]) => askVariant(ctx, id),
    addgoods: (ctx, [shop]) => (shop === undefined ? beginWizard(ctx) : askShop(ctx, readRowNumber(shop))),
  },
  forms: { product: productForm(addByWizard), variant: variantForm(addToProduct) },
}

async function beginWizard(ctx: PlatformContext): Promise<void> {
  const shops = ctx.accountsFor('orders')
  if (ctx.accountIds.length === 0) await replyNotLinked(ctx)
  else if (shops.length === 0) await ctx.alert(ctx.t.refusals.forbidden)
  else if (shops.length === 1) await ctx.form('product', shops[0]!)
  else {
    const accounts = await findAccounts(ctx.app, shops)
    const buttons = accounts.map(({ id, displayName }): Button[] => [
      { text: displayName, press: makePress('addgoods', id) },
    ])
    await ctx.say({ text: html`${shopkeeperTexts[ctx.language].wizard.whichShop}`, buttons })
  }
}

async function askShop(ctx: PlatformContext, shop: number | null): Promise<void> {
  if (shop !== null && ctx.accountsFor('orders').includes(shop)) await ctx.form('product', shop)
  else await ctx.alert(ctx.t.unknownButton)
}

// The shop may have been unlinked from the chat since the first question.
async function addByWizard(ctx: PlatformContext, shop: number, input: ProductAnswers): Promise<InvalidAnswer | null> {
  const { app } = ctx
  const words = shopkeeperTexts[ctx.language].wizard
  if (!ctx.accountsFor('orders').includes(shop)) throw new Refusal('not_found', 'This shop is not of this chat')
  const price = readRupiah(input.price)
  if (!(price >= 1 && price <= priceMax)) return 'price'
  const { name, kind, description, photo } = input
  const acting = makeChatActor(ctx, shop)
  checkProduct({ name, description })
  const held = await holdForApproval(ctx, shop, { kinds: ['price', 'stock'], subject: '/dashboard/catalog/new' })
  if (held !== null) {
    await ctx.say({ text: html`${held}` })
    return null
  }
  const stock = await readStock(ctx, acting, input.stock)
  if (stock === null) return 'file'
  const added = { name, kind, description, variant: { price, stock } }
  const id = await addProduct(app, acting, added).catch(error => passWrongStock(error, stock))
  if (id === 'url' || id === 'codes') return id
  if (photo !== null) {
    const bytes = await fetchFile(app, ctx.api, photo)
    await setProductPicture(app, acting, id, { name: 'foto.jpg', bytes })
  }
  const button: Button = { text: merchantTexts[ctx.language].openItem, press: makePress('item', id) }
  await ctx.say({ text: html`${words.added(name)}`, buttons: [[button]] })
  return null
}

async function askVariant(ctx: PlatformContext, id: string | undefined): Promise<void> {
  const product = await findProductToChange(ctx, id)
  if (!product) return
  const { variant } = shopkeeperTexts[ctx.language]
  const [only] = product.variants.$
  const { publicId: productId, kind, name } = product
  const nameOfOnly = product.variants.length === 1 && only!.name === '' ? variant.nameOfOnly(name) : null
  await ctx.form('variant', { productId, kind, nameOfOnly, question: variant.name(name) })
}

async function addToProduct(ctx: PlatformContext, id: string, typed: VariantAnswers): Promise<InvalidAnswer | null> {
  const product = await findProductToChange(ctx, id)
  if (!product) return null
  const subject = `/dashboard/catalog/${product.publicId}`
  const held = await holdForApproval(ctx, product.account.id, { kinds: ['price', 'stock'], subject })
  if (held !== null) {
    await ctx.say({ text: html`${held}` })
    return null
  }
  const acting = makeChatActor(ctx, product.account.id)
  const stock = await readStock(ctx, acting, typed.stock)
  if (stock === null) return 'file'
  const { name, nameOfOnly } = typed
  const asked = { name, nameOfOnly, price: readRupiah(typed.price), stock }
  const added = await addVariant(ctx.app, acting, id, asked).catch(error => passWrongStock(error, stock))
  if (added === 'url' || added === 'codes') return added
  const button: Button = { text: merchantTexts[ctx.language].openItem, press: makePress('item', id) }
  const text = shopkeeperTexts[ctx.language].variant.added(formatGoodsName(product.name, name))
  await ctx.say({ text: html`${text}`, buttons: [[button]] })
  return null
}

/** Reads the stock from a message; returns null for a file that is empty or too large. */
async function readStock(ctx: PlatformContext, acting: ModeActor, input: StockAnswer): Promise<NewStock | null> {
  switch (input.is) {
    case 'endless':
      return { mode: 'unlimited' }
    case 'codes':
      return { mode: 'serial', lines: input.text }
    case 'url':
      return { mode: 'webhook', url: input.text }
    case 'count':
      return { mode: 'counter', count: Number(input.text) }
    case 'file':
      return storeGoods(ctx, acting, input)
  }
}

async function storeGoods(
  { app, api }: PlatformContext,
  acting: ModeActor,
  { fileId, name }: Pick<Extract<StockAnswer, { is: 'file' }>, 'fileId' | 'name'>,
): Promise<NewStock | null> {
  try {
    const file = { name, bytes: await fetchFile(app, api, fileId) }
    return { mode: 'file', fileId: await addFile(app, acting.accountId, file, acting) }
  } catch (error) {
    if (!(error instanceof Refusal && wrongFiles.has(error.code))) throw error
    return null
  }
}

const wrongFiles: ReadonlySet<Refusal['code']> = new Set(['image_too_large', 'invalid_request'])

// All other answers were checked before, so only a wrong stock remains.
function passWrongStock(error: unknown, { mode }: NewStock): 'url' | 'codes' {
  if (error instanceof Refusal && error.fields !== undefined) {
    if (mode === 'webhook') return 'url'
    if (mode === 'serial') return 'codes'
  }
  throw error
}
