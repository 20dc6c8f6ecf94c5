import type { Standing } from '../../keys/standing.ts'
import { readRupiah } from '../../lib/amounts/read-rupiah.js'
import { type FieldValue, parseTyped } from '../../lib/fields/field.ts'
import { Refusal, refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { type BillTermField, type BillTermValues, billTermFields } from './bill-term-fields.ts'
import { checkAmounts, makeTermColumns } from './bill-terms.ts'

export const sheetRowsMax = 300

/** A list of bills for one purpose, such as for the parents of a class. */
export interface BillSheet {
  title: string
  /** Lines of name, phone, amount and due date, separated by commas, semicolons or tabs, as in spreadsheets. */
  text: string
  takesParts: boolean
  /** Whether customers known to the shop are reminded in its chat. */
  reminders?: boolean | undefined
}

/** A line of a sheet, from which a bill is created. */
export interface SheetRow extends Partial<BillTermValues> {
  line: number
  title: string
  /** The amount in whole rupiah. */
  amount: number
  takesParts: boolean
}

/** The terms that a sheet may have. */
export const sheetTermFields = billTermFields.filter(({ columns }) => columns !== undefined)

/**
 * Reads a sheet of bills without creating them. The columns are name, phone, amount and due date, or as named by the
 * first line in Indonesian or English, which may name other terms too; days are `2026-12-31` or `31/12/2026`.
 *
 * Refuses `invalid_request` with every mistake in every line, each with its line as `place`.
 */
export function readBillSheet(
  app: Needs<'now' | 'calendar' | 'edition'>,
  standing: Standing,
  { title, text, takesParts, reminders = false }: BillSheet,
): SheetRow[] {
  const lines = splitLines(text)
  const named = lines[0] && readHeadings(lines[0].cells)
  const rest = named ? lines.slice(1) : lines
  if (rest.length === 0) throw refuseField('sheet', 'has no lines', 'missing')
  if (rest.length > sheetRowsMax)
    throw refuseField('sheet', 'has too many lines', { code: 'too_many', max: sheetRowsMax })
  const common = { columns: named || inOrder, title, takesParts, reminders }
  const rows = rest.map(({ line, cells }) => makeSheetRow({ line, cells, ...common }))
  const mistakes = [...rows.flatMap(row => findMistakes(app, standing, row)), ...findRepeated(rows)]
  if (mistakes.length > 0) throw refuseFields(mistakes.sort((one, other) => one.place!.line - other.place!.line))
  return rows
}

interface Line {
  line: number
  cells: string[]
}

function splitLines(text: string): Line[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const separator = [/\t/, /;/, /,/].find(each => lines.some(line => each.test(line))) ?? /,/
  return lines
    .map((written, index) => ({ line: index + 1, cells: splitCells(written, separator) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''))
}

// A quoted cell may contain the separator; spreadsheets double the quotes in it.
function splitCells(line: string, separator: RegExp): string[] {
  const cells = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && separator.test(character)) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map(cell => cell.trim())
}

/** The property that a column contains. */
type Column = 'amount' | BillTermField['property']

const inOrder: readonly Column[] = ['customerName', 'customerPhone', 'amount', 'dueAt']

const headings = new Map<string, Column>([
  ...['nominal', 'jumlah', 'tagihan', 'amount', 'total'].map(heading => [heading, 'amount'] as const),
  ...sheetTermFields.flatMap(({ property, columns = [] }) => columns.map(heading => [heading, property] as const)),
])

/** Returns the column of each cell, if a line names at least the name and the amount. */
function readHeadings(cells: string[]): (Column | null)[] | null {
  const found = cells.map(cell => {
    const heading = cell.toLowerCase()
    return headings.get(heading) ?? headings.get(heading.replace(/^no\.? ?/, '')) ?? null
  })
  return found.includes('amount') && found.includes('customerName') ? found : null
}

interface Written extends Line {
  columns: readonly (Column | null)[]
  title: string
  takesParts: boolean
  reminders: boolean
}

function makeSheetRow({ line, cells, columns, title, takesParts, reminders }: Written): SheetRow {
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
  const given = sheetTermFields.filter(({ property }) => columns.includes(property) || inOrder.includes(property))
  return {
    line,
    title,
    takesParts,
    reminders,
    amount: readRupiah(cell('amount')),
    ...Object.fromEntries(given.map(field => [field.property, readCell(field, cell(field.property))])),
  }
}

function readCell(field: BillTermField, written: string): FieldValue {
  return field.kind === 'day' ? readDay(written) : parseTyped(field, written)
}

function readDay(written: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(written) ?? []
  if (year) return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  return written || null
}

function findMistakes(app: Needs<'now' | 'calendar' | 'edition'>, standing: Standing, row: SheetRow): FieldError[] {
  const { line, amount, takesParts, ...words } = row
  const place = { line, name: words.customerName ?? '' }
  const missing = words.customerName ? [] : [{ path: 'customer_name', error: 'is required', code: 'missing' as const }]
  const checks = [() => checkAmounts(app, standing, { amount }, takesParts), () => makeTermColumns(app, words)]
  return [...missing, ...checks.flatMap(catchFields)].map(mistake => ({ ...mistake, place }))
}

function catchFields(check: () => unknown): FieldError[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof Refusal && error.fields) return error.fields
    throw error
  }
}

// A repeated line is much more likely a copying mistake than two bills.
function findRepeated(rows: SheetRow[]): FieldError[] {
  const seen = new Set<string>()
  return rows.flatMap(({ line, ...row }) => {
    const key = JSON.stringify(row)
    const isNew = !seen.has(key)
    seen.add(key)
    if (isNew) return []
    const place = { line, name: row.customerName ?? '' }
    return [{ path: 'customer_name', error: 'is there already with the same amount', code: 'repeated', place }]
  })
}
