export interface GatherOptions<Piece> {
  /** The maximum number of running batches. */
  flights?: number
  /** The maximum number of pieces in a batch. */
  piecesMax?: number
  /** Returns the owner of a piece: if more pieces wait than fit into a batch, owners take turns. */
  ownerOf?(piece: Piece): unknown
  /** Returns the keys that must be unique within a batch: a piece with the same key waits for the next one. */
  wants?(piece: Piece): readonly string[]
  /** Returns whether callers no longer wait for the piece. It is then not started and fails with `AbandonedError`. */
  isGone?(piece: Piece): boolean
  /**
   * Returns whether a batch that failed with this error did nothing, and may be repeated piece by piece. Default:
   * always.
   */
  didNothing?(error: unknown): boolean
  /**
   * Returns whether waiting pieces would fail in the same way after the same time; they then fail immediately. Default:
   * never.
   */
  endsAll?(error: unknown): boolean
  /** The maximum number of pieces of a failed batch that run at once. */
  aloneMax?: number
  /** Whether the first piece waits for those that arrive in the same turn of the event loop. */
  waitsForTurn?: boolean
}

/** The error of a piece whose caller left before its turn. The piece was not started. */
export class AbandonedError extends Error {
  override name = 'Gone'
}

/**
 * Groups many small pieces of work into a few batches, as one commit can serve many requests. The next batch fills
 * while others run, so a single piece never waits for a timer. A failed batch is repeated piece by piece, so that one
 * bad piece fails alone. `work` may return a result for each piece, in their order.
 */
export function gatherWork<Piece, Found = undefined>(
  work: (pieces: Piece[]) => Promise<(Found | undefined)[] | undefined>,
  options: GatherOptions<Piece> = {},
): (piece: Piece) => Promise<Found | undefined> {
  const { flights = 1, waitsForTurn = false } = options
  let waiting: Waiting<Piece, Found>[] = []
  let flying = 0
  let isAwaited = false

  function beginBatches(): void {
    isAwaited = false
    while (flying < flights && waiting.length > 0) {
      const { batch, left } = nextBatch(waiting, options)
      waiting = left
      if (batch.length === 0) return
      flying++
      void workOn(batch, work, options).then(error => {
        flying--
        if (error !== undefined && options.endsAll?.(error)) {
          for (const { failed } of waiting.splice(0)) failed(error)
        }
        beginBatches()
      })
    }
  }

  return piece =>
    new Promise((resolve, reject) => {
      waiting.push({ piece, done: resolve, failed: reject })
      // A batch that ends starts the next one itself.
      if (isAwaited || flying >= flights) return
      if (!waitsForTurn) return beginBatches()
      isAwaited = true
      setImmediate(beginBatches)
    })
}

interface Waiting<Piece, Found> {
  piece: Piece
  done(result: Found | undefined): void
  failed(error: unknown): void
}

interface Chosen<Piece, Found> {
  batch: Waiting<Piece, Found>[]
  left: Waiting<Piece, Found>[]
}

function nextBatch<Piece, Found>(
  all: Waiting<Piece, Found>[],
  { piecesMax = Number.POSITIVE_INFINITY, ownerOf, wants, isGone }: GatherOptions<Piece>,
): Chosen<Piece, Found> {
  const waiting = isGone ? all.filter(one => !isGone(one.piece) || letGo(one)) : all
  const inTurn = waiting.length > piecesMax && ownerOf ? takingTurns(waiting, ownerOf) : waiting
  const names = new Set<string>()
  const batch: Waiting<Piece, Found>[] = []
  const left: Waiting<Piece, Found>[] = []
  for (const one of inTurn) {
    const its = wants?.(one.piece) ?? []
    const fits = batch.length < piecesMax && !its.some(want => names.has(want))
    for (const want of its) names.add(want)
    if (fits) batch.push(one)
    else left.push(one)
  }
  return { batch, left }
}

function letGo<Piece, Found>({ failed }: Waiting<Piece, Found>): false {
  failed(new AbandonedError('Nobody waits for this any more'))
  return false
}

/** Returns the first piece of each owner, then the second of each, and so on. */
function takingTurns<Piece, Found>(
  waiting: Waiting<Piece, Found>[],
  ownerOf: (piece: Piece) => unknown,
): Waiting<Piece, Found>[] {
  const turns: Waiting<Piece, Found>[][] = []
  const takenByKey = new Map<unknown, number>()
  for (const one of waiting) {
    const owner = ownerOf(one.piece)
    const turn = takenByKey.get(owner) ?? 0
    takenByKey.set(owner, turn + 1)
    turns[turn] ??= []
    turns[turn].push(one)
  }
  return turns.flat()
}

/** Runs a batch. Returns the error with which it failed, for the waiting pieces. */
async function workOn<Piece, Found>(
  batch: Waiting<Piece, Found>[],
  work: (pieces: Piece[]) => Promise<(Found | undefined)[] | undefined>,
  options: GatherOptions<Piece>,
): Promise<unknown> {
  const { didNothing = () => true } = options
  try {
    const results = await work(batch.map(({ piece }) => piece))
    for (const [at, { done }] of batch.entries()) done(results?.[at])
    return undefined
  } catch (error) {
    if (batch.length === 1 || !didNothing(error)) for (const { failed } of batch) failed(error)
    else await eachAlone(batch, work, options)
    return error
  }
}

async function eachAlone<Piece, Found>(
  batch: Waiting<Piece, Found>[],
  work: (pieces: Piece[]) => Promise<(Found | undefined)[] | undefined>,
  { isGone, aloneMax = 1 }: GatherOptions<Piece>,
): Promise<void> {
  const left = batch.values()
  const worker = async () => {
    for (const one of left) {
      if (isGone?.(one.piece)) letGo(one)
      else await work([one.piece]).then(result => one.done(result?.[0]), one.failed)
    }
  }
  await Promise.all(Array.from({ length: Math.min(aloneMax, batch.length) }, worker))
}
