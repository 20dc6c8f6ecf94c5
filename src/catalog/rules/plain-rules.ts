import type { ShopRules } from '../shop-rules.ts'
import type { PlainRules } from './check-shop-rules.ts'

/** The rules of a shop that has set none. */
export const usualRules: PlainRules = {
  hours: null,
  holidays: [],
  deliveryFee: 0,
  freeDeliveryFrom: null,
  pickupPlace: null,
  slotMinutes: null,
  receiveAfterDays: 7,
  delivers: true,
  zones: [],
  tables: null,
  orderMin: 0,
  asks: [],
  greeting: null,
  afterOrder: null,
  whatsapp: null,
  phone: null,
  address: null,
}

/** The rules of a shop as plain values, without holidays that were before this `YYYY-MM-DD` day. */
export function plainRules(row: ShopRules | null, today: string): PlainRules {
  if (!row) return usualRules
  const names = Object.keys(usualRules) as (keyof PlainRules)[]
  const plain = Object.fromEntries(names.map(name => [name, row[name]])) as unknown as PlainRules
  return { ...plain, holidays: plain.holidays.filter(({ day }) => day >= today) }
}
