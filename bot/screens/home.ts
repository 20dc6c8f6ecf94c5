import { countProducts } from '../../src/catalog/count-products.ts'
import { findShopRules } from '../../src/catalog/find-shop-rules.ts'
import { listProducts } from '../../src/catalog/list-products.ts'
import { html } from '../../src/lib/html.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { listAdditions } from '../../src/slots.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, makePress } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import type { Language } from '../texts/texts.ts'
import type { Voice } from '../texts/voice.ts'
import { describeClosedShop } from './parts/describe-closed-shop.ts'
import { showProduct } from './product.ts'
import type { ShopScreen } from './screen.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /** Creates a button for a shop's first screen; returns null if the shop has no use for it. */
    shopHomeButtons(app: ShopContext['app'], store: ShopContext['store'], language: Language): Promise<Button | null>
    /** Creates the first button of that screen; returns null without one. */
    shopHomeFirst(app: ShopContext['app'], store: ShopContext['store'], language: Language): Button | null
  }
}

export const homeScreen: ShopScreen = {
  commands: { start: enterShop, menu: showHome },
  presses: {
    home: showHome,
    // The button is pressed in a broadcast, whose message stays.
    shopnow: async ctx => void (await ctx.say(await makeHome(ctx))),
  },
}

export interface HomeData {
  storeName: string
  isTest: boolean
  cartUnits: number
  hasProducts: boolean
  /** The buttons that modules add, and those that precede all others. */
  added: Button[]
  first?: Button[]
  /** The greeting written by the shop; null for the usual one. */
  greeting?: string | null
  /** The sentence of a closed shop; empty while it is open. */
  closed?: string
}

export function homeView(
  { storeName, isTest, cartUnits, hasProducts, added, first = [], greeting, closed = '' }: HomeData,
  { t, language }: Pick<Voice, 't' | 'language'>,
): Message {
  return {
    text: html`<b>${storeName}</b>

${hasProducts ? (greeting ?? t.welcome) : t.shopEmpty}${closed && html`\n\n${closed}`}${
  isTest &&
  html`

<i>${t.testMode}</i>`
}`,
    buttons: [
      ...first.map(button => [button]),
      [
        { text: t.products, press: makePress('browse'), style: 'primary' },
        { text: t.search, press: makePress('search') },
      ],
      [
        { text: t.cart(cartUnits), press: makePress('cart') },
        { text: t.myOrders, press: makePress('orders') },
      ],
      [
        { text: customerTexts[language].favourites, press: makePress('favs') },
        { text: t.help, press: makePress('help') },
      ],
      ...added.map(button => [button]),
      [{ text: t.otherLanguage, press: makePress('lang', t.otherLanguage.includes('English') ? 'en' : 'id') }],
    ],
  }
}

export async function showHome(ctx: ShopContext): Promise<void> {
  await ctx.show(await makeHome(ctx))
}

async function makeHome(ctx: ShopContext): Promise<Message> {
  const { app, store } = ctx
  const [cart, productCount, rules, ...added] = await Promise.all([
    findCart(app, store, ctx.customer.id),
    countProducts(app, store.accountId),
    findShopRules(app, store.accountId),
    ...listAdditions(app, 'shopHomeButtons').map(make => make(app, store, ctx.language)),
  ])
  return homeView(
    {
      storeName: store.name,
      isTest: store.mode === 'test',
      cartUnits: cart.unitCount,
      hasProducts: productCount > 0,
      added: added.filter(button => button !== null),
      first: listAdditions(app, 'shopHomeFirst').flatMap(make => make(app, store, ctx.language) ?? []),
      greeting: rules?.greeting ?? null,
      closed: describeClosedShop(ctx, rules),
    },
    ctx,
  )
}

// A shop with one product opens with that product, because it needs no menu.
async function enterShop(ctx: ShopContext): Promise<void> {
  const { app, store } = ctx
  const isOnlyOne = (await countProducts(app, store.accountId)) === 1
  const only = isOnlyOne ? (await listProducts(app, store, { pageSize: 1 })).items[0] : undefined
  if (only) await showProduct(ctx, only.publicId, {})
  else await showHome(ctx)
}
