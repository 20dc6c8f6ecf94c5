import { type Handover, handovers } from '../../catalog/delivery-zones.ts'
import type { ShopRules } from '../../catalog/shop-rules.ts'

/** The goods that are ordered, as far as they tell how they can be handed over. */
export interface HandedOver {
  kind: string
  handovers: readonly Handover[]
}

/**
 * How a customer may get these goods together: every way that the shop has and that suits each of them that people hand
 * over. Null where there is nothing to choose: nothing is handed over, or the shop has no rules.
 */
export function waysToReceive(
  rules: Pick<ShopRules, 'delivers' | 'pickupPlace' | 'tables'> | null,
  goods: readonly HandedOver[],
): Handover[] | null {
  const handed = goods.filter(({ kind }) => kind === 'physical')
  if (handed.length === 0 || !rules) return null
  const offered = { delivery: rules.delivers, pickup: rules.pickupPlace !== null, dine_in: rules.tables !== null }
  return handovers.filter(way => offered[way] && handed.every(one => one.handovers.includes(way)))
}
