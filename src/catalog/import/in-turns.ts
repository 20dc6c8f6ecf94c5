import { setImmediate as turn } from 'node:timers/promises'

const perTurn = 100

/** Does synchronous work on many items, a hundred at a time: what others wait for runs in between. */
export async function inTurns<Item, Result>(items: Iterable<Item>, work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(work(item))
    if (results.length % perTurn === 0) await turn()
  }
  return results
}
