import { hostname } from 'node:os'
import { isAlive } from '../../packages/embedded-postgres/src/process-alive.ts'

/** The signature of this process in the leases it holds. */
export const leaseHolder = `${hostname()} ${process.pid} ${Math.round(performance.timeOrigin)}`

/**
 * Returns whether this is the signature of a dead process of this machine, whose leases need not expire before others
 * take them.
 */
export function isDeadHolder(signature: string): boolean {
  const [host, pid] = signature.split(' ')
  if (host !== hostname() || signature === leaseHolder) return false
  // In a container every start has the same pid, so ours with another start time belongs to the previous process.
  return Number(pid) === process.pid || !isAlive(Number(pid))
}

const heldTokens = new Set<string>()
const claims = new Set<symbol>()

/** Marks a lease as held by work of this process. Returns a function that ends this. */
export function holdLease(token: string): () => void {
  heldTokens.add(token)
  return () => void heldTokens.delete(token)
}

/**
 * Claims rows and starts their work. No work holds the leases of a committed claim until the claim ends, which takes
 * seconds on a busy machine: until then they do not count as left behind.
 */
export async function whileClaiming<Result>(claim: () => Promise<Result>): Promise<Result> {
  const own = Symbol('claim')
  claims.add(own)
  try {
    return await claim()
  } finally {
    claims.delete(own)
  }
}

/** Returns the running claims of this process. */
export function listRunningClaims(): ReadonlySet<symbol> {
  return new Set(claims)
}

/**
 * Does work on rows that this process leased. A lease of this process that no work holds was left behind, by a claim
 * whose answer was lost or by work that failed, and the heartbeat frees it.
 */
export async function whileHeld<Result>(tokens: (string | null)[], work: () => Promise<Result>): Promise<Result> {
  const ends = tokens.map(token => holdLease(token!))
  try {
    return await work()
  } finally {
    for (const end of ends) end()
  }
}

/** Returns whether work of this process holds the lease. */
export function isHeld(token: string): boolean {
  return heldTokens.has(token)
}
