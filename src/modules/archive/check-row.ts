import type { ColumnRule } from '../../database/archived-table.ts'
import { makeEventId } from '../../events/announce.ts'
import { parseRedirectAddress } from '../../lib/redirect-address.ts'
import { isStorable } from '../../lib/storable.ts'
import { paymentMethodIds } from '../../methods/method.ts'
import { refuseArchive } from './archive-format.ts'
import type { DatabaseColumn } from './archive-sql.ts'
import type { ArchivedRows } from './archived-tables.ts'

export interface RowChecks {
  columns: ReadonlyMap<string, DatabaseColumn>
  spec: ArchivedRows
  isConnector(name: string): boolean
}

/**
 * Parses one line of a table. Refuses `invalid_request`, naming the field, if one is missing, unknown or of the wrong
 * type.
 */
export function checkRow(table: string, line: string, position: string, checks: RowChecks): Record<string, unknown> {
  const row = parseRow(line, position)
  const { columns } = checks
  const unknown = Object.keys(row).find(name => !columns.has(name))
  if (unknown !== undefined)
    throw refuseArchive(`${position}, ${JSON.stringify(unknown.slice(0, 60))}`, 'is no field of such a row')
  for (const column of columns.values()) {
    if (!(column.name in row)) throw refuseArchive(`${position}, ${column.name}`, 'is missing')
    const problem = wrongValue(column, row[column.name], checks)
    if (problem !== null) throw refuseArchive(`${position}, ${column.name}`, problem)
  }
  if (table === 'event' && row.id !== makeEventId(row.type as never, row.subject as string)) {
    throw refuseArchive(`${position}, id`, 'is not the id of this event')
  }
  return row
}

function wrongValue(column: DatabaseColumn, value: unknown, { spec, isConnector }: RowChecks): string | null {
  if (value === null) return column.required ? 'is empty' : null
  const problem = findValueProblem(column, value)
  const rule = spec.rules?.[column.name]
  if (problem !== null || !rule) return problem
  if (rule === 'connector') return isConnector(value as string) ? null : 'is no connector of this version'
  const [holds, otherwise] = rules[rule]
  return holds(value) ? null : otherwise
}

function parseRow(line: string, place: string): Record<string, unknown> {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw refuseArchive(place, 'is no JSON')
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw refuseArchive(place, 'is no row')
  if (!isStorable(row)) throw refuseArchive(place, 'has a character that cannot be stored, or is nested too deeply')
  return row as Record<string, unknown>
}

const isText = (value: unknown): value is string => typeof value === 'string'
const matches = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value)
const isWhole = (max: number) => (value: unknown) => Number.isSafeInteger(value) && Math.abs(value as number) <= max
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/

const kinds: Record<string, [is: (value: unknown) => boolean, otherwise: string]> = {
  bigint: [isWhole(Number.MAX_SAFE_INTEGER), 'is no whole number'],
  integer: [isWhole(2_147_483_647), 'is no whole number'],
  smallint: [isWhole(32_767), 'is no whole number'],
  boolean: [value => typeof value === 'boolean', 'is neither true nor false'],
  text: [isText, 'is no text'],
  uuid: [matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/), 'is no UUID'],
  bytea: [matches(/^\\x([0-9a-f]{2})*$/), 'is no bytes'],
  date: [matches(/^\d{4}-\d\d-\d\d$/), 'is no day'],
  jsonb: [() => true, ''],
  'text[]': [value => Array.isArray(value) && value.every(isText), 'is no list of texts'],
}
const isMoment = (value: unknown) => matches(moment)(value) && !Number.isNaN(Date.parse(value as string))

function findValueProblem({ name, type }: DatabaseColumn, value: unknown): string | null {
  // Only the hold of an open payment has no end yet.
  if (type.startsWith('timestamp')) {
    return isMoment(value) || (name === 'held_until' && value === 'infinity') ? null : 'is no moment'
  }
  const kind = kinds[type]
  if (!kind) throw new Error(`Bug: no archive has a column of the type ${type}`)
  return kind[0](value) ? null : kind[1]
}

const paymentMethods: ReadonlySet<string> = new Set(paymentMethodIds)
const webAddress = /^https?:\/\/[^\s/\\]/i

const rules: Record<Exclude<ColumnRule, 'connector'>, [holds: (value: unknown) => boolean, otherwise: string]> = {
  positive: [value => (value as number) > 0, 'is not above 0'],
  'not negative': [value => (value as number) >= 0, 'is below 0'],
  'web address': [
    value => webAddress.test(value as string) && URL.canParse(value as string),
    'is no address of the web',
  ],
  'redirect address': [
    value => parseRedirectAddress(value as string) !== null,
    'is no address that a page may lead to',
  ],
  method: [value => paymentMethods.has(value as string), 'is no payment method'],
  'picture type': [value => value === 'image/jpeg', 'is no type of a picture'],
  texts: [isTexts, 'is no set of texts'],
  object: [isObject, 'is no object'],
  hours: [isHours, 'does not say when a shop is open'],
  holidays: [isHolidays, 'does not say on which days a shop is closed'],
  zones: [isZones, 'does not say where a shop delivers to'],
  choices: [isChoices, 'does not say what was chosen'],
  makings: [isMakings, 'does not say how its units are made'],
}

function isTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every(isText)
}

const clock = /^([01]\d|2[0-4]):[0-5]\d$/

function isHours(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([day, times]) =>
        /^(mon|tue|wed|thu|fri|sat|sun)$/.test(day) &&
        Array.isArray(times) &&
        times.length === 2 &&
        times.every(time => isText(time) && clock.test(time)),
    )
  )
}

function isHolidays(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(one => isTexts(one) && /^\d{4}-\d\d-\d\d$/.test(one.day ?? '') && typeof one.note === 'string')
  )
}

function isZones(value: unknown): boolean {
  const isFee = (fee: unknown) => Number.isSafeInteger(fee) && (fee as number) >= 0
  return (
    Array.isArray(value) &&
    value.every(
      (one: Record<string, unknown>) =>
        isObject(one) &&
        isText(one.name) &&
        Array.isArray(one.places) &&
        one.places.every(isText) &&
        isFee(one.fee) &&
        isFee(one.perKg),
    )
  )
}

function isChoices(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      one =>
        isObject(one) &&
        ['group', 'groupName', 'option', 'optionName'].every(name => isText((one as Record<string, unknown>)[name])) &&
        isWhole(Number.MAX_SAFE_INTEGER)((one as { price?: unknown }).price),
    )
  )
}

function isMakings(value: unknown): boolean {
  const isNumber = isWhole(Number.MAX_SAFE_INTEGER)
  const isMaking = ({ quantity, price, choices }: Record<string, unknown>) =>
    isNumber(quantity) && isNumber(price) && isChoices(choices)
  return Array.isArray(value) && value.every(one => isObject(one) && isMaking(one as Record<string, unknown>))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
