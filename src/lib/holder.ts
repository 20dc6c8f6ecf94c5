import { hostname } from 'node:os'
import { isAlive } from './process-alive.ts'

/** How this process signs the leases it holds. */
export const holder = `${hostname()} ${process.pid} ${Math.round(performance.timeOrigin)}`

/**
 * Whether this is the signature of a dead process of this machine: its leases need not run out before others take them.
 */
export function isDeadHolder(signature: string): boolean {
  const [host, pid] = signature.split(' ')
  if (host !== hostname() || signature === holder) return false
  // In a container each start has the same pid, so ours with another birthday was the one before.
  return Number(pid) === process.pid || !isAlive(Number(pid))
}

const held = new Set<string>()

/**
 * Does work on rows that this process leased. A lease of this process that no work holds was left behind, by a claim
 * whose answer was lost or by work that failed: the heartbeat frees it.
 */
export async function whileHeld<Result>(tokens: (string | null)[], work: () => Promise<Result>): Promise<Result> {
  for (const token of tokens) held.add(token!)
  try {
    return await work()
  } finally {
    for (const token of tokens) held.delete(token!)
  }
}

/** Whether work of this process holds the lease. */
export function isHeld(token: string): boolean {
  return held.has(token)
}
