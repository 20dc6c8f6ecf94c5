import type { InlineQuery, InlineQueryResultArticle, User } from 'grammy/types'
import type { KnownBot } from '../../../../bot/bots/bots.ts'
import { readId } from '../../../../bot/screens/buttons.ts'
import type { InlineUpdate } from '../../../../bot/screens/inline.ts'
import type { QueryAnswer } from '../../../../bot/telegram/callback-queries.ts'
import { readPress } from '../../../../bot/telegram/message.ts'
import { inlineKeyboard, stripTags } from '../../../../bot/telegram/send.ts'
import { type Language, toLanguage } from '../../../../bot/texts/texts.ts'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { findMerchant } from '../../../notices/find-merchant.ts'
import { mayDo } from '../../../people/membership.ts'
import { Bill } from '../bill.ts'
import { BillCard, dueImmediately } from '../bill-card.ts'
import { BillOffer } from '../bill-offer.ts'
import { makeOfferedBill } from '../make-offered-bill.ts'
import { offerBill } from '../offer-bill.ts'
import { billTexts } from '../texts/bill-chat-texts.ts'
import { offerView } from './bill-view.ts'
import { readBill } from './merchant-bills.ts'

type ShopBot = KnownBot & { accountId: number }

/** The card of a bill offered to a merchant, or what is missing to create one. */
export type OfferedBill = { card: InlineQueryResultArticle } | { hint: string }

const resultPrefix = 'bill-'

/**
 * Offers the card of a bill for `@shop_bot 50000 kopi`, typed by a merchant of this shop in any conversation. Null if
 * the text is not an amount, or another person typed it: then products are searched.
 */
export async function offerInlineBill(
  app: App,
  bot: ShopBot,
  { from, query }: InlineQuery,
): Promise<OfferedBill | null> {
  if (!/^\s*(?:rp\b|\d)/i.test(query) || !(await mayAsk(app, bot, from.id))) return null
  const language = toLanguage(from.language_code)
  const words = billTexts[language].card
  const asked = readBill(query)
  if (asked === null) return { hint: words.how }
  const standing = await findStandingByAccount(app, bot.accountId, bot.mode)
  if (!standing) return null
  try {
    const offer = await offerBill(app, standing, { ...asked, botId: bot.id, personId: from.id, language })
    return { card: makeArticle(offer, bot.storeName) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { hint: error.code === 'method_unavailable' ? words.noMethod : words.outOfRange }
  }
}

function makeArticle(offer: BillOffer, merchant: string): InlineQueryResultArticle {
  const { language, publicId, amount, title } = offer
  const words = billTexts[language].card
  const { text, buttons } = offerView(offer, { language, merchant })
  return {
    type: 'article',
    id: `${resultPrefix}${publicId}`,
    title: stripTags(words.title(formatRupiah(amount))),
    description: title,
    input_message_content: { message_text: text.text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } },
    reply_markup: inlineKeyboard(buttons!),
  }
}

// The permission is checked again when a card becomes a bill, because a former member must not request money in the
// shop's name.
async function mayAsk(app: App, { accountId }: ShopBot, personId: number): Promise<boolean> {
  const role = await findMerchant(app, { accountId, personId })
  return role !== null && mayDo(role, 'orders')
}

/** Handles updates about cards in chats: one was sent, or a person pressed its button. */
export async function takeCardUpdate(app: App, bot: KnownBot, { ctx, messageId, query }: InlineUpdate): Promise<void> {
  const { chosenInlineResult: chosen, callbackQuery, from } = ctx
  const { accountId } = bot
  if (messageId === null || accountId === null) return
  const pressed = { app, bot: { ...bot, accountId }, messageId }
  if (chosen) await makeChosen(pressed, chosen.result_id)
  else await takePress(pressed, callbackQuery!.data ?? '', { from: from!, query })
}

interface Pressed {
  app: App
  bot: ShopBot
  messageId: string
}

async function makeChosen(pressed: Pressed, resultId: string): Promise<void> {
  if (resultId.startsWith(resultPrefix)) await makeBill(pressed, resultId.slice(resultPrefix.length))
}

async function takePress(
  pressed: Pressed,
  data: string,
  { from, query }: { from: User; query: QueryAnswer | undefined },
): Promise<void> {
  const language = toLanguage(from.language_code)
  const words = billTexts[language].card
  const read = readPress(data)
  if (read?.verb === 'offer') {
    const outcome = await makeBill(pressed, read.args[0])
    await query?.give(words[outcome])
  } else if (read?.verb === 'billcard') {
    await query?.give(await refreshCard(pressed, language))
  }
}

type Outcome = 'ready' | 'gone' | 'busy'

/** Creates the bill of an offer for its sent message; the worker then edits the message. */
async function makeBill({ app, bot, messageId }: Pressed, name: string | undefined): Promise<Outcome> {
  const publicId = readId(name)
  const scope = { accountId: bot.accountId, mode: bot.mode }
  const offer = publicId === null ? null : await app.em(scope).findOne(BillOffer, { publicId, botId: bot.id })
  if (!offer || !(await mayAsk(app, bot, offer.personId))) return 'gone'
  const standing = await findStandingByAccount(app, bot.accountId, bot.mode)
  if (!standing) return 'gone'
  try {
    await makeOfferedBill(app, standing, offer, messageId)
    return 'ready'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'rate_limited' ? 'busy' : 'gone'
  }
}

async function refreshCard({ app, bot, messageId }: Pressed, language: Language): Promise<string> {
  const words = billTexts[language].card
  const scope = { accountId: bot.accountId, mode: bot.mode }
  const em = app.em(scope)
  const card = await em.findOne(BillCard, { inlineMessageId: messageId, botId: bot.id })
  if (!card) return words.gone
  const bill = await em.findOneOrFail(Bill, card.bill.id)
  await em.nativeUpdate(BillCard, { inlineMessageId: messageId }, { editAt: dueImmediately })
  app.wake.notify('bill_cards')
  if (bill.status === 'paid') return words.paid
  return bill.isOver() ? words.over : words.unpaid
}
