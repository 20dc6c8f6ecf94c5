const rememberedMs = 15_000

let seenAt = Number.NEGATIVE_INFINITY

const diskFullCodes = new Set(['53100', 'ENOSPC'])

/** Returns whether an error reports a full disk, in PostgreSQL or the file system, and records it for `wasDiskFull`. */
export function recordDiskFull(error: unknown): boolean {
  const isFull = diskFullCodes.has(String((error as { code?: unknown } | null)?.code))
  if (isFull) seenAt = performance.now()
  return isFull
}

/** Returns whether a disk was full within the last seconds. */
export function wasDiskFull(): boolean {
  return performance.now() - seenAt < rememberedMs
}
