import type { ShopRules } from '../shop-rules.ts'
import type { PlainRules } from './check-shop-rules.ts'
import { pickRuleValues, ruleFields } from './rule-fields.ts'

/** The rules of a shop that has configured none. */
export const defaultRules: PlainRules = {
  ...pickRuleValues(ruleFields, ({ usual = null }) => usual),
  hours: null,
  holidays: [],
  delivers: true,
  zones: [],
  asks: [],
}

/** Returns the rules of a shop as plain values, without holidays before this `YYYY-MM-DD` day. */
export function toPlainRules(row: ShopRules | null, today: string): PlainRules {
  if (!row) return defaultRules
  const names = Object.keys(defaultRules) as (keyof PlainRules)[]
  const plain = Object.fromEntries(names.map(name => [name, row[name]])) as unknown as PlainRules
  return { ...plain, holidays: plain.holidays.filter(({ day }) => day >= today) }
}
