import type { DeliveryZone } from '../../../catalog/delivery-zones.ts'
import { type Holiday, type Hours, weekdays } from '../../../catalog/opening-hours.ts'
import { requiredDetailNames } from '../../../catalog/product-kinds.ts'
import type { PlainRules } from '../../../catalog/rules/check-shop-rules.ts'
import { pickRuleValues, ruleFields } from '../../../catalog/rules/rule-fields.ts'
import { defaultRules } from '../../../catalog/rules/to-plain-rules.ts'
import { formatCircle, readCircle } from '../../../catalog/rules/zone-circle.ts'
import type { ShopRules } from '../../../catalog/shop-rules.ts'
import { parseTyped } from '../../../lib/fields/field.ts'
import { readOptionalRupiah } from '../../parts/typed-rupiah.ts'

/** The fields of the form by name, without unchecked boxes. */
export type TypedFields = Readonly<Record<string, string>>

/** The number of empty holiday rows to fill in. */
const emptyRows = 3
const rowsMax = 110
// A time field cannot show 24:00.
const [midnight, endOfDay] = ['00:00', '24:00']

/** The pages of the rules, each with its own form. */
export const ruleParts = ['hours', 'delivery', 'pickup', 'texts', 'contact'] as const
export type RulePart = (typeof ruleParts)[number]

/**
 * Returns the rules entered on one page. A text that is not a number becomes NaN, which the rules refuse by its field.
 */
export function readRules(part: RulePart, formValues: TypedFields): Partial<PlainRules> {
  if (part === 'hours') {
    return {
      hours: formValues.always === 'on' ? null : readHours(formValues),
      holidays: holidayRows(formValues).filter(({ day, note }) => day !== '' || note !== ''),
    }
  }
  const fields = ruleFields.filter(field => field.part === part)
  return {
    ...pickRuleValues<Partial<PlainRules>>(fields, field => parseTyped(field, formValues[field.name])),
    ...(part === 'delivery' && {
      delivers: formValues.delivers === 'on',
      zones: zoneRows(formValues).filter(isFilled).map(readZone),
    }),
    ...(part === 'pickup' && { asks: requiredDetailNames.filter(field => formValues[`asks_${field}`] === 'on') }),
  }
}

/** The fields of one zone, each followed by the number of its row. */
export const zoneFields = ['zone', 'zone_places', 'zone_around', 'zone_fee', 'zone_per_kg'] as const

const unreadableCircle = { latitude: Number.NaN, longitude: Number.NaN, radiusKm: Number.NaN }

interface ZoneRow {
  name: string
  places: string
  around: string
  fee: string
  perKg: string
}

/** Returns the zones in the order of the form, including empty rows. */
function zoneRows(typed: TypedFields): ZoneRow[] {
  const rows: ZoneRow[] = []
  for (let at = 0; at < rowsMax && typed[`zone_${at}`] !== undefined; at++) {
    const [name, places, around, fee, perKg] = zoneFields.map(field => typed[`${field}_${at}`]?.trim() ?? '')
    rows.push({ name: name!, places: places!, around: around!, fee: fee!, perKg: perKg! })
  }
  return rows
}

function isFilled(row: ZoneRow): boolean {
  return Object.values(row).some(text => text !== '')
}

function readZone({ name, places, around, fee, perKg }: ZoneRow): DeliveryZone {
  return {
    name,
    places: places
      .split(/[,;\n]/)
      .map(place => place.trim())
      .filter(place => place !== ''),
    ...(around !== '' && { around: readCircle(around) ?? unreadableCircle }),
    fee: readOptionalRupiah(fee) ?? Number.NaN,
    perKg: readOptionalRupiah(perKg) ?? 0,
  }
}

function readHours(typed: TypedFields): Hours {
  const open = weekdays.filter(day => typed[`open_${day}`] === 'on')
  return Object.fromEntries(
    open.map(day => {
      const until = typed[`until_${day}`]?.trim() ?? ''
      return [day, [typed[`from_${day}`]?.trim() ?? '', until === midnight ? endOfDay : until]]
    }),
  )
}

/** Returns the holidays in the order of the form, including rows without a date. */
function holidayRows(typed: TypedFields): Holiday[] {
  const rows: Holiday[] = []
  for (let at = 0; at < rowsMax && typed[`holiday_${at}`] !== undefined; at++) {
    rows.push({ day: typed[`holiday_${at}`]!.trim(), note: typed[`holiday_note_${at}`]?.trim() ?? '' })
  }
  return rows
}

/** Returns the rules as form values; those of a shop without any are the defaults. */
export function toFormValues(rules: ShopRules | null, today: string): TypedFields {
  return {
    ...typedHours(rules?.hours ?? null),
    ...typedHolidays((rules?.holidays ?? []).filter(({ day }) => day >= today)),
    ...typedZones(rules?.zones ?? []),
    ...typedFields(rules ?? defaultRules),
  }
}

function typedHours(hours: Hours | null): TypedFields {
  const days = weekdays.flatMap((day): [string, string][] => {
    const [from, until] = hours?.[day] ?? ['08:00', '17:00']
    const isOpen = hours === null || hours[day] !== undefined
    return [
      ...(isOpen ? [[`open_${day}`, 'on'] as [string, string]] : []),
      [`from_${day}`, from],
      [`until_${day}`, until === endOfDay ? midnight : until],
    ]
  })
  return { ...(hours === null ? { always: 'on' } : {}), ...Object.fromEntries(days) }
}

function typedHolidays(holidays: readonly Holiday[]): TypedFields {
  const rows = [...holidays, ...Array.from({ length: emptyRows }, () => ({ day: '', note: '' }))]
  return Object.fromEntries(
    rows.flatMap(({ day, note }, at) => [
      [`holiday_${at}`, day],
      [`holiday_note_${at}`, note],
    ]),
  )
}

function typedFields(rules: Omit<PlainRules, 'hours'>): TypedFields {
  return {
    ...Object.fromEntries(ruleFields.map(({ name, property }) => [name, String(rules[property] ?? '')])),
    ...(rules.delivers ? { delivers: 'on' } : {}),
    ...Object.fromEntries(rules.asks.map(field => [`asks_${field}`, 'on'])),
  }
}

function typedZones(zones: readonly DeliveryZone[]): TypedFields {
  const rows = [
    ...zones.map(({ name, places, around, fee, perKg }) => [
      name,
      places.join(', '),
      around ? formatCircle(around) : '',
      String(fee),
      String(perKg || ''),
    ]),
    ...Array.from({ length: emptyRows }, () => zoneFields.map(() => '')),
  ]
  return Object.fromEntries(
    rows.flatMap((texts, at) => zoneFields.map((field, index) => [`${field}_${at}`, texts[index]!])),
  )
}

/**
 * Returns the form's field for a path in the rules' refusals: `hours.mon` is `from_mon`, `holidays.1.day` the second
 * row with a date.
 */
export function findFormField(path: string, formValues: TypedFields): string {
  const [first, second, third] = path.split('.')
  if (first === 'hours') return `from_${second}`
  if (first === 'zones' && second !== undefined) {
    const rows = zoneRows(formValues).flatMap((row, at) => (isFilled(row) ? [at] : []))
    return third === 'name' ? `zone_${rows[Number(second)]}` : `zone_${third}_${rows[Number(second)]}`
  }
  if (first !== 'holidays' || second === undefined) return path
  const filled = holidayRows(formValues).flatMap(({ day, note }, at) => (day === '' && note === '' ? [] : [at]))
  return third === 'note' ? `holiday_note_${filled[Number(second)]}` : `holiday_${filled[Number(second)]}`
}
