import { computeDeliveryFee, type Handover, makeZoneId } from '../../../catalog/delivery-zones.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { planReceiving, sumWeight } from '../../../orders/receiving/plan-receiving.ts'
import type { ShownUnits } from '../read-units.ts'
import type { DeliveryFees } from './delivery-fees.ts'
import type { ShownShop } from './shown-menu.ts'

/** The price of a cart, in whole rupiah. */
export interface CartPrice {
  goods: number
  /** The delivery fee for the form's input; null until the destination is known. */
  fee: number | null
  fees: DeliveryFees
}

interface Priced {
  shop: Pick<ShownShop, 'rules' | 'table'>
  units: readonly ShownUnits[]
  ways: Handover[] | null
  given: Record<string, string>
}

/** Prices a cart as ordering it would, from a possibly incomplete form. */
export function computeCartPrice({ shop, units, ways, given }: Priced): CartPrice {
  const { rules } = shop
  const goodsTotal = units.reduce((sum, { total }) => sum + total, 0)
  const goods = units.map(({ variant, quantity }) => {
    const { kind, handovers } = variant.product
    return { kind, handovers, quantity, weightG: variant.weightG }
  })
  const weighed = { goods: goodsTotal, weightG: sumWeight(goods) }
  const zones = rules?.zones ?? []
  const feeOf = (zone: (typeof zones)[number] | null) => (rules ? computeDeliveryFee(rules, { ...weighed, zone }) : 0)
  const fees = zones.map(zone => [makeZoneId(zone), feeOf(zone)] as const)
  return {
    goods: goodsTotal,
    fee: plannedFee(),
    fees: zones.length === 0 ? { everywhere: feeOf(null) } : { zones: Object.fromEntries(fees) },
  }

  function plannedFee(): number | null {
    const receiving = chooseInitialWay(shop, ways, given)
    if (receiving !== 'delivery') return 0
    const where = { receiving, zone: given.zone || undefined, address: given.address ?? null }
    try {
      return planReceiving({ rules, goods, goodsTotal }, where).deliveryFee
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }
}

/** Returns the way that the form has chosen, or its initial one. */
export function chooseInitialWay(
  { table }: Pick<ShownShop, 'table'>,
  ways: readonly Handover[] | null,
  formValues: Record<string, string>,
): Handover | null {
  if (ways === null || ways.length === 0) return null
  const asked = ways.find(way => way === formValues.receiving)
  return asked ?? (table !== null && ways.includes('dine_in') ? 'dine_in' : ways[0]!)
}
