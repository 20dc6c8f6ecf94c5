import { LockMode } from '@mikro-orm/core'
import type { AccountScope, Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import { insertUnits } from '../add-units.ts'
import { openStock } from '../open-stock.ts'
import { Stock } from '../product.ts'
import { StockChange } from '../stock-change.ts'
import type { BesideFiles } from './catalog-files.ts'
import type { ParsedStock } from './parsed-catalog.ts'

export interface SerialReport {
  added: number
  /** Added by an earlier import. */
  known: number
  /** Lines that are in the text twice: each is kept, and sold, once. */
  repeated: { file: string | null; line: number; serial: string }[]
}

/** The stock that the file gives to a variant whose row is written. */
export interface Stocked {
  variantId: number
  isNew: boolean
  stock: ParsedStock
}

interface StockPlace extends Required<AccountScope> {
  tx: Tx
  now: Date
  beside: BesideFiles
}

/**
 * Makes the stock of all the variants of a file what it says, with as many statements for a thousand of them as for
 * one; returns of which there is more or less than before, and what became of the serial lines. Refuses `out_of_stock`
 * when more is taken away than is left.
 */
export async function writeStocks(
  place: StockPlace,
  stocked: Stocked[],
): Promise<{ changed: Set<number>; serials: SerialReport }> {
  const { tx, accountId, now } = place
  for (const { variantId, isNew, stock } of stocked) {
    const count = stock.mode === 'counter' ? stock.count : 0
    if (isNew) openStock(tx, { accountId, variantId }, { kept: stock.mode, count, reason: 'import' }, now)
  }
  const moved = await moveCounters(place, stocked)
  await tx.em.flush()
  const { filled, serials } = await addSerials(place, stocked)
  return { changed: new Set([...moved, ...filled]), serials }
}

// The number in the file is compared with the one that was there before, not with what is left of it.
async function moveCounters({ tx, accountId, mode, now }: StockPlace, stocked: Stocked[]): Promise<number[]> {
  const counts = new Map(
    stocked.flatMap(({ variantId, isNew, stock }) =>
      stock.mode === 'counter' && !isNew ? [[variantId, stock.count]] : [],
    ),
  )
  const moved: number[] = []
  for (const stock of await lockStocks(tx, mode, [...counts.keys()])) {
    const { id } = stock.variant
    const count = counts.get(id)!
    const delta = count - (stock.imported ?? 0)
    stock.imported = count
    if (delta === 0) continue
    stock.available! += delta
    if (stock.available! < 0) {
      throw new Refusal(
        { code: 'out_of_stock', names: [] },
        'Stock was sold while the catalogue was imported: import it again',
      )
    }
    const of = { variant: id, mode, account: accountId }
    tx.em.create(StockChange, { ...of, delta, reason: 'import', once: null, createdAt: now })
    moved.push(id)
  }
  return moved
}

// As they are now, and in one order, so that two who lock several wait for one another and not in a circle.
function lockStocks({ em }: Tx, mode: Mode, variantIds: number[]): Promise<Stock[]> {
  const which = { variant: variantIds, mode }
  return em.find(Stock, which, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { variant: 'asc' } })
}

async function addSerials(
  { tx, accountId, mode, now, beside }: StockPlace,
  stocked: Stocked[],
): Promise<{ filled: number[]; serials: SerialReport }> {
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
  return { filled: [...fresh].filter(([, lines]) => lines.size > 0).map(([id]) => id), serials }
}
