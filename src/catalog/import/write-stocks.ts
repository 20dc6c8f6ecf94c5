import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type AccountScope, forkScoped, type Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import { Stock } from '../product.ts'
import { insertUnits } from '../stock/add-units.ts'
import { openStock } from '../stock/open-stock.ts'
import { StockChange } from '../stock/stock-change.ts'
import type { ReferencedFiles } from './catalog-files.ts'
import { splitRows } from './map-in-turns.ts'
import { type Mistake, type ParsedStock, refuseMistakes } from './parsed-catalog.ts'

export interface SerialReport {
  added: number
  /** The number of serials that an earlier import already added. */
  known: number
  /** Lines repeated in the text; each is stored, and sold, once. */
  repeated: { file: string | null; line: number; serial: string }[]
}

/** The stock that the file gives to a variant whose row is written. */
export interface PlannedStock {
  variantId: number
  isNew: boolean
  stock: ParsedStock
}

/** The stock before and after; for serials, null and the number that was added. */
export interface StockDifference {
  from: number | null
  to: number
}

interface StockPlace extends Required<AccountScope> {
  tx: Tx
  now: Date
  beside: ReferencedFiles
  /** The id of an exported file; null for a hand-written one. */
  exported: string | null
}

/**
 * Sets the stock of all variants in a file; up to five hundred variants need as many statements as one. Returns the
 * variants whose stock changed, and the result for the serials. Refuses `out_of_stock` if more is removed than is left.
 */
export async function writeStocks(
  context: StockPlace,
  stocks: PlannedStock[],
): Promise<{ changed: Map<number, StockDifference>; serials: SerialReport }> {
  const { tx, accountId, now } = context
  const fresh = stocks.filter(({ isNew }) => isNew)
  for (const part of splitRows(fresh)) {
    const em = forkScoped(tx, { accountId, mode: 'both' })
    for (const { variantId, stock } of part) {
      const count = stock.mode === 'counter' ? stock.count : 0
      openStock({ ...tx, em }, { accountId, variantId }, { kept: stock.mode, count, reason: 'import' }, now)
    }
    await em.flush()
  }
  const moved = await moveCounters(context, stocks)
  const { filled, serials } = await addSerials(context, stocks)
  return { changed: new Map([...moved, ...filled]), serials }
}

async function moveCounters(place: StockPlace, stocked: PlannedStock[]): Promise<Map<number, StockDifference>> {
  const { tx, accountId, exported } = place
  const counts = new Map(
    stocked.flatMap(({ variantId, isNew, stock }) => (stock.mode === 'counter' && !isNew ? [[variantId, stock]] : [])),
  )
  const made = exported === null ? new Map<number, MovedStock>() : await readMoves(place, exported, [...counts.keys()])
  const moving: Moving = { counts, made, moved: new Map(), short: [] }
  // Always in the same order, so that two transactions do not deadlock.
  for (const part of splitRows([...counts.keys()].sort((a, b) => a - b))) {
    const em = forkScoped(tx, { accountId, mode: 'both' })
    for (const stock of await lockStocks(em, place.mode, part)) moveCounter(place, em, stock, moving)
    if (moving.short.length === 0) await em.flush()
  }
  if (moving.short.length > 0) throw refuseShort(moving.short, exported)
  return moving.moved
}

interface Moving {
  counts: ReadonlyMap<number, CountedStock>
  made: ReadonlyMap<number, MovedStock>
  moved: Map<number, StockDifference>
  short: Mistake[]
}

type CountedStock = Extract<ParsedStock, { mode: 'counter' }>

function moveCounter(
  { accountId, mode, now, exported }: StockPlace,
  em: EntityManager,
  stock: Stock,
  { counts, made, moved, short }: Moving,
): void {
  const { id } = stock.variant
  const told = counts.get(id)!
  const before = (told.isNow ? undefined : made.get(id)) ?? { sum: 0, count: 0 }
  const delta = moveOne(stock, told, before)
  if (delta === 0) return
  if (stock.available! < 0) {
    const error = `the stock takes ${-delta} away, and only ${stock.available! - delta} are left`
    short.push({ line: told.line, name: 'stock', error, code: 'conflicting' })
  }
  const once = told.was === undefined || told.isNow ? null : `export ${exported} ${id} ${mode} ${before.count}`
  const of = { variant: id, mode, account: accountId }
  em.create(StockChange, { ...of, delta, reason: 'import', once, createdAt: now })
  moved.set(id, { from: stock.available! - delta, to: stock.available! })
}

/** Changes a stock as the file says, and returns the difference. */
function moveOne(stock: Stock, { count, was }: { count: number; was?: number }, before: MovedStock): number {
  // The number in the file is compared with that at the time of the export, not with the current stock.
  const delta = count - (was ?? stock.imported ?? 0) - before.sum
  if (was === undefined) stock.imported = count
  stock.available! += delta
  return delta
}

// A hand-written file was already checked when it was compared with the catalogue; an export is first checked here.
function refuseShort(short: Mistake[], exported: string | null): Refusal {
  if (exported !== null) return refuseMistakes(short)
  return new Refusal(
    { code: 'out_of_stock', names: [] },
    'Stock was sold while the catalogue was imported: import it again',
  )
}

/** The sum of the changes that an export has made to a stock so far, and their count. */
interface MovedStock {
  sum: number
  count: number
}

/**
 * Returns the changes that an export has already made to these variants' stock, by variant id. An export contains the
 * stock at its time of writing, so its differences are applied once, however often it is edited and imported.
 */
async function readMoves(
  { tx, mode }: StockPlace,
  exported: string,
  variantIds: number[],
): Promise<Map<number, MovedStock>> {
  const changes = await tx.em.find(StockChange, {
    variant: variantIds,
    mode,
    reason: 'import',
    once: { $like: `export ${exported} %` },
  })
  const sums = new Map<number, MovedStock>()
  for (const { variant, delta } of changes) {
    const { sum, count } = sums.get(variant.id) ?? { sum: 0, count: 0 }
    sums.set(variant.id, { sum: sum + delta, count: count + 1 })
  }
  return sums
}

// Reads the current stocks and locks them.
function lockStocks(em: EntityManager, mode: Mode, variantIds: number[]): Promise<Stock[]> {
  const which = { variant: variantIds, mode }
  return em.find(Stock, which, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { variant: 'asc' } })
}

async function addSerials(
  { tx, accountId, mode, now, beside }: StockPlace,
  stocked: PlannedStock[],
): Promise<{ filled: Map<number, StockDifference>; serials: SerialReport }> {
  const serials: SerialReport = { added: 0, known: 0, repeated: [] }
  const listed = stocked.flatMap(({ variantId, stock }) => {
    if (stock.mode !== 'serial') return []
    const { file } = stock
    const lines = new Set<string>()
    for (const { line, number } of file === null ? stock.lines : beside.serials.get(file)!) {
      if (lines.has(line)) serials.repeated.push({ file, line: number, serial: line })
      lines.add(line)
    }
    return [{ variantId, lines: [...lines] }]
  })
  const fresh = await insertUnits(tx, { accountId, mode }, listed, now)
  for (const { variantId, lines } of listed) {
    const added = fresh.get(variantId)!.size
    serials.added += added
    serials.known += lines.length - added
  }
  const filled = [...fresh].filter(([, lines]) => lines.size > 0)
  return { filled: new Map(filled.map(([id, { size }]) => [id, { from: null, to: size }])), serials }
}
