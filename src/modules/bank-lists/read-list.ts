import { toPlainLine } from '../../lib/plain-text.ts'
import type { Sheet } from '../catalogue-tables/sheet.ts'
import { type ListLine, type OddLine, type ParsedBankList, UnreadableListError } from './bank-list.ts'
import { type BalanceMovement, checkBalances } from './check-balances.ts'
import { findColumns, type ListColumns } from './list-columns.ts'
import { findPeriod, type ListPeriod, readListDate, readListTime } from './read-list-date.ts'
import { readDirection, readMoney } from './read-money.ts'

/** The options for reading a file. */
export interface ListReadOptions {
  /** Today, `YYYY-MM-DD`: dates without a year are not later. */
  today: string
  /** The columns that a person selected, if the file has no known names. */
  pointed?: ListColumns
}

const headingsWithin = 60
const shownRows = 12
const textMax = 300

/**
 * Reads the rows of a list from KlikBCA, Mandiri, BRI, BNI, or any other bank whose columns have the usual names.
 * Throws `UnreadableListError`.
 */
export function readList(sheet: Sheet, { today, pointed }: ListReadOptions): ParsedBankList {
  const head = findHead(sheet, pointed)
  const above = sheet.slice(0, head.begins).map(({ cells }) => cells.join(' '))
  const said = findPeriod(above.join('\n'))
  const all: Reading = { columns: head.columns, period: said ?? yearBefore(today), lines: [], moves: [], odd: [] }
  const counts = { pending: 0, outgoing: 0 }
  for (const row of sheet.slice(head.begins)) {
    if (isPending(readCell(row.cells, head.columns, 'date'))) counts.pending += 1
    else if (readRow(all, row) === 'out') counts.outgoing += 1
  }
  if (hasMonthsFirst(sheet, head)) throw new UnreadableListError('month_first')
  if (all.moves.length === 0) throw new UnreadableListError('no_lines', shown(sheet))
  const period = computePeriod([...all.moves.map(({ day }) => day), ...(said ? [said.first, said.last] : [])])
  const balances = checkBalances(all.moves, openingIn(sheet))
  return {
    ...counts,
    ...balances,
    lines: all.lines,
    odd: all.odd,
    accountNumber: accountIn(above, sheet, head),
    period,
  }
}

const daysMax = 366
const dayMs = 86_400_000

/** Returns the period of these days. Throws `UnreadableListError` if it is longer than a year. */
function computePeriod(days: string[]): ListPeriod {
  const inOrder = days.toSorted()
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!]
  if (Date.parse(last) - Date.parse(first) > daysMax * dayMs) throw new UnreadableListError('too_complex')
  return { first, last }
}

interface Head {
  columns: ListColumns
  /** The index of the first row below the headings. */
  begins: number
}

function findHead(sheet: Sheet, pointed: ListColumns | undefined): Head {
  if (pointed) return { columns: pointed, begins: 0 }
  for (const [place, { cells }] of sheet.slice(0, headingsWithin).entries()) {
    const columns = findColumns(cells)
    if (columns) return { columns, begins: place + 1 }
  }
  throw new UnreadableListError('no_columns', shown(sheet))
}

const shown = (sheet: Sheet) => sheet.slice(0, shownRows).map(({ cells }) => cells.map(cell => cell.slice(0, 60)))

function yearBefore(today: string): ListPeriod {
  return { first: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace('-02-29', '-02-28'), last: today }
}

interface Reading {
  columns: ListColumns
  period: ListPeriod
  lines: ListLine[]
  moves: BalanceMovement[]
  odd: OddLine[]
}

type Row = Sheet[number]

/** Adds the content of one row. Rows without a date are repeated headings, totals and empty rows. */
function readRow(all: Reading, { line, cells }: Row): 'in' | 'out' | null {
  const { columns } = all
  const cell = (column: Parameters<typeof readCell>[2]) => readCell(cells, columns, column)
  const date = readListDate(cell('date'), all.period)
  if (!date) {
    if (/^'?\d{1,4}[/-]/.test(cell('date').trim())) all.odd.push({ line, problem: 'no_date' })
    return null
  }
  const moved = movedBy(cells, columns)
  if (typeof moved === 'string') {
    all.odd.push({ line, problem: moved })
    return null
  }
  const balance = readMoney(cell('balance'))
  const balanceCents = balance && (balance.direction === 'out' ? -balance.cents : balance.cents)
  const beforeCents = readMoney(cell('balanceBefore'))?.cents ?? null
  all.moves.push({ line, day: date.day, cents: moved, balanceCents, beforeCents })
  if (moved <= 0) return 'out'
  all.lines.push({
    line,
    day: date.day,
    time: readListTime(cell('time')) ?? date.time,
    amount: moved % 100 === 0 ? moved / 100 : null,
    text: joinTexts(cells, columns).slice(0, textMax),
    reference: toPlainLine(cell('reference')).trim().slice(0, 100) || null,
    balanceCents,
  })
  return 'in'
}

const isPending = (cell: string) => /^'?PEND(?:ING)?$/i.test(cell.trim())

function readCell(cells: string[], columns: ListColumns, column: 'date' | 'time' | NumberColumn | 'reference'): string {
  const place = columns.get(column)?.[0]
  return place === undefined ? '' : (cells[place] ?? '')
}

type NumberColumn = 'moneyIn' | 'moneyOut' | 'amount' | 'direction' | 'balance' | 'balanceBefore'

function joinTexts(cells: string[], columns: ListColumns): string {
  const texts = (columns.get('text') ?? []).map(place => (cells[place] ?? '').trim().replace(/^'/, ''))
  return toPlainLine(texts.filter(Boolean).join(' ')).replaceAll(/\s+/g, ' ').trim()
}

/** Returns hundredths of a rupiah, negative if outgoing; or why the row is unclear. */
function movedBy(cells: string[], columns: ListColumns): number | OddLine['problem'] {
  const read = (column: NumberColumn) => readMoney(readCell(cells, columns, column))
  const [moneyIn, moneyOut] = [read('moneyIn'), read('moneyOut')]
  if (moneyIn || moneyOut) return Math.abs(moneyIn?.cents ?? 0) - Math.abs(moneyOut?.cents ?? 0)
  const amount = read('amount')
  if (!amount) return 'no_amount'
  const direction = amount.direction ?? readDirection(readCell(cells, columns, 'direction'))
  if (direction === 'out') return -Math.abs(amount.cents)
  if (direction === 'in') return Math.abs(amount.cents)
  if (amount.cents < 0) return amount.cents
  // A direction column without a clear value leaves it open; without such a column every amount is incoming.
  return columns.has('direction') && readCell(cells, columns, 'direction').trim() !== '' ? 'no_direction' : amount.cents
}

/** Returns whether some date can only be read with the month first, which makes all others ambiguous. */
function hasMonthsFirst(sheet: Sheet, { begins, columns }: Head): boolean {
  const dates = sheet.slice(begins).map(({ cells }) => readCell(cells, columns, 'date').trim())
  return dates.some(date => /^'?(?:0?[1-9]|1[0-2])[/-](?:1[3-9]|2\d|3[01])(?!\d)/.test(date))
}

/** Returns the opening balance in hundredths of a rupiah, from a line above or below the others. */
function openingIn(sheet: Sheet): number | null {
  const texts = sheet.map(({ cells }) => cells.slice(0, 4).join(','))
  const [, amount] = texts.map(text => opening.exec(text)).find(Boolean) ?? []
  return amount === undefined ? null : (readMoney(amount)?.cents ?? null)
}

const opening = /^(?:saldo awal|opening balance)\s{0,5}[:,]?\s{0,5}((?:Rp\.? ?)?[\d.,]{0,30}\d)/i

/** Returns the account number, from above the lines or from one of their columns. */
function accountIn(above: string[], sheet: Sheet, { columns, begins }: Head): string | null {
  const place = columns.get('account')?.[0]
  const named = place === undefined ? '' : (sheet[begins]?.cells[place] ?? '')
  const [, told = ''] = /(?:rekening|account)[^\d:]{0,20}:\s{0,3}([\d*xX -]{6,25})/i.exec(above.join('\n')) ?? []
  const digits = (named || told).replaceAll(/[^\d*xX]/g, '')
  return /\d{4}/.test(digits) ? digits : null
}
