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
