import {
  type DeliveryZone,
  deliveryFeeFor,
  type Handover,
  zoneId,
  zoneNamed,
  zoneOfAddress,
} from '../../src/catalog/delivery-zones.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { type Handing, type ReceivingChoice, weightOf } from '../../src/orders/receiving/plan-receiving.ts'
import { waysToReceive } from '../../src/orders/receiving/ways-to-receive.ts'
import type { FormContext } from '../context.ts'
import { type Button, press, readPress } from '../telegram/message.ts'
import { receivingTexts } from '../texts/receiving-texts.ts'
import type { Form } from './form.ts'

type Talk = Parameters<Form>[0]

/** How a customer may get an order, as its questions show it: JSON. */
export interface ReceivingOffer {
  /** Null where there is nothing to choose. */
  ways: Handover[] | null
  zones: DeliveryZone[]
  /** By the id of a zone, in whole rupiah. */
  fees: Record<string, number>
  /** Without zones. */
  fee: number
  tables: number
}

export function offerOf(handing: Handing): ReceivingOffer {
  const { rules, goods, goodsTotal } = handing
  const zones = rules?.zones ?? []
  const feeTo = (zone: DeliveryZone | null) =>
    rules ? deliveryFeeFor(rules, { goods: goodsTotal, weightG: weightOf(goods), zone }) : 0
  return {
    ways: waysToReceive(rules, goods),
    zones,
    fees: Object.fromEntries(zones.map(zone => [zoneId(zone), feeTo(zone)])),
    fee: feeTo(null),
    tables: rules?.tables ?? 0,
  }
}

/** Whether anything is to be asked before these goods can be ordered. */
export function asksReceiving({ ways, zones }: ReceivingOffer): boolean {
  if (ways === null || ways.length === 0) return false
  return ways.length > 1 || ways[0] === 'dine_in' || (ways[0] === 'delivery' && zones.length > 0)
}

/** Asks how the customer wants to get it, where there are several ways; the only one otherwise. */
export async function askWay(talk: Talk, ctx: FormContext, offer: ReceivingOffer): Promise<Handover | undefined> {
  const { ways } = offer
  if (ways === null || ways.length < 2) return ways?.[0]
  const words = receivingTexts[ctx.language]
  await ctx.say({
    text: html`${words.askWay}`,
    buttons: [...ways.map(way => [wayButton(way, ctx)]), [cartButton(ctx)]],
  })
  for (;;) {
    const [, way] = await pressedIn(talk, 'way')
    const chosen = ways.find(one => one === way)
    if (chosen) return chosen
    await ctx.say({ text: html`${words.askWay}`, buttons: ways.map(one => [wayButton(one, ctx)]) })
  }
}

/** The place to which an order goes, or the table; with the fee that was shown. */
type Where = ReceivingChoice & { expectedFee?: number | undefined }

/** Asks for the zone or the table, where the way needs one and the address does not tell. */
export async function askWhere(
  talk: Talk,
  ctx: FormContext,
  offer: ReceivingOffer,
  { receiving, address = '' }: { receiving: Handover | undefined; address?: string | undefined },
): Promise<Where> {
  if (receiving === 'dine_in') return { receiving, table: await askTable(talk, ctx, offer.tables) }
  if (receiving !== 'delivery' || offer.zones.length === 0) return { receiving }
  const told = zoneOfAddress(offer.zones, address)
  if (told) return { receiving, zone: zoneId(told) }
  const chosen = await askZone(talk, ctx, offer)
  if (typeof chosen !== 'string') {
    const zone = zoneId(chosen)
    return { receiving, zone, expectedFee: offer.fees[zone]! }
  }
  return askWhere(talk, ctx, offer, { receiving: chosen })
}

/** The zone that a customer named; or the other way that they chose instead. */
async function askZone(talk: Talk, ctx: FormContext, offer: ReceivingOffer): Promise<DeliveryZone | Handover> {
  const words = receivingTexts[ctx.language]
  const buttons = zoneButtons(offer, ctx)
  await ctx.say({
    text: html`${words.askZone}`,
    buttons: [
      ...rowsOf(buttons, buttons.length > rowsMax ? 2 : 1),
      [{ text: words.noZone, press: press('form', 'zone', 'none') }],
      [cartButton(ctx)],
    ],
  })
  const others = (offer.ways ?? []).filter(way => way !== 'delivery')
  for (;;) {
    const { message, callbackQuery } = await talk.wait()
    const [field, value] = argsOf(callbackQuery)
    const other = field === 'way' && others.find(way => way === value)
    if (other) return other
    const text = message?.text?.trim() ?? ''
    const zone = field === 'zone' ? offer.zones.find(one => zoneId(one) === value) : zoneNamed(offer.zones, text)
    if (zone) return zone
    if (field === 'zone' || text !== '') await sayOutside(ctx, text, others)
  }
}

function zoneButtons({ zones, fees }: ReceivingOffer, { language }: FormContext): Button[] {
  return zones.map(zone => {
    const fee = fees[zoneId(zone)]!
    const told = fee === 0 ? receivingTexts[language].free : formatRupiah(fee)
    return { text: `${zone.name} · ${told}`, press: press('form', 'zone', zoneId(zone)) }
  })
}

async function sayOutside(ctx: FormContext, place: string, others: Handover[]): Promise<void> {
  const words = receivingTexts[ctx.language]
  const next = others.length > 0 ? words.outsideNext : words.outsideAlone
  await ctx.say({
    text: html`${words.outside(place.slice(0, 60))} ${next}`,
    buttons: [
      ...others.map(way => [wayButton(way, ctx)]),
      [{ text: ctx.t.talk.toSeller, press: press('ask') }, cartButton(ctx)],
    ],
  })
}

const rowsMax = 8
const tablesInRow = 6

async function askTable(talk: Talk, ctx: FormContext, tables: number): Promise<number> {
  const words = receivingTexts[ctx.language]
  const question = {
    text: html`${words.askTable}`,
    buttons: [...tableRows(tables, table => press('form', 'table', table)), [cartButton(ctx)]],
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

/** The tables of a shop as rows of buttons. */
export function tableRows(tables: number, pressOf: (table: number) => string): Button[][] {
  const all = Array.from({ length: tables }, (_, at): Button => ({ text: String(at + 1), press: pressOf(at + 1) }))
  return rowsOf(all, tablesInRow)
}

function rowsOf(buttons: Button[], size: number): Button[][] {
  return Array.from({ length: Math.ceil(buttons.length / size) }, (_, row) =>
    buttons.slice(row * size, (row + 1) * size),
  )
}

function wayButton(way: Handover, { language }: FormContext): Button {
  return { text: receivingTexts[language].ways[way], press: press('form', 'way', way) }
}

/** The way back of whoever is asked before an order is placed. */
export function cartButton({ language }: FormContext): Button {
  return { text: receivingTexts[language].toCart, press: press('cart') }
}

function argsOf(query: { data?: string } | undefined): string[] {
  return readPress(query?.data ?? '')?.args ?? []
}

async function pressedIn(talk: Talk, field: string): Promise<string[]> {
  const { callbackQuery } = await talk.wait()
  const args = readPress(callbackQuery?.data ?? '')?.args ?? []
  return args[0] === field ? args : []
}
