/**
 * Groups many small pieces of work into a few batches, as one commit can serve many requests. The next batch gathers
 * while one runs, so a single piece never waits. A failed batch is repeated piece by piece, so that a bad piece fails
 * alone. `work` may return a result for each piece, in their order.
 */
export function gatherWork<Piece, Found = undefined>(
  work: (pieces: Piece[]) => Promise<(Found | undefined)[] | undefined>,
): (piece: Piece) => Promise<Found | undefined> {
  interface Waiting {
    piece: Piece
    done(result: Found | undefined): void
    failed(error: unknown): void
  }
  let waiting: Waiting[] = []
  let isWorking = false

  async function workOn(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await workOnBatch(batch)
    }
    isWorking = false
  }

  async function workOnBatch(batch: Waiting[]): Promise<void> {
    try {
      const found = await work(batch.map(({ piece }) => piece))
      for (const [at, { done }] of batch.entries()) done(found?.[at])
    } catch (error) {
      if (batch.length === 1) batch[0]!.failed(error)
      else for (const { piece, done, failed } of batch) await work([piece]).then(results => done(results?.[0]), failed)
    }
  }

  return piece =>
    new Promise((resolve, reject) => {
      waiting.push({ piece, done: resolve, failed: reject })
      if (!isWorking) void workOn()
    })
}
