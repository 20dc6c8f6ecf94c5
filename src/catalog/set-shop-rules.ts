import { audit, type MemberActing } from '../accounts/audit.ts'
import { moveDay } from '../lib/calendar.ts'
import { refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import type { Needs } from '../needs.ts'
import { type Holiday, type Hours, weekdays } from './opening-hours.ts'
import { ShopRules } from './shop-rules.ts'

/** How a shop is open and ships. Amounts in whole rupiah. */
export interface ShopRulesChange {
  /** Null: always open. */
  hours: Hours | null
  holidays: Holiday[]
  deliveryFee: number
  freeDeliveryFrom: number | null
  pickupPlace: string | null
  slotMinutes: number | null
  receiveAfterDays: number
}

const feeMax = 10_000_000
const holidaysMax = 100
const freeFromMax = 1_000_000_000
const placeMax = 200
const noteMax = 100

/**
 * Sets the rules of a shop. Refuses `invalid_request` naming everything that is wrong at once: `hours.mon`,
 * `holidays.0.day`, `delivery_fee`, `free_delivery_from`, `pickup`, `slot_minutes`, `receive_after_days`.
 */
export async function setShopRules(
  app: Needs<'transaction' | 'now' | 'calendar'>,
  acting: MemberActing,
  rules: ShopRulesChange,
): Promise<void> {
  const wrong = [...wrongHours(rules.hours), ...wrongHolidays(app, rules.holidays), ...wrongNumbers(rules)]
  if (wrong.length > 0) throw refuseFields(wrong)
  const { accountId } = acting
  await app.transaction({ accountId }, async tx => {
    await tx.em.upsert(ShopRules, { account: accountId, ...rules })
    await audit(app, tx, { ...acting, act: 'shop.rules', subject: `account ${accountId}`, detail: { ...rules } })
  })
}

const clock = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/

function wrongHours(hours: Hours | null): FieldError[] {
  if (hours === null) return []
  const wrong = weekdays.flatMap((day): FieldError[] => {
    const times = hours[day]
    if (!times || (times.every(time => clock.test(time)) && times[0] !== '24:00' && times[0] !== times[1])) return []
    return [{ path: `hours.${day}`, error: 'is two times, such as 08:00 and 17:00', code: 'malformed' }]
  })
  return wrong.length > 0 ? wrong : overlapping(hours)
}

/** A shop that closes after midnight may open again once it is closed. */
function overlapping(hours: Hours): FieldError[] {
  return weekdays.flatMap((day, at): FieldError[] => {
    const [today, before] = [hours[day], hours[weekdays[(at + 6) % 7]!]]
    if (!today || !before || before[1] > before[0] || before[1] <= today[0]) return []
    return [{ path: `hours.${day}`, error: 'begins before the day before ends', code: 'conflicting' }]
  })
}

function wrongHolidays({ now, calendar }: Needs<'now' | 'calendar'>, holidays: Holiday[]): FieldError[] {
  const today = calendar.formatDay(now())
  const wrong = holidays.flatMap(({ day, note }, at): FieldError[] => {
    const path = `holidays.${at}.day`
    if (calendar.startOfDay(day) === null) return [{ path, error: 'is a day, such as 2026-12-25', code: 'not_a_day' }]
    if (day < today) return [{ path, error: 'is over', code: 'in_the_past' }]
    if (day > moveDay(today, 3660)) return [{ path, error: 'is within ten years', code: 'not_a_day' }]
    if (holidays.findIndex(one => one.day === day) < at) return [{ path, error: 'stands here twice', code: 'repeated' }]
    const isLong = [...note].length > noteMax
    return isLong ? [{ path: `holidays.${at}.note`, error: 'is too long', code: 'too_long', max: noteMax }] : []
  })
  if (holidays.length <= holidaysMax) return wrong
  return [...wrong, { path: 'holidays', error: `are ${holidaysMax} at most`, code: 'too_many', max: holidaysMax }]
}

function wrongNumbers(rules: ShopRulesChange): FieldError[] {
  const { deliveryFee, freeDeliveryFrom, pickupPlace, slotMinutes, receiveAfterDays } = rules
  const outside = (path: string, number: number | null, [min, max]: [number, number]): FieldError[] => {
    if (number === null || (Number.isInteger(number) && number >= min && number <= max)) return []
    return [{ path, error: `is a whole number from ${min} to ${max}`, code: 'out_of_range', min, max }]
  }
  const isLong = pickupPlace !== null && [...pickupPlace].length > placeMax
  return [
    ...outside('delivery_fee', deliveryFee, [0, feeMax]),
    ...outside('free_delivery_from', freeDeliveryFrom, [1, freeFromMax]),
    ...(isLong ? [{ path: 'pickup', error: 'is too long', code: 'too_long', max: placeMax } as const] : []),
    ...outside('slot_minutes', slotMinutes, [15, 480]),
    ...outside('receive_after_days', receiveAfterDays, [1, 60]),
  ]
}
