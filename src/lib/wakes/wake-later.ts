const stepMs = 250
const laterMsMax = 30_000

export interface LaterHints {
  send(channel: string, inMs: number): void
  /** Drops the hints that are not due yet. */
  stop(): void
}

/**
 * Creates hints about future work. At most four per second and channel are sent, each up to a quarter of a second late.
 * Rows due in more than half a minute get no hint, because the next check finds them soon enough.
 */
export function createLaterHints(notify: (channel: string) => void): LaterHints {
  const timers = new Map<string, NodeJS.Timeout>()

  function sendOnce(channel: string, at: number): void {
    const hint = `${channel} ${at}`
    if (timers.has(hint)) return
    const send = () => {
      timers.delete(hint)
      notify(channel)
    }
    timers.set(hint, setTimeout(send, at - Date.now()).unref())
  }

  return {
    send(channel, inMs) {
      if (inMs <= 0) notify(channel)
      else if (inMs <= laterMsMax) sendOnce(channel, Math.ceil((Date.now() + inMs) / stepMs) * stepMs)
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
