import { moveDay } from '../../lib/calendar.ts'
import { findFieldMistakes } from '../../lib/fields/field.ts'
import { refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { type DeliveryZone, feeMax, makeZoneId, zoneNameMax, zonePlacesMax, zonesMax } from '../delivery-zones.ts'
import { type Holiday, type Hours, weekdays } from '../opening-hours.ts'
import type { RequiredDetail } from '../product-kinds.ts'
import { type RuleValues, ruleFields } from './rule-fields.ts'
import { isCircle } from './zone-circle.ts'

/** The rules for a shop's hours and delivery. Amounts are in whole rupiah. */
export interface PlainRules extends RuleValues {
  /** The opening hours; null if always open. */
  hours: Hours | null
  holidays: Holiday[]
  /** Whether the shop delivers at all. */
  delivers: boolean
  zones: DeliveryZone[]
  asks: RequiredDetail[]
}

const holidaysMax = 100
const noteMax = 100

/**
 * Refuses `invalid_request` naming all invalid fields: the names of `ruleFields`, `hours.mon`, `holidays.0.day`,
 * `zones.0.name`, `zones.0.places`, `zones.0.around`, `zones.0.fee`, `zones.0.per_kg`, and `receiving` if customers
 * have no way to receive goods.
 */
export function checkShopRules(app: Needs<'now' | 'calendar'>, rules: PlainRules): void {
  const wrong = [
    ...wrongHours(rules.hours),
    ...wrongHolidays(app, rules.holidays),
    ...ruleFields.flatMap(field => findFieldMistakes(field, rules[field.property])),
    ...wrongZones(rules.zones),
    ...wrongWays(rules),
  ]
  if (wrong.length > 0) throw refuseFields(wrong)
}

const clock = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/

function wrongHours(hours: Hours | null): FieldError[] {
  if (hours === null) return []
  const wrong = weekdays.flatMap((day): FieldError[] => {
    const times = hours[day]
    if (!times || (times.every(time => clock.test(time)) && times[0] !== '24:00' && times[0] !== times[1])) return []
    return [{ path: `hours.${day}`, error: 'is two times, such as 08:00 and 17:00', code: 'malformed' }]
  })
  return wrong.length > 0 ? wrong : findOverlaps(hours)
}

/**
 * Returns days whose hours overlap those of the next day, because a shop that closes after midnight may open only once
 * it is closed.
 */
function findOverlaps(hours: Hours): FieldError[] {
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

function checkRange(path: string, number: number | null, [min, max]: [number, number]): FieldError[] {
  if (number === null || (Number.isInteger(number) && number >= min && number <= max)) return []
  return [{ path, error: `is a whole number from ${min} to ${max}`, code: 'out_of_range', min, max }]
}

function wrongZones(zones: DeliveryZone[]): FieldError[] {
  const ids = zones.map(makeZoneId)
  const wrong = zones.flatMap((zone, at): FieldError[] => [
    ...wrongName(`zones.${at}.name`, zone, ids.indexOf(ids[at]!) < at),
    ...wrongPlaces(`zones.${at}.places`, zone.places),
    ...wrongCircle(`zones.${at}.around`, zone.around),
    ...checkRange(`zones.${at}.fee`, zone.fee, [0, feeMax]),
    ...checkRange(`zones.${at}.per_kg`, zone.perKg, [0, feeMax]),
  ])
  if (zones.length <= zonesMax) return wrong
  return [...wrong, { path: 'zones', error: `are ${zonesMax} at most`, code: 'too_many', max: zonesMax }]
}

function wrongName(path: string, { name }: DeliveryZone, isRepeated: boolean): FieldError[] {
  if (name === '') return [{ path, error: 'is missing', code: 'missing' }]
  if ([...name].length > zoneNameMax) {
    return [{ path, error: `has ${zoneNameMax} characters at most`, code: 'too_long', max: zoneNameMax }]
  }
  return isRepeated ? [{ path, error: 'stands here twice', code: 'repeated' }] : []
}

function wrongCircle(path: string, circle: DeliveryZone['around']): FieldError[] {
  if (circle === undefined || isCircle(circle)) return []
  return [{ path, error: 'is a point and a radius: -6.2, 106.8166, 3 km', code: 'malformed' }]
}

function wrongPlaces(path: string, places: string[]): FieldError[] {
  if (places.length > zonePlacesMax) {
    return [{ path, error: `are ${zonePlacesMax} at most`, code: 'too_many', max: zonePlacesMax }]
  }
  const isLong = places.some(place => [...place].length > zoneNameMax)
  return isLong ? [{ path, error: 'has a name that is too long', code: 'too_long', max: zoneNameMax }] : []
}

// With these rules, physical goods could not be ordered at all.
function wrongWays({ delivers, pickupPlace, tables }: PlainRules): FieldError[] {
  if (delivers || pickupPlace !== null || tables !== null) return []
  return [{ path: 'receiving', error: 'has one way at least: delivery, pickup or tables', code: 'missing' }]
}
