import { explainPayment } from '../../../src/doctor/explain-payment.ts'
import { html } from '../../../src/lib/html.ts'
import { Refusal } from '../../../src/lib/refusal.ts'
import { nullIfNotFound } from '../../../src/lib/refusals/null-if-not-found.ts'
import { acceptMerchantLink } from '../../../src/notices/link-merchant.ts'
import { notifyReady } from '../../../src/notices/notify-ready.ts'
import { setMerchantLanguage } from '../../../src/notices/set-merchant-language.ts'
import { writeToCustomer } from '../../../src/notices/write-to-customer.ts'
import { findOrder, type WholeOrder } from '../../../src/orders/find-order.ts'
import { findReceivedMoney } from '../../../src/orders/received-money.ts'
import { undoMove } from '../../../src/orders/undo-move.ts'
import { type StatusUpdate, updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { listCommands } from '../../bots/introduce-bot.ts'
import type { PlatformContext } from '../../context.ts'
import { type MerchantTextKind, merchantForm } from '../../forms/merchant-form.ts'
import { formatFullName } from '../../people/person.ts'
import { makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { receivingTexts } from '../../texts/receiving-texts.ts'
import { shopkeeperTexts } from '../../texts/shopkeeper-texts.ts'
import { type Language, texts } from '../../texts/texts.ts'
import { makeVoice } from '../../texts/voice.ts'
import { completedMoveHints, readReason, voidView } from '../order-card.ts'
import { readOrderCard } from '../read-order-card.ts'
import { refuseForbiddenAct } from '../refuse-forbidden-act.ts'
import { idleKeyboard } from '../rest-keyboard.ts'
import type { PlatformScreen } from '../screen.ts'
import { setMenu } from '../set-menu.ts'
import { explanationView } from './merchant-explanation.ts'
import { showHome } from './merchant-home.ts'

/** The main screen of merchants: linking a chat, and the card of an order with its possible actions. */
export const merchantScreen: PlatformScreen = {
  links: { m: linkChat },
  commands: { bantuan: showHelp, help: showHelp, bahasa: askLanguage, language: askLanguage },
  presses: {
    card: (ctx, [number]) => showCard(ctx, number),
    // The button is pressed in an alert whose own buttons are still needed, so the card is sent below it.
    seecard: (ctx, [number]) => sayCard(ctx, number),
    why: (ctx, [number]) => explainOrder(ctx, number),
    hand: (ctx, [number]) => updateOrder(ctx, number, { status: 'processing' }),
    done: (ctx, [number]) => updateOrder(ctx, number, { status: 'completed' }),
    ready: markReady,
    write: (ctx, [number]) => askNote(ctx, number, 'message'),
    undo: (ctx, [number]) => undoStatus(ctx, number),
    void: askVoid,
    voidyes: (ctx, [number, reason]) => updateOrder(ctx, number, { status: 'cancelled', note: readNote(ctx, reason) }),
    voidwhy: (ctx, [number]) => askNote(ctx, number, 'reason'),
    lang: chooseLanguage,
  },
  forms: { merchant: merchantForm(executeWish) },
  contact: replyUnclear,
  location: replyUnclear,
  other: replyUnclear,
}

async function linkChat(ctx: PlatformContext, token: string): Promise<void> {
  const { app, language, once } = ctx
  const chat = { chatId: ctx.from!.id, name: formatFullName(ctx.from!), language }
  const linked = await acceptMerchantLink(app, token, chat, once)
  const words = ctx.t.merchant
  if (!linked) {
    await ctx.say({ text: html`${words.linkDead}` })
    return
  }
  await ctx.say({ text: html`${words.linked(linked.accountName)}`, keyboard: idleKeyboard(ctx) })
}

/** Replies with the messages that this chat understands. */
export async function replyUnclear(ctx: PlatformContext): Promise<void> {
  await ctx.say({ text: html`${ctx.t.merchant.unclear}` })
}

async function showHelp(ctx: PlatformContext): Promise<void> {
  const listed = listCommands(ctx.app, ctx.language, true).map(
    ({ command, description }) => html`\n/${command}: ${description}`,
  )
  await ctx.say({ text: html`${ctx.t.merchant.helpText}\n${listed}` })
}

/** Shows the card of an order. `hint` describes the last action; `at` is the message to edit. */
export async function showCard(
  ctx: PlatformContext,
  number: string | undefined,
  hint?: string,
  at?: number,
): Promise<void> {
  const found = await findOrderToRead(ctx, number)
  if (!found) return
  const card = await readOrderCard(ctx, found.order, { hint })
  if (at === undefined) await ctx.show(card)
  else await ctx.change(at, card)
}

async function sayCard(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findOrderToRead(ctx, number)
  if (found) await ctx.say(await readOrderCard(ctx, found.order))
}

interface MemberOrder {
  accountId: number
  order: WholeOrder
}

/**
 * Returns the order if this member may change it. Otherwise it replies that the order does not exist, and returns null.
 */
export async function findOrderToChange(ctx: PlatformContext, number: string | undefined): Promise<MemberOrder | null> {
  const found = await findOrderToRead(ctx, number)
  if (found) refuseForbiddenAct(ctx, found.accountId, 'orders')
  return found
}

/**
 * Returns the order, or replies that it does not exist. An order number alone does not grant access: only the accounts
 * that are linked to this chat now are searched.
 */
export async function findOrderToRead(ctx: PlatformContext, number = ''): Promise<MemberOrder | null> {
  for (const accountId of /^ORD-\d{6}-[0-9A-Z]{6}$/.test(number) ? ctx.accountIds : []) {
    const order = await nullIfNotFound(findOrder(ctx.app, { accountId }, number))
    if (order) return { accountId, order }
  }
  await ctx.alert(ctx.t.orderUnknown)
  return null
}

// The explanation is sent below the card, which stays.
async function explainOrder(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findOrderToRead(ctx, number)
  if (!found) return
  const payment = found.order.payment()
  if (!payment) {
    await ctx.alert(ctx.t.orderUnknown)
    return
  }
  const { accountId, mode } = found.order
  const explanation = await explainPayment(ctx.app, { accountId, mode }, payment.invoiceId)
  await ctx.say(explanationView(explanation, makeVoice(ctx), `${ctx.app.config.baseUrl}/dashboard`))
}

async function askVoid(ctx: PlatformContext, [number]: string[]): Promise<void> {
  const found = await findOrderToChange(ctx, number)
  if (!found) return
  if (found.order.isOver()) return showCard(ctx, number)
  await ctx.show(voidView(found.order, makeVoice(ctx), await findReceivedMoney(ctx.app, found.order)))
}

// If it is handled again after a crash, the change exists already, and the card is the same.
async function updateOrder(
  ctx: PlatformContext,
  number: string | undefined,
  { status, note }: Pick<StatusUpdate, 'status' | 'note'>,
): Promise<void> {
  const found = await findOrderToChange(ctx, number)
  if (!found) return
  const { accountId, order } = found
  const isDone = order.status === status && (note === undefined || order.sellerNote === note)
  if (!isDone) {
    await updateOrderStatus(ctx.app, { accountId }, { orderNumber: order.orderNumber, status, notify: true, note })
  }
  await showCard(ctx, number, status === 'cancelled' ? undefined : completedMoveHints(ctx)[status])
}

// A repeated press shows the answer again, but the customer is notified once.
async function markReady(ctx: PlatformContext, [number]: string[]): Promise<void> {
  const found = await findOrderToChange(ctx, number)
  if (!found) return
  await notifyReady(ctx.app, found.accountId, found.order.orderNumber)
  await showCard(ctx, number, receivingTexts[ctx.language].ready.told)
}

async function undoStatus(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findOrderToChange(ctx, number)
  if (!found) return
  const words = shopkeeperTexts[ctx.language]
  try {
    await undoMove(ctx.app, found.accountId, found.order.orderNumber)
    await showCard(ctx, number, completedMoveHints(ctx).undone)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await ctx.alert(error.code === 'out_of_stock' ? words.undoGone : words.undoOver)
    await showCard(ctx, number)
  }
}

function readNote(ctx: PlatformContext, reason: string | undefined): string | undefined {
  const known = readReason(reason)
  return known && merchantTexts[ctx.language].reasons[known]
}

async function askNote(ctx: PlatformContext, number: string | undefined, wish: MerchantTextKind): Promise<void> {
  const found = await findOrderToChange(ctx, number)
  if (!found) return
  const { orderNumber, customerName } = found.order
  const words = merchantTexts[ctx.language]
  const questions: Record<MerchantTextKind, string> = {
    reason: words.askReason(orderNumber),
    message: words.askMessage(customerName, orderNumber),
  }
  await ctx.form('merchant', { wish, orderNumber, question: questions[wish] })
}

// The shop may have been unlinked from the chat since the question, so the order is looked up again.
async function executeWish(ctx: PlatformContext, wish: MerchantTextKind, number: string, text: string): Promise<void> {
  if (wish === 'reason') return updateOrder(ctx, number, { status: 'cancelled', note: text })
  const found = await findOrderToChange(ctx, number)
  if (!found) return
  await writeToCustomer(ctx.app, found.accountId, { orderNumber: number, text, once: ctx.once })
  await ctx.say({ text: html`${merchantTexts[ctx.language].messageSent(found.order.customerName)}` })
}

async function askLanguage(ctx: PlatformContext): Promise<void> {
  await ctx.show({
    text: html`${ctx.t.chooseLanguage}`,
    buttons: [
      [
        { text: '🇮🇩 Bahasa Indonesia', press: makePress('lang', 'id') },
        { text: '🇬🇧 English', press: makePress('lang', 'en') },
      ],
    ],
  })
}

async function chooseLanguage(ctx: PlatformContext, [wanted]: string[]): Promise<void> {
  const language: Language = wanted === 'en' ? 'en' : 'id'
  await setMerchantLanguage(ctx.app, ctx.from!.id, language)
  ctx.language = language
  ctx.t = texts[language]
  await setMenu(ctx)
  await ctx.say({ text: html`${ctx.t.languageChosen}`, keyboard: idleKeyboard(ctx) })
  if (ctx.accountIds.length > 0) await showHome(ctx)
}
