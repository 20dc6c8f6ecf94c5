import type { Context } from 'grammy'
import {
  computeDeliveryFee,
  type DeliveryZone,
  findZoneByAddress,
  findZoneByLocation,
  findZoneByName,
  type Handover,
  makeZoneId,
} from '../../src/catalog/delivery-zones.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { listWaysToReceive } from '../../src/orders/receiving/list-ways-to-receive.ts'
import { type HandoverContext, type ReceivingChoice, sumWeight } from '../../src/orders/receiving/plan-receiving.ts'
import type { FormContext } from '../context.ts'
import { type Button, makePress, readPress } from '../telegram/message.ts'
import { receivingTexts } from '../texts/receiving-texts.ts'
import type { Form } from './form.ts'

type Talk = Parameters<Form>[0]

/** The ways in which a customer may receive an order, as shown by its questions, as JSON. */
export interface ReceivingOffer {
  /** The ways to choose from; null without a choice. */
  ways: Handover[] | null
  zones: DeliveryZone[]
  /** The fees by the id of a zone, in whole rupiah. */
  fees: Record<string, number>
  /** The fee without zones. */
  fee: number
  tables: number
  /** The names of goods that limit all goods to a single way, although others have more. */
  limitedBy: string[]
  /** The buttons to the seller; unset in a form that an earlier version began. */
  seller?: Button[]
}

type NamedHanding = Omit<HandoverContext, 'goods'> & {
  goods: readonly (HandoverContext['goods'][number] & { name?: string })[]
}

export function buildReceivingOffer(handing: NamedHanding, seller: Button[]): ReceivingOffer {
  const { rules, goods, goodsTotal } = handing
  const zones = rules?.zones ?? []
  const feeTo = (zone: DeliveryZone | null) =>
    rules ? computeDeliveryFee(rules, { goods: goodsTotal, weightG: sumWeight(goods), zone }) : 0
  return {
    ways: listWaysToReceive(rules, goods),
    zones,
    fees: Object.fromEntries(zones.map(zone => [makeZoneId(zone), feeTo(zone)])),
    fee: feeTo(null),
    tables: rules?.tables ?? 0,
    limitedBy: limitingGoods(handing),
    seller,
  }
}

function limitingGoods({ rules, goods }: NamedHanding): string[] {
  const common = listWaysToReceive(rules, goods)
  if (common?.length !== 1) return []
  const each = goods.map(one => ({ name: one.name ?? '', ways: listWaysToReceive(rules, [one]) ?? [] }))
  const most = Math.max(...each.map(({ ways }) => ways.length))
  if (most < 2) return []
  return each.filter(({ name, ways }) => name !== '' && ways.length > 0 && ways.length < most).map(({ name }) => name)
}

/** Returns whether a question has to be answered before these goods can be ordered. */
export function needsReceivingQuestions({ ways, zones, limitedBy }: ReceivingOffer): boolean {
  if (ways === null || ways.length === 0) return false
  return (
    ways.length > 1 || limitedBy.length > 0 || ways[0] === 'dine_in' || (ways[0] === 'delivery' && zones.length > 0)
  )
}

/**
 * Returns how the customer wants to receive the goods. It asks if several ways exist, or if one item limits all to a
 * single way.
 */
export async function askHandover(talk: Talk, ctx: FormContext, offer: ReceivingOffer): Promise<Handover | undefined> {
  const { ways, limitedBy } = offer
  if (ways === null || ways.length === 0) return undefined
  if (ways.length === 1 && limitedBy.length === 0) return ways[0]
  const words = receivingTexts[ctx.language]
  const question = ways.length > 1 ? words.askWay : words.onlyWay(limitedBy.join(', '), words.ways[ways[0]!])
  const buttons = [...ways.map(way => [wayButton(way, ctx)]), [cartButton(ctx)]]
  let asked = await ctx.say({ text: html`${question}`, buttons })
  for (;;) {
    const { callbackQuery } = await talk.wait()
    const [field, way] = readArgs(callbackQuery)
    const chosen = field === 'way' ? ways.find(one => one === way) : undefined
    if (chosen) {
      await ctx.change(asked, { text: html`${question}\n<b>${words.ways[chosen]}</b>` })
      return chosen
    }
    if (!callbackQuery) asked = await ctx.say({ text: html`${words.useButtons} ${question}`, buttons })
  }
}

/** The destination of an order, or the table, with the fee that was shown. */
interface Where extends ReceivingChoice {
  expectedFee?: number | undefined
  /** The area, postcode or location that the customer sent. */
  place?: string | undefined
}

/** Asks for the zone or the table, if the customer's choice needs it and the address does not determine it. */
export async function askZoneOrTable(
  talk: Talk,
  ctx: FormContext,
  offer: ReceivingOffer,
  { receiving, address = '' }: { receiving: Handover | undefined; address?: string | undefined },
): Promise<Where> {
  if (receiving === 'dine_in') return { receiving, table: await askTable(talk, ctx, offer.tables) }
  if (receiving !== 'delivery' || offer.zones.length === 0) return { receiving }
  const told = findZoneByAddress(offer.zones, address)
  if (told) return { receiving, zone: makeZoneId(told) }
  const chosen = await askZone(talk, ctx, offer)
  if (typeof chosen !== 'string') {
    const zone = makeZoneId(chosen.zone)
    return { receiving, zone, expectedFee: offer.fees[zone]!, place: chosen.place }
  }
  return askZoneOrTable(talk, ctx, offer, { receiving: chosen })
}

/**
 * Returns the zone that a customer named, with the text or the location that they sent; or the other way that they
 * chose.
 */
async function askZone(
  talk: Talk,
  ctx: FormContext,
  offer: ReceivingOffer,
): Promise<{ zone: DeliveryZone; place?: string } | Handover> {
  const words = receivingTexts[ctx.language]
  const question = offer.zones.some(({ around }) => around) ? `${words.askZone} ${words.orLocation}` : words.askZone
  const buttons = zoneButtons(offer, ctx)
  const rows = [
    ...splitRows(buttons, buttons.length > rowsMax ? 2 : 1),
    [{ text: words.noZone, press: makePress('form', 'zone', 'none') }],
    [cartButton(ctx)],
  ]
  let asked = await ctx.say({ text: html`${question}`, buttons: rows })
  const others = otherWays(offer)
  for (;;) {
    const answer = readZone(offer, others, await talk.wait())
    if (answer.is === 'way') return answer.way
    if (answer.is === 'zone') {
      await ctx.change(asked, { text: html`${question}\n<b>${answer.zone.name}</b>` })
      return answer.place === '' ? { zone: answer.zone } : answer
    }
    if (answer.is === 'outside') await sayOutside(ctx, answer.place, offer)
    if (answer.is === 'wordless') asked = await ctx.say({ text: html`${words.zoneInWords}`, buttons: rows })
  }
}

type ZoneAnswer =
  | { is: 'zone'; zone: DeliveryZone; place: string }
  | { is: 'way'; way: Handover }
  | { is: 'outside'; place: string }
  /** A photo, a voice message, a location if no zone has a circle, or a button of an earlier question. */
  | { is: 'wordless' | 'earlier' }

function readZone({ zones }: ReceivingOffer, others: Handover[], { message, callbackQuery }: Context): ZoneAnswer {
  const [field, value] = readArgs(callbackQuery)
  const way = field === 'way' ? others.find(other => other === value) : undefined
  if (way) return { is: 'way', way }
  const location = message?.location && zones.some(({ around }) => around) ? formatPoint(message.location) : null
  if (location !== null) {
    const zone = findZoneByLocation(zones, location)
    return zone ? { is: 'zone', zone, place: location } : { is: 'outside', place: '' }
  }
  const place = message?.text?.trim() ?? ''
  const zone = field === 'zone' ? zones.find(one => makeZoneId(one) === value) : findZoneByName(zones, place)
  if (zone) return { is: 'zone', zone, place }
  if (field === 'zone' || place !== '') return { is: 'outside', place }
  return { is: message ? 'wordless' : 'earlier' }
}

function zoneButtons({ zones, fees }: ReceivingOffer, { language }: FormContext): Button[] {
  return zones.map(zone => {
    const fee = fees[makeZoneId(zone)]!
    const told = fee === 0 ? receivingTexts[language].free : formatRupiah(fee)
    return { text: `${zone.name} · ${told}`, press: makePress('form', 'zone', makeZoneId(zone)) }
  })
}

function otherWays({ ways }: ReceivingOffer): Handover[] {
  return (ways ?? []).filter(way => way !== 'delivery')
}

async function sayOutside(ctx: FormContext, place: string, offer: ReceivingOffer): Promise<void> {
  const { seller = [] } = offer
  const others = otherWays(offer)
  const words = receivingTexts[ctx.language]
  const next = others.length > 0 ? words.outsideNext : words.outsideAlone
  await ctx.say({
    text: html`${words.outside(place.slice(0, 60))} ${next}`,
    buttons: [...others.map(way => [wayButton(way, ctx)]), [...seller, cartButton(ctx)]],
  })
}

const rowsMax = 8
const tablesInRow = 6

async function askTable(talk: Talk, ctx: FormContext, tables: number): Promise<number> {
  const words = receivingTexts[ctx.language]
  const question = {
    text: html`${words.askTable}`,
    buttons: [...tableButtons(tables, table => makePress('form', 'table', table)), [cartButton(ctx)]],
  }
  await ctx.say(question)
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const [field, value] = readPress(callbackQuery?.data ?? '')?.args ?? []
    const table = Number(field === 'table' ? value : (message?.text?.trim() ?? ''))
    if (Number.isInteger(table) && table >= 1 && table <= tables) return table
    if (!callbackQuery) await ctx.say({ ...question, text: html`${words.refused.table}` })
  }
}

/** Returns the tables of a shop as rows of buttons. */
export function tableButtons(tables: number, pressOf: (table: number) => string): Button[][] {
  const all = Array.from({ length: tables }, (_, at): Button => ({ text: String(at + 1), press: pressOf(at + 1) }))
  return splitRows(all, tablesInRow)
}

function splitRows(buttons: Button[], size: number): Button[][] {
  return Array.from({ length: Math.ceil(buttons.length / size) }, (_, row) =>
    buttons.slice(row * size, (row + 1) * size),
  )
}

function wayButton(way: Handover, { language }: FormContext): Button {
  return { text: receivingTexts[language].ways[way], press: makePress('form', 'way', way) }
}

/** Returns the button that leads back to the cart, for questions before an order is placed. */
export function cartButton({ language }: FormContext): Button {
  return { text: receivingTexts[language].toCart, press: makePress('cart') }
}

/** Formats a shared location as an address that a courier can open. */
export function formatPoint({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const point = `${latitude.toFixed(6)},${longitude.toFixed(6)}`
  return `📍 ${point} https://maps.google.com/?q=${point}`
}

function readArgs(query: { data?: string } | undefined): string[] {
  return readPress(query?.data ?? '')?.args ?? []
}
