import { createHash } from 'node:crypto'
import { isInCircle, readPoint, removePoint, type ZoneCircle } from './rules/zone-circle.ts'

/** A delivery area of a shop, with its fee. Amounts are in whole rupiah. */
export interface DeliveryZone {
  /** The name that customers choose it by, such as `Menteng` or `0–3 km`; unique in the shop. */
  name: string
  /**
   * The kecamatan and postcodes (`10310`, `10310-10350`) of the addresses in the zone. Empty if customers choose the
   * zone only by name, such as a distance band.
   */
  places: string[]
  /** The circle whose locations belong to the zone; unset if locations do not determine it. */
  around?: ZoneCircle | undefined
  /** The fee for the first kilogram. */
  fee: number
  /** The fee for each further kilogram or part of it; 0 if the weight is irrelevant. */
  perKg: number
}

/** The parts of a shop's delivery fee. Amounts are in whole rupiah. */
interface DeliveryFees {
  deliveryFee: number
  freeDeliveryFrom: number | null
  zones: readonly DeliveryZone[]
}

/** The ways in which goods reach the customer. */
export const handovers = ['delivery', 'pickup', 'dine_in'] as const
export type Handover = (typeof handovers)[number]

export const zonesMax = 60
export const zonePlacesMax = 60
export const zoneNameMax = 60
export const tablesMax = 60
/** The maximum fee in whole rupiah. */
export const feeMax = 10_000_000

const gramsOfKg = 1000

/**
 * Returns the fee for delivering goods of this total and weight to a zone, or the shop's single fee if it has no zones.
 */
export function computeDeliveryFee(
  { deliveryFee, freeDeliveryFrom, zones }: DeliveryFees,
  { goods, weightG, zone }: { goods: number; weightG: number; zone: DeliveryZone | null },
): number {
  if (freeDeliveryFrom !== null && goods >= freeDeliveryFrom) return 0
  if (zones.length === 0 || zone === null) return deliveryFee
  return zone.fee + zone.perKg * Math.max(0, Math.ceil(weightG / gramsOfKg) - 1)
}

/** Returns the id of a zone for buttons, derived from its name. */
export function makeZoneId({ name }: Pick<DeliveryZone, 'name'>): string {
  return createHash('sha256').update(plainWords(name)).digest('base64url').slice(0, 8)
}

/**
 * Returns the zone that a customer named by its name, a kecamatan or a postcode. Null if the name matches none, or
 * several.
 */
export function findZoneByName(zones: readonly DeliveryZone[], name: string): DeliveryZone | null {
  const words = plainWords(name)
  return zones.find(({ name }) => plainWords(name) === words) ?? findZoneByAddress(zones, name)
}

/** Returns the zone of an address, found by its postcode, location or kecamatan; null if none matches. */
export function findZoneByAddress(zones: readonly DeliveryZone[], address: string): DeliveryZone | null {
  const located = findZoneByPostcode(zones, address) ?? findZoneByLocation(zones, address)
  if (located) return located
  const words = ` ${plainWords(address)} `
  const found = zones.filter(({ places }) =>
    places.some(place => !postcodes.test(place) && words.includes(` ${plainWords(place)} `)),
  )
  return found.length === 1 ? found[0]! : null
}

/** Returns the zone of the postcode in an address; null without a postcode, or if no zone has it. */
export function findZoneByPostcode(zones: readonly DeliveryZone[], address: string): DeliveryZone | null {
  const told = (removePoint(address).match(/(?<!\d)\d{5}(?!\d)/g) ?? []).map(Number)
  return zones.find(({ places }) => places.some(place => told.some(code => isWithin(place, code)))) ?? null
}

/**
 * Returns the zone with the smallest circle around the location that an address names; null if no circle contains it.
 */
export function findZoneByLocation(zones: readonly DeliveryZone[], address: string): DeliveryZone | null {
  const point = readPoint(address)
  const around = point ? zones.filter(zone => zone.around && isInCircle(zone.around, point)) : []
  return around.sort((one, other) => one.around!.radiusKm - other.around!.radiusKm)[0] ?? null
}

/** Returns whether an address contains a location outside the zone's circle. */
export function isOutsideZone({ around }: DeliveryZone, address: string): boolean {
  const point = readPoint(address)
  return Boolean(around && point && !isInCircle(around, point))
}

/** Matches a postcode, or a range of postcodes. */
const postcodes = /^(\d{5})(?:\s*[-–]\s*(\d{5}))?$/

function isWithin(place: string, code: number): boolean {
  const [, first, last = first] = postcodes.exec(place) ?? []
  return first !== undefined && code >= Number(first) && code <= Number(last)
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
