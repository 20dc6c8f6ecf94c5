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
