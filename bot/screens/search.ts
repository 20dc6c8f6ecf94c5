import type { ProductCard } from '../../src/catalog/product.ts'
import { searchProducts } from '../../src/catalog/search-products.ts'
import { html } from '../../src/lib/html.ts'
import type { ShopContext } from '../context.ts'
import { type Message, press } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { productButton } from './browse.ts'
import { menuRow } from './buttons.ts'
import type { ShopScreen } from './screen.ts'

/** Whatever somebody types outside of a form is what they look for. */
export const searchScreen: ShopScreen = {
  commands: { cari: searchOrAsk, search: searchOrAsk },
  presses: { search: ask },
  text: search,
}

const echoMax = 60

export function searchView({ text, hits }: { text: string; hits: ProductCard[] }, t: Texts): Message {
  const echo = [...text].length > echoMax ? `${[...text].slice(0, echoMax).join('')}…` : text
  return {
    text: html`${hits.length > 0 ? t.searchHits(echo) : t.searchNothing(echo)}`,
    buttons: [
      ...hits.map(card => [productButton(card, t)]),
      [{ text: t.products, press: press('browse') }],
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

async function search(ctx: ShopContext, text: string): Promise<void> {
  const hits = await searchProducts(ctx.app, ctx.store.accountId, text)
  await ctx.show(searchView({ text: text.trim(), hits }, ctx.t))
}
