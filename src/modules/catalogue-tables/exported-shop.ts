import { isContact } from '../../catalog/import/parse-shop.ts'
import { omitEmptyFields } from '../../catalog/omit-empty-fields.ts'
import { type RuleField, ruleFields } from '../../catalog/rules/rule-fields.ts'
import { formatCircle } from '../../catalog/rules/zone-circle.ts'
import type { ShopRules } from '../../catalog/shop-rules.ts'

/** Returns the `shop:` part of a catalogue file, with all its possible fields. */
export function writeRules(rules: ShopRules): object {
  const contact = pickValues(rules, ruleFields.filter(isContact))
  return {
    delivery: rules.delivers,
    ...pickValues(
      rules,
      ruleFields.filter(field => !isContact(field)),
    ),
    tables: rules.tables ?? false,
    zones: rules.zones.map(({ name, places, around, fee, perKg }) => ({
      name,
      places,
      ...(around && { around: formatCircle(around) }),
      fee,
      per_kg: perKg,
    })),
    asks: rules.asks,
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(rules.hours && {
      hours: Object.fromEntries(Object.entries(rules.hours).map(([day, times]) => [day, times.join('-')])),
    }),
    holidays: rules.holidays.map(({ day, note }) => ({ day, ...(note !== '' && { note }) })),
    referral: rules.referralAmount !== null && {
      amount: rules.referralAmount,
      ...(rules.referralTotalMin > 0 && { min_total: rules.referralTotalMin }),
      days: rules.referralDays,
    },
  }
}

function pickValues(rules: ShopRules, fields: readonly RuleField[]): object {
  return omitEmptyFields(Object.fromEntries(fields.map(({ name, property }) => [name, rules[property]])))
}
