import { type Handover, handovers } from '../../catalog/delivery-zones.ts'
import type { ShopRules } from '../../catalog/shop-rules.ts'

/** The properties of ordered goods that decide how they can be received. */
export interface OrderedGoods {
  kind: string
  handovers: readonly Handover[]
}

/**
 * Returns the ways in which a customer may receive these goods together: the shop's ways that suit every physical item.
 * Null if there is nothing to choose, because nothing is handed over or the shop has no rules.
 */
export function listWaysToReceive(
  rules: Pick<ShopRules, 'delivers' | 'pickupPlace' | 'tables'> | null,
  goods: readonly OrderedGoods[],
): Handover[] | null {
  const handed = goods.filter(({ kind }) => kind === 'physical')
  if (handed.length === 0 || !rules) return null
  const offered = { delivery: rules.delivers, pickup: rules.pickupPlace !== null, dine_in: rules.tables !== null }
  return handovers.filter(way => offered[way] && handed.every(one => one.handovers.includes(way)))
}
