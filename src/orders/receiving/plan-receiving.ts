import {
  computeDeliveryFee,
  type DeliveryZone,
  findZoneByAddress,
  findZoneByLocation,
  findZoneByPostcode,
  type Handover,
  isOutsideZone,
  makeZoneId,
} from '../../catalog/delivery-zones.ts'
import type { ShopRules } from '../../catalog/shop-rules.ts'
import { type Refusal, refuseField } from '../../lib/refusal.ts'
import { listWaysToReceive, type OrderedGoods } from './list-ways-to-receive.ts'

/** The customer's choice of how to receive an order. */
export interface ReceivingChoice {
  /** The way; by default the first available one. */
  receiving?: Handover | undefined
  /** The id of a zone (`makeZoneId`); by default the zone of the address. */
  zone?: string | undefined
  table?: number | undefined
}

/** How an order reaches its customer, and the cost in whole rupiah. */
export interface ReceivingPlan {
  receiving: Handover | null
  deliveryZone: string | null
  tableNumber: number | null
  deliveryFee: number
}

export interface HandoverContext {
  rules: ShopRules | null
  goods: readonly (OrderedGoods & { quantity: number; weightG: number | null })[]
  /** The price of the goods, in whole rupiah. */
  goodsTotal: number
}

/**
 * Returns the requested way of receiving, or the first available one. Null if there is nothing to choose. Refuses
 * `invalid_request` for `receiving` if the shop or the goods do not offer the way, or offer none.
 */
export function chooseWay(
  { rules, goods }: Pick<HandoverContext, 'rules' | 'goods'>,
  choice: ReceivingChoice,
): Handover | null {
  const ways = listWaysToReceive(rules, goods)
  if (ways === null) return null
  const { receiving = ways[0] } = choice
  if (receiving === undefined || !ways.includes(receiving)) {
    throw ways.length === 0
      ? refuseField('receiving', 'is not the same for all of these goods: order them by themselves', 'conflicting')
      : refuseField('receiving', 'is no way of this shop', 'not_allowed')
  }
  return receiving
}

type Where = Omit<ReceivingChoice, 'receiving'> & { receiving: Handover | null; address: string | null }

/**
 * Returns the destination of an order and the current cost. Refuses `invalid_request` if `zone` is missing, unknown to
 * this shop, or does not contain the address's postcode or location, and if `table` is unknown to this shop.
 */
export function planReceiving(handing: HandoverContext, { receiving, zone, table, address }: Where): ReceivingPlan {
  const { rules, goods, goodsTotal } = handing
  const nowhere = { receiving, deliveryZone: null, tableNumber: null, deliveryFee: 0 }
  if (!rules || receiving === null || receiving === 'pickup') return nowhere
  if (receiving === 'dine_in') return { ...nowhere, tableNumber: readTable(rules, table) }
  const chosen = rules.zones.length === 0 ? null : zoneFor(rules.zones, zone, address ?? '')
  const deliveryFee = computeDeliveryFee(rules, { goods: goodsTotal, weightG: sumWeight(goods), zone: chosen })
  return { ...nowhere, deliveryZone: chosen?.name ?? null, deliveryFee }
}

/** Returns the total shipping weight in grams; goods without a weight count as 0. */
export function sumWeight(goods: HandoverContext['goods']): number {
  return goods.reduce((sum, { quantity, weightG }) => sum + quantity * (weightG ?? 0), 0)
}

function readTable({ tables }: ShopRules, table: number | undefined): number {
  if (table === undefined) throw refuseField('table', 'is needed to eat here', 'missing')
  const max = tables ?? 0
  if (Number.isInteger(table) && table >= 1 && table <= max) return table
  throw refuseField('table', `is a number from 1 to ${max}`, { code: 'out_of_range', min: 1, max })
}

function zoneFor(zones: readonly DeliveryZone[], id: string | undefined, address: string): DeliveryZone {
  const chosen = id === undefined ? findZoneByAddress(zones, address) : zones.find(zone => makeZoneId(zone) === id)
  if (!chosen) throw refuseOutside(id === undefined ? 'missing' : 'not_found')
  const told = findZoneByPostcode(zones, address) ?? findZoneByLocation(zones, address)
  if (told && told !== chosen) throw refuseField('zone', `is ${told.name}, by the address`, 'conflicting')
  if (!told && isOutsideZone(chosen, address)) throw refuseField('zone', 'is too far from the location', 'conflicting')
  return chosen
}

function refuseOutside(code: 'missing' | 'not_found'): Refusal {
  const whatToDo = 'choose one of the zones of this shop, pick the goods up, or ask the seller'
  return refuseField('zone', `is needed to deliver: ${whatToDo}`, code)
}
