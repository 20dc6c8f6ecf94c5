import { type DeliveryZone, makeZoneId } from '../../../src/catalog/delivery-zones.ts'
import { type Holiday, type Hours, type Weekday, weekdays } from '../../../src/catalog/opening-hours.ts'
import type { PlainRules } from '../../../src/catalog/rules/check-shop-rules.ts'
import { findRuleByChatKey, type RuleField } from '../../../src/catalog/rules/rule-fields.ts'
import { readCircle, readPoint, readRadiusKm } from '../../../src/catalog/rules/zone-circle.ts'
import { readRupiah } from '../../../src/lib/amounts/read-rupiah.js'
import { moveDay } from '../../../src/lib/calendar.ts'
import { parseTyped } from '../../../src/lib/fields/field.ts'

const ofZone = { zfee: 'fee', zkg: 'perKg', zplaces: 'places', zaround: 'around' } as const

type OfZone = keyof typeof ofZone
/**
 * A rule that is changed in the chat and has no description in `ruleFields`. `daily` sets the hours of all days, a
 * weekday those of one day, `z…` those of a zone.
 */
export type SpecialRule = 'daily' | Weekday | 'holiday' | 'zone' | OfZone

/** The kind of a rule, which determines the format of its answers. */
export type RuleKind = 'hours' | 'holiday' | 'zone' | 'rupiah' | 'count' | 'words' | 'circle'

const kinds: Record<string, RuleKind> = {
  daily: 'hours',
  holiday: 'holiday',
  zone: 'zone',
  zplaces: 'words',
  zaround: 'circle',
}

/** Returns the kind of a rule; null for an unknown rule. */
export function findRuleKind(rule: string | undefined): RuleKind | null {
  if (rule === undefined) return null
  if (Object.hasOwn(kinds, rule)) return kinds[rule]!
  if (weekdays.some(day => day === rule)) return 'hours'
  if (isZoneRule(rule)) return 'rupiah'
  const described = findRuleByChatKey(rule)
  if (!described) return null
  return described.kind === 'rupiah' || described.kind === 'count' ? described.kind : 'words'
}

/** Returns whether a rule belongs to a zone, which its question names. */
export function isZoneRule(rule: string): rule is OfZone {
  return Object.hasOwn(ofZone, rule)
}

export type RulesChange = (rules: PlainRules) => Partial<PlainRules>

/** The date of an answer, and the zone that it concerns. */
interface AnswerMoment {
  /** The date as `YYYY-MM-DD`. */
  today: string
  /** The id of the zone, for rules of a zone. */
  zone?: string | undefined
}

/**
 * Returns the change for an answer; null if the answer is unreadable. `text` is null for a rule that is cleared:
 * closed, free, unlimited, or without text.
 */
export function readRule(rule: string, text: string | null, { today, zone }: AnswerMoment): RulesChange | null {
  if (rule === 'holiday') return readClosing(text, today)
  if (rule === 'zone') return readZone(text ?? '')
  if (isZoneRule(rule)) return changingZone(rule, text, zone)
  const described = findRuleByChatKey(rule)
  if (described) return changingField(described, text)
  return readOpening(rule === 'daily' ? weekdays : [rule as Weekday], text)
}

function changingField(field: RuleField, text: string | null): RulesChange | null {
  const value = parseTyped(field, text)
  return Number.isNaN(value) ? null : () => ({ [field.property]: value })
}

function readOpening(days: readonly Weekday[], text: string | null): RulesChange | null {
  const times = text === null ? null : readTimes(text)
  if (text !== null && times === null) return null
  return ({ hours }) => {
    const before: Hours = hours ?? Object.fromEntries(weekdays.map(day => [day, ['00:00', '24:00']]))
    const kept = weekdays.filter(day => !days.includes(day)).map(day => [day, before[day]] as const)
    const changed = times === null ? [] : days.map(day => [day, times] as const)
    return { hours: Object.fromEntries([...kept, ...changed].filter(([, each]) => each !== undefined)) }
  }
}

/**
 * Reads opening hours such as `08.00-17.00`, `8:00 - 17:00`, `8-17`; returns null for anything else. A shop that closes
 * at midnight closes at 24:00.
 */
function readTimes(text: string): [string, string] | null {
  const [, hour, minute = '00', untilHour, untilMinute = '00'] =
    /^(\d{1,2})(?:[.:](\d{2}))? ?[-–] ?(\d{1,2})(?:[.:](\d{2}))?$/.exec(text) ?? []
  if (hour === undefined) return null
  const until = `${untilHour!.padStart(2, '0')}:${untilMinute}`
  return [`${hour.padStart(2, '0')}:${minute}`, until === '00:00' ? '24:00' : until]
}

function readClosing(text: string | null, today: string): RulesChange | null {
  const closed = readHoliday(text ?? '', today)
  return closed && (({ holidays }) => ({ holidays: addHoliday(holidays, closed) }))
}

/** Adds a holiday to the sorted list. An existing day gets the new note. */
export function addHoliday(holidays: readonly Holiday[], closed: Holiday): Holiday[] {
  const others = holidays.filter(({ day }) => day !== closed.day)
  return [...others, closed].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

/**
 * Reads a holiday such as `25/12/2026`, `25-12-2026 Natal`, `2026-12-25`, or `25/12` for the next such day. Returns
 * null for anything else.
 */
function readHoliday(text: string, today: string): Holiday | null {
  const [said = '', ...rest] = text.split(/\s/)
  const day = readDay(said, today)
  return day === null ? null : { day, note: rest.join(' ').trim() }
}

/**
 * Reads a day such as `25/12/2026`, `25-12-2026`, `2026-12-25`, or `25/12` for the next such day. Returns null for
 * anything else.
 */
export function readDay(text: string, today: string): string | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}))?$/.exec(text) ?? []
  if (day === undefined) return null
  const inYear = (one: string) => `${one}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year !== undefined) return inYear(year)
  const thisYear = inYear(today.slice(0, 4))
  return thisYear < today ? inYear(moveDay(`${today.slice(0, 4)}-12-31`, 1).slice(0, 4)) : thisYear
}

/**
 * Reads a zone with its fee at the end: `Menteng 10rb`, `0-3 km Rp 8.000`, `Gambir gratis`. An existing name gets the
 * new fee.
 */
function readZone(text: string): RulesChange | null {
  const words = text.split(/\s/).filter(word => word !== '')
  // `10 ribu` has a blank before `ribu`, which alone is not an amount.
  const count = Number.isNaN(readFee(words.at(-1) ?? '')) ? 2 : 1
  const fee = readFee(words.slice(-count).join(' '))
  const named = words.slice(0, -count)
  if (/^(rp\.?|idr)$/i.test(named.at(-1) ?? '')) named.pop()
  const name = named.join(' ').replace(/[,:=]$/, '')
  if (name === '' || Number.isNaN(fee)) return null
  return ({ zones }) => {
    const known = zones.find(zone => makeZoneId(zone) === makeZoneId({ name }))
    if (known) return { zones: zones.map(zone => (zone === known ? { ...zone, fee } : zone)) }
    return { zones: [...zones, { name, places: [], fee, perKg: 0 }] }
  }
}

function readFee(text: string): number {
  return /^(gratis|free)$/i.test(text) ? 0 : readRupiah(text)
}

function changingZone(rule: OfZone, text: string | null, id: string | undefined): RulesChange | null {
  if (rule === 'zaround') return changingCircle(text, id)
  const told: Partial<DeliveryZone> =
    rule === 'zplaces' ? { places: readPlaces(text ?? '') } : { [ofZone[rule]]: text === null ? 0 : readRupiah(text) }
  if (Object.values(told).some(Number.isNaN)) return null
  return ({ zones }) => ({ zones: zones.map(zone => (makeZoneId(zone) === id ? { ...zone, ...told } : zone)) })
}

/** The radius of a circle if only its centre was sent. */
const usualRadiusKm = 3

/**
 * Reads a circle such as `-6.2, 106.8166, 3 km`. A point alone keeps the radius, and `5 km` keeps the centre. A null
 * text removes the circle.
 */
function changingCircle(text: string | null, id: string | undefined): RulesChange | null {
  const told = text === null ? null : { ...readPoint(text), ...readRadius(text) }
  if (told && Object.keys(told).length === 0) return null
  return ({ zones }) => ({
    zones: zones.map(zone => {
      if (makeZoneId(zone) !== id) return zone
      const { around, ...others } = zone
      const centre = { latitude: Number.NaN, longitude: Number.NaN, radiusKm: usualRadiusKm }
      return told ? { ...others, around: { ...centre, ...around, ...told } } : others
    }),
  })
}

function readRadius(text: string): { radiusKm?: number } {
  const radiusKm = readCircle(text)?.radiusKm ?? readRadiusKm(text)
  return radiusKm === null ? {} : { radiusKm }
}

/** Reads places separated by commas or lines: `Menteng, 10310, 10320-10350`. */
function readPlaces(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map(place => place.trim())
    .filter(place => place !== '')
}
