import { whileHeld } from './holder.ts'

/**
 * Work that a sweep claimed and set going: the sweep ends at once, the work ends by itself, held by its rows' leases.
 * Every promise settles without throwing: what went wrong is written where the work is.
 */
export interface Started {
  work: Promise<void>[]
}

/** Starts each piece of claimed work, and holds the leases of its rows until it ends. */
export function startEach<Piece>(
  pieces: Piece[],
  leasesOf: (piece: Piece) => (string | null)[],
  work: (piece: Piece) => Promise<void>,
): Started {
  return { work: pieces.map(piece => whileHeld(leasesOf(piece), () => work(piece))) }
}

/** Waits for all of it: what tests and commands want. */
export async function finished(started: Promise<Started>): Promise<number> {
  const { work } = await started
  await Promise.all(work)
  return work.length
}
