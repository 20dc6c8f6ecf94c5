import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import { addProduct } from '../../../src/catalog/add-product.ts'
import type { NewStock } from '../../../src/catalog/add-variant.ts'
import { pictureProduct } from '../../../src/catalog/picture-product.ts'
import type { ProductKind } from '../../../src/catalog/product-kinds.ts'
import { checkProduct } from '../../../src/catalog/saving/write-product.ts'
import { priceMax } from '../../../src/catalog/set-price.ts'
import { readRupiah } from '../../../src/lib/amounts/read-rupiah.js'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import type { PlatformContext } from '../../context.ts'
import { productForm, type ToldProduct, type ToldStock, type WrongAnswer } from '../../forms/product-form.ts'
import { fetchFile } from '../../telegram/fetch-file.ts'
import { type Button, press } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { shopkeeperTexts } from '../../texts/shopkeeper-texts.ts'
import { actingFor } from '../acting-for.ts'
import { readRow } from '../buttons.ts'
import type { PlatformScreen } from '../screen.ts'
import { sayNoLink } from './say-no-link.ts'

/** Adds something new to sell, step by step in the chat. */
export const merchantWizardScreen: PlatformScreen = {
  commands: { tambah: begin, add: begin },
  presses: {
    addgoods: (ctx, [shop]) => (shop === undefined ? begin(ctx) : ask(ctx, readRow(shop))),
  },
  forms: { product: productForm(add) },
}

async function begin(ctx: PlatformContext): Promise<void> {
  const shops = ctx.accountsFor('orders')
  if (ctx.accountIds.length === 0) await sayNoLink(ctx)
  else if (shops.length === 0) await ctx.alert(ctx.t.refusals.forbidden)
  else if (shops.length === 1) await ctx.form('product', shops[0]!)
  else {
    const accounts = await findAccounts(ctx.app, shops)
    const buttons = accounts.map(({ id, displayName }): Button[] => [
      { text: displayName, press: press('addgoods', id) },
    ])
    await ctx.say({ text: html`${shopkeeperTexts[ctx.language].wizard.whichShop}`, buttons })
  }
}

async function ask(ctx: PlatformContext, shop: number | null): Promise<void> {
  if (shop !== null && ctx.accountsFor('orders').includes(shop)) await ctx.form('product', shop)
  else await ctx.alert(ctx.t.unknownButton)
}

// The chat may have lost the shop since the first question.
async function add(ctx: PlatformContext, shop: number, told: ToldProduct): Promise<WrongAnswer | null> {
  const { app } = ctx
  const words = shopkeeperTexts[ctx.language].wizard
  if (!ctx.accountsFor('orders').includes(shop)) throw new Refusal('not_found', 'This shop is not of this chat')
  const price = readRupiah(told.price)
  const stock = readStock(told.stock, told.kind)
  if (!(price >= 1 && price <= priceMax)) return 'price'
  if (stock === null) return 'count'
  const { name, kind, description, photo } = told
  const acting = actingFor(ctx, shop)
  checkProduct({ name, description })
  const added = { name, kind, description, variant: { price, stock } }
  const id = await addProduct(app, acting, added).catch(error => passWrongStock(error, stock))
  if (id === 'url' || id === 'codes') return id
  if (photo !== null) {
    const bytes = await fetchFile(app, ctx.api, photo)
    await pictureProduct(app, acting, id, { name: 'foto.jpg', bytes })
  }
  const button: Button = { text: merchantTexts[ctx.language].openItem, press: press('item', id) }
  await ctx.say({ text: html`${words.added(name)}`, buttons: [[button]] })
  return null
}

/** Null for what is neither a number nor, for something digital, an address. */
function readStock(told: ToldStock, kind: ProductKind): NewStock | null {
  if (told.is === 'endless') return { mode: 'unlimited' }
  const { is, text } = told
  if (is === 'codes') return { mode: 'serial', lines: text }
  if (kind === 'digital' && /^https?:/i.test(text)) return { mode: 'webhook', url: text }
  return /^\d{1,6}$/.test(text) ? { mode: 'counter', count: Number(text) } : null
}

// Everything else was checked before.
function passWrongStock(error: unknown, { mode }: NewStock): 'url' | 'codes' {
  if (error instanceof Refusal && error.fields !== undefined) {
    if (mode === 'webhook') return 'url'
    if (mode === 'serial') return 'codes'
  }
  throw error
}
