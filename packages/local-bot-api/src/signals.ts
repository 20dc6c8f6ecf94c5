/**
 * Wakes waiters within one process. A change made here wakes its waiters immediately. Changes of another process are
 * found by polling the database every `lookEveryMs`, once for all waiters of a kind and only while there are any.
 */
export interface Signals {
  /** Signals that `topic` may have changed. */
  wake(topic: string): void
  /** Waits for a topic from now on; a wake between two waits is not lost. */
  follow(topic: string): SignalSubscription
  /** Whether everything has closed; waits then end immediately. */
  readonly closed: boolean
  /** Returns whether a signal was sent in the last seconds. */
  isLively(): boolean
  /** Returns whether this process has a waiter for the topic. */
  followed(topic: string): boolean
  /** Calls back whenever a topic of this kind (`kind:...`) is woken, until the returned function is called. */
  listen(topic: string, onWake: () => void): () => void
  /** Returns the second halves of the topics `kind:...` that have waiters. */
  waiting(kind: string): string[]
  /** Queries the database for one kind of topic; returns the second halves that changed. */
  look(kind: string, find: (keys: string[]) => Promise<string[]>): void
  close(): Promise<void>
}

export interface SignalSubscription {
  /** Resolves at the next wake since the last call, or after `timeoutMs`. */
  next(timeoutMs: number): Promise<void>
  stop(): void
}

const lookEveryMs = 150
/** The polling interval while signals are rare. */
const idleLookEveryMs = 1_000
const livelyForMs = 3_000

export function createSignals(onFault: (error: unknown) => void): Signals {
  const waiters = new Map<string, Set<() => void>>()
  const looks = new Map<string, (keys: string[]) => Promise<string[]>>()
  let closed = false
  let looking: Promise<void> = Promise.resolve()
  let wokenAt = 0
  const isClosed = () => closed
  const isLively = () => Date.now() - wokenAt < livelyForMs
  const timer = startLooking(isLively, () => {
    looking = looking.then(lookOnce).catch(onFault)
  })

  function wakeTopic(topic: string): void {
    wokenAt = Date.now()
    for (const onWake of [...(waiters.get(topic) ?? [])]) onWake()
  }

  function listenToTopic(topic: string, onWake: () => void): () => void {
    const here = waiters.get(topic) ?? new Set()
    waiters.set(topic, here.add(onWake))
    return () => {
      here.delete(onWake)
      if (here.size === 0 && waiters.get(topic) === here) waiters.delete(topic)
    }
  }

  function listWaiting(kind: string): string[] {
    const prefix = `${kind}:`
    return [...waiters.keys()].filter(topic => topic.startsWith(prefix)).map(topic => topic.slice(prefix.length))
  }

  async function lookOnce(): Promise<void> {
    for (const [kind, find] of looks) {
      const keys = listWaiting(kind)
      const changed = keys.length === 0 || closed ? [] : await find(keys)
      for (const key of changed) wakeTopic(`${kind}:${key}`)
    }
  }

  return {
    wake: wakeTopic,
    isLively,
    listen: listenToTopic,
    followed: topic => waiters.has(topic),
    waiting: listWaiting,
    get closed() {
      return closed
    },
    follow: topic => followSignal(onWake => listenToTopic(topic, onWake), isClosed),
    look: (kind, find) => void looks.set(kind, find),
    async close() {
      closed = true
      clearInterval(timer)
      for (const topic of [...waiters.keys()]) wakeTopic(topic)
      await looking
    },
  }
}

function startLooking(isLively: () => boolean, look: () => void): NodeJS.Timeout {
  let lookedAt = 0
  return setInterval(() => {
    if (!isLively() && Date.now() - lookedAt < idleLookEveryMs) return
    lookedAt = Date.now()
    look()
  }, lookEveryMs)
}

function followSignal(listen: (onWake: () => void) => () => void, isClosed: () => boolean): SignalSubscription {
  let woken = false
  let finish = () => {}
  const stop = listen(() => {
    woken = true
    finish()
  })
  return {
    stop,
    async next(timeoutMs) {
      if (!woken && !isClosed())
        await new Promise<void>(resolve => {
          const timeout = setTimeout(resolve, timeoutMs)
          finish = () => {
            clearTimeout(timeout)
            resolve()
          }
        })
      woken = false
    },
  }
}
