export interface RateLimit {
  /** Takes one token from the bucket of `name`; `ok` is false if it is empty. `own` overrides the rate. */
  take(name: string, own?: Speed): RateVerdict
}

export interface Speed {
  perS: number
  /** The burst size. */
  burst: number
}

export interface RateVerdict {
  ok: boolean
  limit: number
  remaining: number
  /** The seconds until the next token. */
  resetS: number
}

interface Bucket {
  tokens: number
  at: number
  speed: Speed
}

const bucketsMax = 50_000
/** Many at once, so that the following calls need not scan all buckets. */
const forgottenAtOnce = 5_000

/**
 * Creates token buckets in this process: `perS` tokens per second, and a burst of `burst`. Several processes each grant
 * the whole limit, which suffices against accidents; money is protected elsewhere.
 */
export function createRateLimit(perS: number, burst: number, clock: () => number = () => performance.now()): RateLimit {
  const buckets = new Map<string, Bucket>()
  const usual = { perS, burst }
  return {
    take(name, speed = usual) {
      const { perS, burst } = speed
      const now = clock()
      const bucket = buckets.get(name) ?? { tokens: burst, at: now, speed }
      bucket.speed = speed
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perS)
      bucket.at = now
      const ok = bucket.tokens >= 1
      if (ok) bucket.tokens -= 1
      if (!buckets.has(name)) {
        forgetFullest(buckets, now)
        buckets.set(name, bucket)
      }
      return {
        ok,
        limit: burst,
        remaining: Math.floor(bucket.tokens),
        resetS: Math.max(0, (1 - bucket.tokens) / perS),
      }
    },
  }
}

// A full bucket equals a new one, so it can be deleted. If that frees too few, the next to become full are deleted as
// well. Empty ones are kept, so that a client cannot get a fresh bucket by using many addresses.
function forgetFullest(buckets: Map<string, Bucket>, now: number): void {
  if (buckets.size < bucketsMax) return
  const byTime = [...buckets].map(([name, bucket]) => ({ name, fullInS: fullInS(bucket, now) }))
  byTime.sort((one, other) => one.fullInS - other.fullInS)
  for (const [at, { name, fullInS }] of byTime.entries()) {
    if (at >= forgottenAtOnce && fullInS > 0) return
    buckets.delete(name)
  }
}

function fullInS({ tokens, at, speed: { perS, burst } }: Bucket, now: number): number {
  return (burst - tokens) / perS - (now - at) / 1000
}
