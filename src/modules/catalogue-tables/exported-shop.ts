import { givenFields } from '../../catalog/given-fields.ts'
import { formatCircle } from '../../catalog/rules/zone-circle.ts'
import type { ShopRules } from '../../catalog/shop-rules.ts'

/** `shop:` of a catalogue file, with everything that it may name. */
export function exportedRules(rules: ShopRules): object {
  const { whatsapp, phone, address } = rules
  const contact = givenFields({ whatsapp, phone, address })
  return {
    delivery: rules.delivers,
    delivery_fee: rules.deliveryFee,
    ...givenFields({ free_delivery_from: rules.freeDeliveryFrom, pickup: rules.pickupPlace }),
    zones: rules.zones.map(({ name, places, around, fee, perKg }) => ({
      name,
      places,
      ...(around && { around: formatCircle(around) }),
      fee,
      per_kg: perKg,
    })),
    tables: rules.tables ?? false,
    order_min: rules.orderMin,
    asks: rules.asks,
    ...givenFields({ greeting: rules.greeting, after_order: rules.afterOrder }),
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(rules.hours && {
      hours: Object.fromEntries(Object.entries(rules.hours).map(([day, times]) => [day, times.join('-')])),
    }),
    holidays: rules.holidays.map(({ day, note }) => ({ day, ...(note !== '' && { note }) })),
    ...givenFields({ slot_minutes: rules.slotMinutes }),
    receive_after_days: rules.receiveAfterDays,
    referral: rules.referralAmount !== null && {
      amount: rules.referralAmount,
      ...(rules.referralTotalMin > 0 && { min_total: rules.referralTotalMin }),
      days: rules.referralDays,
    },
  }
}
