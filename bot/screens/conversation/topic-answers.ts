import { checkClosed } from '../../../src/catalog/check-closed.ts'
import { type DeliveryZone, findZoneByName } from '../../../src/catalog/delivery-zones.ts'
import { findShopRules } from '../../../src/catalog/find-shop-rules.ts'
import { defaultRules } from '../../../src/catalog/rules/to-plain-rules.ts'
import type { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { renderLines } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { makeWhatsAppLink } from '../../../src/lib/phone.ts'
import { toPlainLine } from '../../../src/lib/plain-text.ts'
import { findOrderRefund } from '../../../src/orders/find-order-refund.ts'
import { type ListedOrder, listCustomerOrders } from '../../../src/orders/list-orders.ts'
import { findOrderStage } from '../../../src/orders/shipping/shipment.ts'
import { listAdditions } from '../../../src/slots.ts'
import type { ShopContext } from '../../context.ts'
import { type Button, makePress } from '../../telegram/message.ts'
import { sellerButtons } from '../../telegram/seller-buttons.ts'
import { conversationTexts } from '../../texts/conversation-texts.ts'
import { shopRulesTexts } from '../../texts/shop-rules-texts.ts'
import type { Language } from '../../texts/texts.ts'
import { makeVoice } from '../../texts/voice.ts'
import { groupInPairs, menuRow, shortenLabel } from '../buttons.ts'
import { findHelpMethod } from '../help.ts'
import { describeOwnDeletion, privacyText } from '../privacy.ts'
import { choosePromotions } from '../promo.ts'
import { formatDay, formatHours } from './format-hours.ts'
import type { Topic } from './topic.ts'

/** The lines of an answer, with the buttons that lead on. */
interface Answer {
  lines: string[]
  buttons?: Button[]
}

type Rules = Pick<
  ShopRules,
  | 'delivers'
  | 'deliveryFee'
  | 'freeDeliveryFrom'
  | 'zones'
  | 'pickupPlace'
  | 'tables'
  | 'hours'
  | 'holidays'
  | 'closedUntil'
  | 'orderMin'
  | 'address'
  | 'phone'
  | 'whatsapp'
  | 'referralAmount'
>

/**
 * Answers a customer's question from the rules of the shop and their own orders, and offers to send it to the seller.
 */
export async function answerTopic(ctx: ShopContext, topic: Topic, text: string): Promise<void> {
  if (topic === 'stop') return choosePromotions(ctx, false)
  const { t } = ctx
  const answer = await chooseAnswer(ctx, topic, text)
  await ctx.say({
    text: renderLines(answer.lines.join('\n')),
    replyTo: ctx.message!.message_id,
    buttons: [...groupInPairs(answer.buttons ?? []), ...sellerButtons(ctx).send.map(button => [button]), menuRow(t)],
  })
}

async function chooseAnswer(ctx: ShopContext, topic: Exclude<Topic, 'stop'>, text: string): Promise<Answer> {
  if (isOfOrders(topic)) return ofOrders(ctx, topic)
  const { t } = ctx
  const words = conversationTexts[ctx.language]
  const products: Button = { text: t.products, press: makePress('browse') }
  const help: Button = { text: t.help, press: makePress('help') }
  switch (topic) {
    case 'privacy':
      return { lines: [privacyText(ctx), ...(describeOwnDeletion(ctx) === null ? [words.privacy] : [])] }
    case 'complaint':
      return { lines: [words.complaint], buttons: [{ text: t.myOrders, press: makePress('orders') }] }
    case 'receipt':
      return { lines: [words.receipt], buttons: [{ text: t.myOrders, press: makePress('orders') }] }
    case 'how':
      return { lines: [t.talk.understood.how], buttons: [products, help] }
    case 'paying':
      return { lines: [t.helpPaying[await findHelpMethod(ctx)], words.paying], buttons: [help] }
    case 'menu':
      return { lines: [words.menu], buttons: [products] }
    case 'person':
    case 'question':
      return { lines: [words[topic]] }
    default:
      return ofRules(ctx, topic, text)
  }
}

const orderTopics = ['refund', 'cancel', 'moved', 'changed', 'code', 'order', 'paid'] as const
type OrderTopic = (typeof orderTopics)[number]

function isOfOrders(topic: Topic): topic is OrderTopic {
  return orderTopics.some(each => each === topic)
}

const ordersRead = 5

async function ofOrders(ctx: ShopContext, topic: OrderTopic): Promise<Answer> {
  const { app, store, customer, t } = ctx
  const { items } = await listCustomerOrders(app, store.accountId, customer.id, { pageSize: ordersRead })
  const open = items.filter(order => !order.isOver())
  const all: Button = { text: t.myOrders, press: makePress('orders') }
  const opening = (order: ListedOrder): Button => ({
    text: shortenLabel(order.orderNumber),
    press: makePress('order', order.token),
  })
  if (topic === 'refund') return { lines: refundLines(ctx, items), buttons: [all] }
  if (topic === 'cancel' || topic === 'changed') return answerCancelling(ctx, topic, open, all)
  const words = conversationTexts[ctx.language]
  if (topic === 'moved') {
    const [order] = open
    if (!order) return { lines: [words.moved.none], buttons: [all] }
    const line = order.isUnpaid() ? words.moved.open(order.orderNumber) : words.moved.late(order.orderNumber)
    return { lines: [line], buttons: [opening(order)] }
  }
  const known = open.map(order => words.order.one(order.orderNumber, t.statuses[findOrderStage(order)]))
  if (topic === 'paid' || topic === 'code')
    return { lines: [words[topic], ...known], buttons: [...open.map(opening), all] }
  return { lines: known.length > 0 ? known : [words.order.none], buttons: [...open.map(opening), all] }
}

function refundLines({ language }: ShopContext, orders: ListedOrder[]): string[] {
  const words = conversationTexts[language].refund
  const known = orders.flatMap(order => {
    if (order.refundDue) return [words.due(order.orderNumber)]
    if (findOrderRefund(order)) return [words.refunded(order.orderNumber)]
    return order.isUnpaid() ? [words.notPaid(order.orderNumber)] : []
  })
  return [...known, words.text]
}

/**
 * Answers a customer who wants to cancel. Customers cancel unpaid orders themselves, even to order something else
 * instead.
 */
function answerCancelling(
  { language }: ShopContext,
  topic: 'cancel' | 'changed',
  open: ListedOrder[],
  all: Button,
): Answer {
  const { [topic]: words, cancel } = conversationTexts[language]
  if (open.length === 0) return { lines: [words.none], buttons: [all] }
  const unpaid = open.filter(order => order.isUnpaid())
  return {
    lines: open.map(order => (order.isUnpaid() ? words.own(order.orderNumber) : words.paid(order.orderNumber))),
    buttons: [
      ...unpaid.map(
        (order): Button => ({
          text: shortenLabel(cancel.button(order.orderNumber)),
          press: makePress('cancel', order.token),
        }),
      ),
      all,
    ],
  }
}

declare module '../../../src/slots.ts' {
  interface Slots {
    /** Returns the lines and buttons for a customer who looks for something cheaper. */
    promotions(language: Language, rules: Pick<ShopRules, 'referralAmount'>): { lines: string[]; buttons: Button[] }
  }
}

type RulesTopic = Exclude<
  Topic,
  OrderTopic | 'stop' | 'privacy' | 'complaint' | 'receipt' | 'how' | 'paying' | 'menu' | 'person' | 'question'
>

async function ofRules(ctx: ShopContext, topic: RulesTopic, text: string): Promise<Answer> {
  const rules: Rules = (await findShopRules(ctx.app, ctx.store.accountId)) ?? {
    ...defaultRules,
    referralAmount: null,
    closedUntil: null,
  }
  const words = conversationTexts[ctx.language]
  switch (topic) {
    case 'least':
      return { lines: [rules.orderMin > 0 ? words.least(formatRupiah(rules.orderMin)) : words.noLeast] }
    case 'fee':
      return { lines: feeLines(ctx, rules, text) }
    case 'hours':
      return { lines: hoursLines(ctx, rules) }
    case 'place':
      return { lines: placeLines(ctx, rules) }
    case 'contact':
      return answerContacts(ctx, rules)
    case 'promo':
      return answerPromotions(ctx, rules)
  }
}

const zonesShown = 20

function feeLines({ language }: ShopContext, rules: Rules, text: string): string[] {
  const words = conversationTexts[language]
  const pickup = rules.pickupPlace === null ? [] : [words.place.pickup(toPlainLine(rules.pickupPlace))]
  if (!rules.delivers) return [words.fee.none, ...pickup]
  const money = (amount: number) => (amount === 0 ? words.fee.freeWord : formatRupiah(amount))
  const feeIn = ({ fee, perKg }: DeliveryZone) =>
    perKg === 0 ? money(fee) : `${money(fee)}, ${words.fee.perKg(formatRupiah(perKg))}`
  const zone = rules.zones.find(({ name }) => saysName(text, name)) ?? findZoneByName(rules.zones, text)
  const fees = zone
    ? [words.fee.to(toPlainLine(zone.name), feeIn(zone))]
    : rules.zones.length > 0
      ? [
          words.fee.zones,
          ...rules.zones.slice(0, zonesShown).map(each => `• ${words.fee.zone(toPlainLine(each.name), feeIn(each))}`),
          rules.zones.length > zonesShown ? '…' : words.fee.others,
        ]
      : [rules.deliveryFee === 0 ? words.fee.free : words.fee.flat(formatRupiah(rules.deliveryFee))]
  const free = rules.freeDeliveryFrom === null ? [] : [words.fee.freeFrom(formatRupiah(rules.freeDeliveryFrom))]
  const least = rules.orderMin > 0 ? [words.least(formatRupiah(rules.orderMin))] : []
  return [...fees, ...free, ...least, ...pickup]
}

function saysName(text: string, name: string): boolean {
  const plain = (words: string) =>
    ` ${words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  return plain(text).includes(plain(name))
}

const holidaysShown = 6

function hoursLines(ctx: ShopContext, rules: Rules): string[] {
  const words = conversationTexts[ctx.language].hours
  const today = ctx.app.calendar.formatDay(ctx.app.now())
  const holidays = rules.holidays.filter(({ day }) => day >= today).slice(0, holidaysShown)
  const named = holidays.map(({ day, note }) => formatDay(ctx.language, day) + (note && ` (${toPlainLine(note)})`))
  const closed = checkClosed(ctx.app, rules)
  const now = closed
    ? closed.opensAt
      ? words.opens(makeVoice(ctx).moment(closed.opensAt))
      : words.closed
    : rules.hours === null && holidays.length === 0
      ? ''
      : words.open
  const week = rules.hours === null ? words.always : words.week(formatHours(rules.hours, shopRulesTexts[ctx.language]))
  return [week, now, named.length > 0 ? words.holidays(named.join(', ')) : ''].filter(line => line !== '')
}

function placeLines({ language }: ShopContext, { address, pickupPlace, tables }: Rules): string[] {
  const words = conversationTexts[language].place
  if (address === null && pickupPlace === null) return [words.none]
  return [
    ...(address === null ? [] : [words.address(toPlainLine(address))]),
    pickupPlace === null ? words.noPickup : words.pickup(toPlainLine(pickupPlace)),
    ...(tables === null ? [] : [words.tables]),
  ]
}

function answerContacts({ language }: ShopContext, { whatsapp, phone }: Rules): Answer {
  const words = conversationTexts[language].contact
  const known = [whatsapp && words.whatsapp(whatsapp), phone && words.phone(phone)].filter(line => line !== null)
  return {
    lines: [...known, words.here],
    buttons: whatsapp ? [{ text: 'WhatsApp', url: makeWhatsAppLink(whatsapp) }] : [],
  }
}

function answerPromotions(
  { app, language, t }: ShopContext,
  { freeDeliveryFrom, delivers, referralAmount }: Rules,
): Answer {
  const words = conversationTexts[language]
  const free = delivers && freeDeliveryFrom !== null && words.fee.freeFrom(formatRupiah(freeDeliveryFrom))
  const added = listAdditions(app, 'promotions').map(promote => promote(language, { referralAmount }))
  const said = [free, ...added.flatMap(({ lines }) => lines), words.promo.news, words.promo.price]
  return {
    lines: said.filter(line => line !== false),
    buttons: [...added.flatMap(({ buttons }) => buttons), { text: t.products, press: makePress('browse') }],
  }
}
