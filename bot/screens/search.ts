import type { ShownProduct } from '../../src/catalog/find-product.ts'
import { recordSearchMiss } from '../../src/catalog/record-search-miss.ts'
import { searchProducts } from '../../src/catalog/search-products.ts'
import { html } from '../../src/lib/html.ts'
import { updateCustomer } from '../../src/orders/customers/update-customer.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, press } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { productButton } from './browse.ts'
import { menuRow } from './buttons.ts'
import type { ShopScreen } from './screen.ts'
import { readSmallTalk, type SmallTalk } from './small-talk.ts'

/** Text that is typed outside of a form is a search. */
export const searchScreen: ShopScreen = {
  commands: { cari: searchOrAsk, search: searchOrAsk },
  presses: { search: ask },
  text: understand,
}

const echoMax = 60

export function searchView({ text, hits }: { text: string; hits: ShownProduct[] }, t: Texts): Message {
  const echo = [...text].length > echoMax ? `${[...text].slice(0, echoMax).join('')}…` : text
  return {
    text: html`${hits.length > 0 ? t.searchHits(echo) : t.searchNothing(echo)}`,
    buttons: [
      ...hits.map(product => [productButton(product, t)]),
      [
        { text: t.products, press: press('browse') },
        ...(hits.length === 0 ? [{ text: t.talk.toSeller, press: press('ask') }] : []),
      ],
      menuRow(t),
    ],
  }
}

async function searchOrAsk(ctx: ShopContext, rest: string): Promise<void> {
  if (rest === '') await ask(ctx)
  else await search(ctx, rest)
}

async function ask(ctx: ShopContext): Promise<void> {
  await ctx.show({ text: html`${ctx.t.searchAsk}`, buttons: [menuRow(ctx.t)] })
}

// People greet, thank and chat before they name a product.
async function understand(ctx: ShopContext, text: string): Promise<void> {
  const { is, rest } = readSmallTalk(text)
  if (is === null) return search(ctx, rest)
  const { app, store, customer, t } = ctx
  // A location can arrive outside of a form: the form that requested it was left.
  if (is === 'address') await updateCustomer(app, store.accountId, customer.id, { address: text.trim() })
  const orders: Button = { text: t.myOrders, press: press('orders') }
  const products: Button = { text: t.products, press: press('browse') }
  const seller: Button = { text: t.talk.toSeller, press: press('ask') }
  const help: Button = { text: t.help, press: press('help') }
  const next: Record<SmallTalk, Button[]> = {
    thanks: [orders, seller],
    fine: [products, orders],
    paid: [orders, seller],
    order: [orders, seller],
    greeting: [products, seller],
    stock: [products, seller],
    how: [products, help],
    question: [seller],
    address: [products, orders],
  }
  await ctx.say({ text: html`${t.talk.understood[is]}`, buttons: [next[is], menuRow(t)] })
}

async function search(ctx: ShopContext, text: string): Promise<void> {
  const hits = await searchProducts(ctx.app, ctx.store, text)
  if (hits.length === 0) await recordSearchMiss(ctx.app, ctx.store, text)
  await ctx.show(searchView({ text: text.trim(), hits }, ctx.t))
}
