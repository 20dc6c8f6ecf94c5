import { BrokenSheetError, cellsMax, createCellCounter, rowsMax, type Sheet } from './sheet.ts'
import { type Archive, openZip } from './unzip.ts'

/**
 * Reads the rows of the first sheet of an Excel workbook (.xlsx), as its cells display texts, numbers and formula
 * results. Formulas are not computed, and external references are not opened. Throws `BrokenSheetError` if the file is
 * not a workbook. Source: ECMA-376 part 1, sections 18.2 (workbook), 18.3 (sheet) and 18.4 (shared strings).
 */
export function readXlsx(bytes: Uint8Array): Sheet {
  const archive = openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const sheet = archive.read(findFirstSheet(archive))
  if (sheet === null) throw noSheet()
  return readRows(sheet, readSharedStrings(archive))
}

function noSheet(): BrokenSheetError {
  return new BrokenSheetError('the Excel file has no sheet', { code: 'unreadable' })
}

/** Returns the path of the workbook's first sheet, whatever its file name. */
function findFirstSheet(archive: Archive): string {
  const workbook = archive.read('xl/workbook.xml')
  if (workbook === null) throw noSheet()
  let id: string | undefined
  for (const { name, attributes } of readTags(workbook)) {
    if (name !== 'sheet' || id !== undefined) continue
    id = findAttribute(attributes, 'r:id') ?? findAttribute(attributes, 'id')
  }
  for (const { name, attributes } of readTags(archive.read('xl/_rels/workbook.xml.rels') ?? '')) {
    if (name !== 'Relationship' || findAttribute(attributes, 'Id') !== id) continue
    const target = findAttribute(attributes, 'Target') ?? ''
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  }
  throw noSheet()
}

function readSharedStrings(archive: Archive): string[] {
  const strings: string[] = []
  let text = ''
  // A phonetic hint is not part of the text.
  let isHint = false
  for (const { name, isEnd, isEmpty, content } of readTags(archive.read('xl/sharedStrings.xml') ?? '')) {
    if (name === 'si') {
      if (isEnd || isEmpty) strings.push(text)
      text = ''
    } else if (name === 'rPh') isHint = !isEnd
    else if (name === 't' && !isEnd && !isHint) text += unescapeText(content)
  }
  return strings
}

interface Reading {
  sheet: Sheet
  strings: string[]
  line: number
  cells: string[]
  cell: Cell
  count: ReturnType<typeof createCellCounter>
}

interface Cell {
  column: number
  type: string
  value: string
}

function readRows(xml: string, strings: string[]): Sheet {
  const cell = { column: -1, type: '', value: '' }
  const reading: Reading = { sheet: [], strings, line: 0, cells: [], cell, count: createCellCounter() }
  for (const tag of readTags(xml)) {
    if (tag.name === 'row') readRow(reading, tag)
    else if (tag.name === 'c') readCell(reading, tag)
    else if ((tag.name === 'v' || tag.name === 't') && !tag.isEnd) reading.cell.value += unescapeText(tag.content)
  }
  return reading.sheet
}

function readRow(reading: Reading, { isEnd, attributes }: Tag): void {
  if (isEnd) endRow(reading)
  else beginRow(reading, attributes)
}

function readCell(reading: Reading, { isEnd, isEmpty, attributes }: Tag): void {
  if (!isEnd) reading.cell = readCellPlace(attributes, reading.cell.column)
  if (isEnd || isEmpty) putCell(reading)
}

function beginRow(reading: Reading, attributes: string): void {
  const told = Number(findAttribute(attributes, 'r'))
  reading.line = Number.isSafeInteger(told) && told > reading.line ? told : reading.line + 1
  reading.cells = []
  reading.cell.column = -1
}

function endRow({ sheet, line, cells }: Reading): void {
  if (cells.every(cell => cell.trim() === '')) return
  if (sheet.length >= rowsMax) {
    throw new BrokenSheetError(`the table has more than ${rowsMax} rows`, { code: 'too_many', max: rowsMax }, line)
  }
  sheet.push({ line, cells: Array.from(cells, cell => cell ?? '') })
}

function readCellPlace(attributes: string, before: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(findAttribute(attributes, 'r') ?? '')?.[0]
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : before + 1
  return { column, type: findAttribute(attributes, 't') ?? 'n', value: '' }
}

function putCell({ cells, line, strings, count, cell: { column, type, value } }: Reading): void {
  const text = type === 's' ? (strings[Number(value)] ?? '') : type === 'n' ? normalizeNumber(value) : value
  if (text === '') return
  if (column >= cellsMax) {
    throw new BrokenSheetError(`the table has more than ${cellsMax} columns`, { code: 'too_many', max: cellsMax }, line)
  }
  count(text, line)
  cells[column] = text
}

// Excel writes 18000 unchanged, but very large or precise numbers as 1.8E4 or 17999.999999999996.
function normalizeNumber(value: string): string {
  const number = Number(value)
  return value === '' || Number.isNaN(number) ? value : String(Number(number.toPrecision(15)))
}

interface Tag {
  name: string
  isEnd: boolean
  /** Whether the element is self-closing. */
  isEmpty: boolean
  attributes: string
  /** The text up to the next tag. */
  content: string
}

// Each tag and text is read once, so that the time only depends on the file's length.
const tagForm = /<([^<>]*)>([^<]*)/g

function* readTags(xml: string): Generator<Tag> {
  if (/<!DOCTYPE/i.test(xml)) throw new BrokenSheetError('the Excel file is damaged', { code: 'unreadable' })
  for (const [, inside = '', content = ''] of xml.matchAll(tagForm)) {
    const isEnd = inside.startsWith('/')
    // Without its namespace prefix.
    const [written] = /^[\w.:-]*/.exec(isEnd ? inside.slice(1) : inside)!
    const name = written.slice(written.lastIndexOf(':') + 1)
    const attributes = inside.slice(written.length)
    if (name !== '') yield { name, isEnd, isEmpty: inside.endsWith('/'), attributes, content }
  }
}

function findAttribute(attributes: string, name: string): string | undefined {
  for (const [, found, quoted, apostrophed] of attributes.matchAll(attributeForm)) {
    if (found === name) return unescapeText(quoted ?? apostrophed ?? '')
  }
  return undefined
}

const attributeForm = /(?:^|\s)([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeText(xml: string): string {
  return xml
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
      if (name) return entities[name] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll('_x000D_', '')
}
