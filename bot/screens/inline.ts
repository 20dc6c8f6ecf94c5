import type { Context } from 'grammy'
import type { InlineQuery, InlineQueryResultArticle, InlineQueryResultsButton } from 'grammy/types'
import type { ShownProduct } from '../../src/catalog/find-product.ts'
import { listProducts } from '../../src/catalog/list-products.ts'
import { searchProducts } from '../../src/catalog/search-products.ts'
import { imageUrl } from '../../src/goods/image-url.ts'
import { html } from '../../src/lib/html.ts'
import type { App } from '../../src/needs.ts'
import { recordInline } from '../../src/notices/record-inline.ts'
import { listAdditions, type Slots } from '../../src/slots.ts'
import type { KnownBot } from '../bots/bots.ts'
import type { QueryAnswer } from '../telegram/callback-queries.ts'
import { stripTags } from '../telegram/send.ts'
import { describeTelegramError } from '../telegram/telegram.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { type Language, texts, toLanguage } from '../texts/texts.ts'
import { toButtonUrl } from './buttons.ts'
import { priceLine } from './parts/product-lines.ts'
import { shortenText } from './shorten-text.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /**
     * Returns the card that a query requests instead of products, or what is missing for creating it. Returns null for
     * other queries.
     */
    inlineCards(
      app: App,
      bot: KnownBot & { accountId: number },
      query: InlineQuery,
    ): Promise<{ card: InlineQueryResultArticle } | { hint: string } | null>
    /** Creates a button above the products that were found. */
    inlineButton(app: App, bot: KnownBot, language: Language): InlineQueryResultsButton | null
    /**
     * Handles the updates of a card in a chat that the bot cannot see: it was sent, or a person pressed it, who need
     * not be a customer.
     */
    takeInlineUpdates(app: App, bot: KnownBot, update: InlineUpdate): Promise<void>
  }
}

export interface InlineUpdate {
  ctx: Context
  /** The id of the message; null if Telegram does not identify it. */
  messageId: string | null
  query: QueryAnswer | undefined
}

const pageSize = 20
/** How long Telegram may cache the answer to a query. */
const cacheS = 10
const descriptionMax = 300

/**
 * Answers `@shop_bot words` in any chat with cards of products, each with a button that opens it in the shop. The
 * person who types it need not be a customer, and does not become one. Never throws.
 */
export async function answerInline(app: App, bot: KnownBot, inlineQuery: InlineQuery): Promise<void> {
  const { id, from, query, offset } = inlineQuery
  try {
    for (const offer of listAdditions(app, 'inlineCards')) if (await answerByCard(app, bot, inlineQuery, offer)) return
    const language = toLanguage(from.language_code)
    const { products, next } = await findFor(app, bot, query.trim(), Number(offset) || 1)
    const results = products.map(product => makeArticle(app, bot, { product, language }))
    const { none } = customerTexts[language].inline
    const [added] = listAdditions(app, 'inlineButton').flatMap(make => make(app, bot, language) ?? [])
    const button = results.length === 0 ? { text: none, start_parameter: 'inline' } : added
    await bot.bareApi.answerInlineQuery(id, results, {
      cache_time: cacheS,
      is_personal: true,
      next_offset: next,
      ...(button ? { button } : {}),
    })
    if (!bot.me.supports_inline_queries) await recordInline(app, bot)
  } catch (error) {
    app.log.warn({ bot: bot.id, error: describeTelegramError(error) }, 'an inline query could not be answered')
  }
}

async function answerByCard(
  app: App,
  bot: KnownBot,
  query: InlineQuery,
  offer: Slots['inlineCards'],
): Promise<boolean> {
  const { accountId } = bot
  const offered = accountId === null ? null : await offer(app, { ...bot, accountId }, query)
  if (offered === null) return false
  // The answer is never cached: permissions and payment methods are checked each time.
  await bot.bareApi.answerInlineQuery(query.id, 'card' in offered ? [offered.card] : [], {
    cache_time: 0,
    is_personal: true,
    ...('hint' in offered ? { button: { text: offered.hint, start_parameter: 'inline' } } : {}),
  })
  if (!bot.me.supports_inline_queries) await recordInline(app, bot)
  return true
}

async function findFor(
  app: App,
  { accountId, mode }: KnownBot,
  words: string,
  page: number,
): Promise<{ products: ShownProduct[]; next: string }> {
  if (accountId === null) return { products: [], next: '' }
  const scope = { accountId, mode }
  if (words !== '') return { products: await searchProducts(app, scope, words, pageSize), next: '' }
  const listed = await listProducts(app, scope, { page, pageSize })
  return { products: listed.items, next: listed.page < listed.pageCount ? String(listed.page + 1) : '' }
}

interface Card {
  product: ShownProduct
  language: Language
}

function makeArticle(app: App, { username }: KnownBot, { product, language }: Card): InlineQueryResultArticle {
  const t = texts[language]
  const { publicId, name, image } = product
  const thumbnail = image && toButtonUrl(app.config, imageUrl(app.config, image.storageKey))
  const price = priceLine(product, null, t)
  const about = shortenText(product.description, descriptionMax, descriptionMax)
  return {
    type: 'article',
    id: publicId,
    title: name,
    description: `${stripTags(String(price))}${product.isSoldOut() ? ` · ${t.soldOut}` : ''}`,
    ...(thumbnail && { thumbnail_url: thumbnail }),
    input_message_content: {
      message_text: String(html`<b>${name}</b>\n${price}${about && html`\n\n${about}`}`),
      parse_mode: 'HTML',
      // An article does not have a picture of its own in the chat; its preview shows it.
      link_preview_options: thumbnail
        ? { url: thumbnail, prefer_large_media: true, show_above_text: true }
        : { is_disabled: true },
    },
    reply_markup: {
      inline_keyboard: [
        [{ text: customerTexts[language].inline.open, url: `https://t.me/${username}?start=p_${publicId}` }],
      ],
    },
  }
}
