import type { ShownProduct } from '../../src/catalog/find-product.ts'
import { recordSearchMiss } from '../../src/catalog/record-search-miss.ts'
import { searchProducts } from '../../src/catalog/search-products.ts'
import { recogniseKey } from '../../src/connectors/recognise-key.ts'
import { html } from '../../src/lib/html.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, makePress } from '../telegram/message.ts'
import { noSeller, type SellerButtons, sellerButtons } from '../telegram/seller-buttons.ts'
import type { Texts } from '../texts/texts.ts'
import { productButton } from './browse.ts'
import { menuRow } from './buttons.ts'
import { findRepliedMessage } from './conversation/find-replied-message.ts'
import { normalizeSentence } from './conversation/sentence-words.ts'
import { readSmallTalk, type SmallTalk } from './conversation/small-talk.ts'
import type { Topic } from './conversation/topic.ts'
import { answerTopic } from './conversation/topic-answers.ts'
import type { ShopScreen } from './screen.ts'
import { shortenText } from './shorten-text.ts'
import { storeDetails } from './store-details.ts'

/** The screen that answers a text typed outside of a form, or searches for it. */
export const searchScreen: ShopScreen = {
  commands: { cari: searchOrAsk, search: searchOrAsk },
  presses: { search: askSearch, seek: seekReplied },
  text: understandText,
}

const echoMax = 60

interface SearchResult {
  text: string
  hits: ShownProduct[]
  /** The id of the typed message, which may be meant for the seller; null if it was a command. */
  said: number | null
  seller?: SellerButtons
}

export function searchView({ text, hits, said, seller = noSeller }: SearchResult, t: Texts): Message {
  const echo = shortenText(text, echoMax, echoMax)
  return {
    text: html`${hits.length > 0 ? t.searchHits(echo) : t.searchNothing(echo)}`,
    buttons: [
      ...hits.map(product => [productButton(product, t)]),
      ...(said === null ? [] : seller.send.map(button => [button])),
      [{ text: t.products, press: makePress('browse') }, ...(hits.length === 0 && said === null ? seller.ask : [])],
      menuRow(t),
    ],
    ...(said === null ? {} : { replyTo: said }),
  }
}

function renderResult(ctx: ShopContext, hits: SearchResult): Message {
  return searchView({ ...hits, seller: sellerButtons(ctx) }, ctx.t)
}

async function searchOrAsk(ctx: ShopContext, rest: string): Promise<void> {
  if (rest === '') await askSearch(ctx)
  else await ctx.show(renderResult(ctx, { text: rest, hits: await searchShop(ctx, rest), said: null }))
}

async function askSearch(ctx: ShopContext): Promise<void> {
  await ctx.show({ text: html`${ctx.t.searchAsk}`, buttons: [menuRow(ctx.t)] })
}

/** Searches for a text that went to the seller, because the talk with them was still open. */
async function seekReplied(ctx: ShopContext): Promise<void> {
  const text = findRepliedMessage(ctx)?.text?.trim()
  if (text) await ctx.say(renderResult(ctx, { text, hits: await searchShop(ctx, text), said: null }))
  else await askSearch(ctx)
}

// People greet, thank, ask and chat before they name a product.
async function understandText(ctx: ShopContext, text: string): Promise<void> {
  const { is, rest } = readSmallTalk(text)
  if (is === null) return searchTyped(ctx, text, rest)
  if (!isChat(is)) {
    if (await isProductName(ctx, text)) await searchTyped(ctx, text, text)
    else await answerTopic(ctx, is, text)
    return
  }
  const { t } = ctx
  // An address or a number can arrive outside of a form, because the customer left the form that requested it.
  const details = is === 'address' ? { address: text.trim() } : is === 'phone' ? { phone: text.trim() } : null
  const uses = details ? await storeDetails(ctx, details) : []
  const orders: Button = { text: t.myOrders, press: makePress('orders') }
  const products: Button = { text: t.products, press: makePress('browse') }
  const seller = sellerButtons(ctx).ask
  const next: Record<Chat, Button[]> = {
    thanks: [orders, ...seller],
    fine: [products, orders],
    greeting: [products, ...seller],
    stock: [products, ...seller],
    address: [products, orders],
    phone: [products, orders],
  }
  await ctx.say({ text: html`${t.talk.understood[is]}`, buttons: [...uses, next[is], menuRow(t)] })
}

type Chat = Exclude<SmallTalk, Topic>

const chats: readonly SmallTalk[] = ['thanks', 'fine', 'greeting', 'stock', 'address', 'phone'] satisfies Chat[]

function isChat(is: SmallTalk): is is Chat {
  return chats.includes(is)
}

const nameWordsMax = 4

/** Returns whether a product has this name, although a question could be worded like it: `Kupon makan`. */
async function isProductName({ app, store }: ShopContext, text: string): Promise<boolean> {
  const plain = normalizeSentence(text)
  if (plain.split(' ').length > nameWordsMax) return false
  const [hit] = await searchProducts(app, store, text, 1)
  return hit !== undefined && ` ${normalizeSentence(hit.name)} `.includes(` ${plain} `)
}

const sentenceWords = 3

/**
 * Shows the products that were found. A text without a match, and every sentence, can be sent unchanged to the seller.
 */
async function searchTyped(ctx: ShopContext, text: string, rest: string): Promise<void> {
  const hits = await searchShop(ctx, text, rest)
  const isSentence = normalizeSentence(text).split(' ').length >= sentenceWords
  const said = hits.length === 0 || isSentence ? ctx.message!.message_id : null
  await ctx.show(renderResult(ctx, { text: hits.length > 0 ? rest.trim() : text.trim(), hits, said }))
}

async function searchShop({ app, store }: ShopContext, text: string, term = text): Promise<ShownProduct[]> {
  const hits = await searchProducts(app, store, text)
  // Neither a whole sentence nor a secret is the name of a product that the shop should have.
  if (
    hits.length === 0 &&
    recogniseKey(app.connectors, text) === undefined &&
    normalizeSentence(term).split(' ').length <= nameWordsMax
  ) {
    await recordSearchMiss(app, store, term)
  }
  return hits
}
