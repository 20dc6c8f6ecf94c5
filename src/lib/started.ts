import { whileHeld } from './holder.ts'

/**
 * Work that a sweep claimed and started. The sweep ends immediately; the work ends later, protected by the leases of
 * its rows. The promises settle without throwing: the work itself records its errors.
 */
export interface StartedWork {
  work: Promise<void>[]
}

/** Starts each piece of claimed work, and holds the leases of its rows until it ends. */
export function startEach<Piece>(
  pieces: Piece[],
  leasesOf: (piece: Piece) => (string | null)[],
  work: (piece: Piece) => Promise<void>,
): StartedWork {
  return { work: pieces.map(piece => whileHeld(leasesOf(piece), () => work(piece))) }
}

/** Waits for all started work, for tests and commands. */
export async function waitUntilFinished(started: Promise<StartedWork>): Promise<number> {
  const { work } = await started
  await Promise.all(work)
  return work.length
}
