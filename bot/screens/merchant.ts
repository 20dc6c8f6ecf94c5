import { Account } from '../../src/accounts/account.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { acceptMerchantLink } from '../../src/notices/link-merchant.ts'
import { MerchantChat } from '../../src/notices/merchant-chat.ts'
import { findOrder } from '../../src/orders/find-order.ts'
import type { OrderView } from '../../src/orders/order.ts'
import { type StatusUpdate, updateOrderStatus } from '../../src/orders/update-order-status.ts'
import type { PlatformContext } from '../context.ts'
import { nameOf } from '../people/person.ts'
import { type Button, type Message, press } from '../telegram/message.ts'
import { type Language, texts } from '../texts/texts.ts'
import { type Voice, voiceOf } from '../texts/voice.ts'
import { itemLines } from './order-view.ts'
import type { PlatformScreen } from './screen.ts'

/** The merchant's side: whose chat it is, and the card of an order with what can be done about it. */
export const merchantScreen: PlatformScreen = {
  links: { m: link },
  commands: { start: showAccounts, bantuan: help, help, bahasa: askLanguage, language: askLanguage },
  presses: {
    card: (ctx, [number]) => showCard(ctx, number),
    hand: (ctx, [number]) => update(ctx, number, 'processing'),
    done: (ctx, [number]) => update(ctx, number, 'completed'),
    void: askVoid,
    voidyes: (ctx, [number]) => update(ctx, number, 'cancelled'),
    lang: chooseLanguage,
  },
}

/** An order as its merchant sees it: who wants what, where it goes, and what can be done. */
export function orderCard(
  { order, title, hint }: { order: OrderView; title: string; hint?: string | undefined },
  voice: Voice,
): Message {
  const { t, moment } = voice
  const words = t.merchant
  return {
    text: html`<b>${title}</b>${order.mode === 'test' && ` · ${words.test}`}
<b>${order.orderNumber}</b> · ${t.statuses[order.status]}

${itemLines(order.items)}
${t.total}: <b>${formatRupiah(order.total)}</b>
${words.customer}: ${order.customerName}${order.customerPhone && html`\n${t.phone}: <code>${order.customerPhone}</code>`}${
      order.address && html`\n${t.address}: ${order.address}`
    }${order.note && html`\n${t.note}: ${order.note}`}
${t.orderedAt}: ${moment(order.createdAt)}${order.paidAt && html`\n${t.paidAt}: ${moment(order.paidAt)}`}${
      order.cancelledBy && html`\n${words.cancelledBy[order.cancelledBy]}`
    }${order.refundDue && html`\n${words.refundDue}`}${hint && html`\n\n${hint}`}`,
    buttons: cardButtons(order, voice),
  }
}

// Spec 3.2: taken in hand once it is paid; completed from paid or processing only; cancelled from anything but completed and cancelled.
function cardButtons({ orderNumber, status }: OrderView, { t }: Voice): Button[][] {
  const cancel: Button = { text: t.merchant.cancel, press: press('void', orderNumber), style: 'danger' }
  const complete: Button = { text: t.merchant.complete, press: press('done', orderNumber), style: 'success' }
  switch (status) {
    case 'paid':
      return [[{ text: t.merchant.takeInHand, press: press('hand', orderNumber) }], [complete, cancel]]
    case 'processing':
      return [[complete, cancel]]
    case 'pending':
    case 'waiting_payment':
      return [[cancel]]
    case 'completed':
    case 'cancelled':
      return []
  }
}

export function voidView({ orderNumber, paidAt }: OrderView, { t }: Voice): Message {
  const words = t.merchant
  return {
    text: html`${paidAt ? words.askCancelPaid(orderNumber) : words.askCancel(orderNumber)}`,
    buttons: [
      [
        { text: words.yesCancel, press: press('voidyes', orderNumber), style: 'danger' },
        { text: words.keep, press: press('card', orderNumber) },
      ],
    ],
  }
}

async function link(ctx: PlatformContext, token: string): Promise<void> {
  const { app, language, once } = ctx
  const chat = { chatId: ctx.from!.id, name: nameOf(ctx.from!), language }
  const linked = await acceptMerchantLink(app, token, chat, once)
  const words = ctx.t.merchant
  await ctx.say({ text: html`${linked ? words.linked(linked.accountName) : words.linkDead}` })
}

async function showAccounts(ctx: PlatformContext): Promise<void> {
  const words = ctx.t.merchant
  const em = ctx.app.em('installation')
  const accounts = await em.find(Account, { id: { $in: ctx.accountIds } }, { orderBy: { id: 'asc' } })
  const names = accounts.map(account => account.displayName).join(', ')
  await ctx.say({ text: html`${accounts.length > 0 ? words.accounts(names) : words.noAccount}` })
}

async function help(ctx: PlatformContext): Promise<void> {
  await ctx.say({ text: html`${ctx.t.merchant.helpText}` })
}

async function showCard(ctx: PlatformContext, number: string | undefined, hint?: string): Promise<void> {
  const found = await findOwn(ctx, number)
  if (!found) await ctx.alert(ctx.t.orderUnknown)
  else await ctx.show(orderCard({ order: found.order, title: ctx.t.merchant.orderCard, hint }, voiceOf(ctx)))
}

interface Found {
  accountId: number
  order: OrderView
}

// A number alone opens nothing: the order is looked for among the accounts that this chat is linked to now.
async function findOwn(ctx: PlatformContext, number: string | undefined): Promise<Found | null> {
  if (number === undefined || !/^ORD-\d{6}-[0-9A-Z]{6}$/.test(number)) return null
  for (const accountId of ctx.accountIds) {
    try {
      return { accountId, order: await findOrder(ctx.app, { accountId }, number) }
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error
    }
  }
  return null
}

async function askVoid(ctx: PlatformContext, [number]: string[]): Promise<void> {
  const found = await findOwn(ctx, number)
  if (!found) return void (await ctx.alert(ctx.t.orderUnknown))
  const isOver = found.order.status === 'completed' || found.order.status === 'cancelled'
  await (isOver ? showCard(ctx, number) : ctx.show(voidView(found.order, voiceOf(ctx))))
}

// Handled again after a crash it finds the move made already: the card then says the same as the first time.
async function update(ctx: PlatformContext, number: string | undefined, status: StatusUpdate['status']): Promise<void> {
  const found = await findOwn(ctx, number)
  if (!found) return void (await ctx.alert(ctx.t.orderUnknown))
  const { accountId, order } = found
  if (order.status !== status) {
    await updateOrderStatus(ctx.app, { accountId }, { orderNumber: order.orderNumber, status, notify: true })
  }
  const { completed, inHand } = ctx.t.merchant
  await showCard(ctx, number, { completed, processing: inHand, cancelled: undefined }[status])
}

async function askLanguage(ctx: PlatformContext): Promise<void> {
  await ctx.show({
    text: html`${ctx.t.chooseLanguage}`,
    buttons: [
      [
        { text: '🇮🇩 Bahasa Indonesia', press: press('lang', 'id') },
        { text: '🇬🇧 English', press: press('lang', 'en') },
      ],
    ],
  })
}

async function chooseLanguage(ctx: PlatformContext, [wanted]: string[]): Promise<void> {
  const language: Language = wanted === 'en' ? 'en' : 'id'
  await ctx.app.em('installation').nativeUpdate(MerchantChat, { chatId: ctx.from!.id }, { language })
  await ctx.show({ text: html`${texts[language].languageChosen}` })
}
