interface Bounds {
  /** How long a result is valid, in milliseconds. */
  freshMs: number
  /** The maximum number of cached results; the oldest is evicted. */
  most: number
}

/**
 * Caches results for a short time by key. Concurrent callers share one look-up. A missing value (null) may appear
 * later, and a failed look-up may succeed, so neither is cached.
 */
export class ShortMemory<Found> {
  readonly #bounds: Bounds
  readonly #remembered = new Map<string, { found: Promise<Found | null>; until: number }>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Returns the cached value or the pending look-up; undefined if the caller has to look it up. */
  recall(key: string): Promise<Found | null> | undefined {
    const remembered = this.#remembered.get(key)
    return remembered && remembered.until > performance.now() ? remembered.found : undefined
  }

  /** Shares a pending look-up with others, and returns it. */
  async keep(key: string, promise: Promise<Found | null>): Promise<Found | null> {
    const entry = { found: promise, until: performance.now() + this.#bounds.freshMs }
    // Deleted first, so that a key that is set again becomes the newest.
    this.#remembered.delete(key)
    this.#remembered.set(key, entry)
    if (this.#remembered.size > this.#bounds.most) this.#remembered.delete(this.#remembered.keys().next().value!)
    let value: Found | null = null
    try {
      value = await promise
      return value
    } finally {
      if (value === null && this.#remembered.get(key) === entry) this.#remembered.delete(key)
    }
  }

  forget(): void {
    this.#remembered.clear()
  }
}
