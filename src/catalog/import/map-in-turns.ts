import { setImmediate as turn } from 'node:timers/promises'

const perTurn = 100

/** Processes many items synchronously, a hundred at a time, and lets other work of the process run in between. */
export async function mapInTurns<Item, Result>(items: Iterable<Item>, work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(work(item))
    if (results.length % perTurn === 0) await turn()
  }
  return results
}

/** The number of rows that one fork reads and writes, because a flush checks all rows of its fork. */
const writtenAtOnce = 500

export function splitRows<Row>(rows: readonly Row[]): Row[][] {
  const starts = Array.from({ length: Math.ceil(rows.length / writtenAtOnce) }, (_, part) => part * writtenAtOnce)
  return starts.map(at => rows.slice(at, at + writtenAtOnce))
}
