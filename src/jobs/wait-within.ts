import { setTimeout as pause } from 'node:timers/promises'

/** Waits for the promise, but no longer than the timeout; an unavailable store may not close properly. */
export async function waitWithin(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise.catch(() => {}), pause(timeoutMs, undefined, { ref: false })])
}
