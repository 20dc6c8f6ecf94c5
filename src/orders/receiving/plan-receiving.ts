import {
  type DeliveryZone,
  deliveryFeeFor,
  type Handover,
  isOutside,
  zoneId,
  zoneOfAddress,
  zoneOfLocation,
  zoneOfPostcode,
} from '../../catalog/delivery-zones.ts'
import type { ShopRules } from '../../catalog/shop-rules.ts'
import { type Refusal, refuseField } from '../../lib/refusal.ts'
import { type HandedOver, waysToReceive } from './ways-to-receive.ts'

/** The customer's choice of how to receive an order. */
export interface ReceivingChoice {
  /** The way; by default the first available one. */
  receiving?: Handover | undefined
  /** The id of a zone (`zoneId`); by default the zone of the address. */
  zone?: string | undefined
  table?: number | undefined
}

/** How an order reaches its customer, and the cost in whole rupiah. */
export interface Receiving {
  receiving: Handover | null
  deliveryZone: string | null
  tableNumber: number | null
  deliveryFee: number
}

export interface Handing {
  rules: ShopRules | null
  goods: readonly (HandedOver & { quantity: number; weightG: number | null })[]
  /** The price of the goods, in whole rupiah. */
  goodsTotal: number
}

/**
 * Returns the requested way of receiving, or the first available one. Null if there is nothing to choose. Refuses
 * `invalid_request` for `receiving` if the shop or the goods do not offer the way, or offer none.
 */
export function chooseWay(
  { rules, goods }: Pick<Handing, 'rules' | 'goods'>,
  choice: ReceivingChoice,
): Handover | null {
  const ways = waysToReceive(rules, goods)
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
export function planReceiving(handing: Handing, { receiving, zone, table, address }: Where): Receiving {
  const { rules, goods, goodsTotal } = handing
  const nowhere = { receiving, deliveryZone: null, tableNumber: null, deliveryFee: 0 }
  if (!rules || receiving === null || receiving === 'pickup') return nowhere
  if (receiving === 'dine_in') return { ...nowhere, tableNumber: readTable(rules, table) }
  const chosen = rules.zones.length === 0 ? null : zoneFor(rules.zones, zone, address ?? '')
  const deliveryFee = deliveryFeeFor(rules, { goods: goodsTotal, weightG: sumWeight(goods), zone: chosen })
  return { ...nowhere, deliveryZone: chosen?.name ?? null, deliveryFee }
}

/** Returns the total shipping weight in grams; goods without a weight count as 0. */
export function sumWeight(goods: Handing['goods']): number {
  return goods.reduce((sum, { quantity, weightG }) => sum + quantity * (weightG ?? 0), 0)
}

function readTable({ tables }: ShopRules, table: number | undefined): number {
  if (table === undefined) throw refuseField('table', 'is needed to eat here', 'missing')
  const max = tables ?? 0
  if (Number.isInteger(table) && table >= 1 && table <= max) return table
  throw refuseField('table', `is a number from 1 to ${max}`, { code: 'out_of_range', min: 1, max })
}

function zoneFor(zones: readonly DeliveryZone[], id: string | undefined, address: string): DeliveryZone {
  const chosen = id === undefined ? zoneOfAddress(zones, address) : zones.find(zone => zoneId(zone) === id)
  if (!chosen) throw refuseOutside(id === undefined ? 'missing' : 'not_found')
  const told = zoneOfPostcode(zones, address) ?? zoneOfLocation(zones, address)
  if (told && told !== chosen) throw refuseField('zone', `is ${told.name}, by the address`, 'conflicting')
  if (!told && isOutside(chosen, address)) throw refuseField('zone', 'is too far from the location', 'conflicting')
  return chosen
}

function refuseOutside(code: 'missing' | 'not_found'): Refusal {
  const whatToDo = 'choose one of the zones of this shop, pick the goods up, or ask the seller'
  return refuseField('zone', `is needed to deliver: ${whatToDo}`, code)
}
