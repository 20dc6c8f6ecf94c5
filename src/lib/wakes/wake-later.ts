import { createOncePer } from '../statement.ts'
import type { Wake } from '../wake.ts'

const stepMs = 250
const laterMsMax = 30_000

/**
 * Notifies a channel once rows are due, so that they do not wait for the next check for due work. Sends at most four
 * hints per second and channel, each up to a quarter of a second late. Sends none for rows due in more than half a
 * minute: the next check finds them soon enough. Hints that are not due yet are lost with this process.
 */
export function wakeLater(wake: Wake, channel: string, inMs: number): void {
  if (inMs <= 0) wake.notify(channel)
  else if (inMs <= laterMsMax) hintOnce(wake, channel, Math.ceil((Date.now() + inMs) / stepMs) * stepMs)
}

function hintOnce(wake: Wake, channel: string, at: number): void {
  const hints = hintsOf(wake)
  const hint = `${channel} ${at}`
  if (hints.has(hint)) return
  hints.add(hint)
  setTimeout(() => {
    hints.delete(hint)
    wake.notify(channel)
  }, at - Date.now()).unref()
}

const hintsOf = createOncePer((_wake: Wake) => new Set<string>())
