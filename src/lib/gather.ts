/**
 * Does many small pieces of work in few large ones, as one commit does for many: while a batch is worked on the next one
 * gathers, so that a single piece never waits. A batch that fails is done again piece by piece, so that one bad piece
 * fails alone.
 */
export function gather<Piece>(work: (pieces: Piece[]) => Promise<void>): (piece: Piece) => Promise<void> {
  let waiting: { piece: Piece; done: () => void; failed: (error: unknown) => void }[] = []
  let isWorking = false

  async function workOn(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await work(batch.map(({ piece }) => piece))
        for (const { done } of batch) done()
      } catch (error) {
        if (batch.length === 1) batch[0]!.failed(error)
        else for (const { piece, done, failed } of batch) await work([piece]).then(done, failed)
      }
    }
    isWorking = false
  }

  return piece =>
    new Promise((resolve, reject) => {
      waiting.push({ piece, done: resolve, failed: reject })
      if (!isWorking) void workOn()
    })
}
