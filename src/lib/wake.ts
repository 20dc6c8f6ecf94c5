import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createListeners } from './listeners.ts'
import type { Log } from './log.ts'
import { WakeConnection } from './wakes/wake-connection.ts'
import { createLaterHints } from './wakes/wake-later.ts'

/**
 * Hints that there may be work, by PostgreSQL's NOTIFY. A lost hint costs a sweep's interval and a needless one an
 * empty check, so nothing may depend on them.
 */
export interface Wake {
  /**
   * Notifies listeners; call it after the commit. Transactions do so automatically for the channels of `Tx.wake`,
   * because a NOTIFY inside a transaction would serialise all commits. Listeners in this process are called immediately
   * each time, those of other processes about 10 ms later, once for all hints in between. Never throws.
   */
  notify(channel: string): void
  /** Notifies a channel once its rows are due (`createLaterHints`). Earlier hints are lost with this process. */
  notifyLater(channel: string, inMs: number): void
  /**
   * Adds a listener, which is also called once after an outage, when hints may have been missed. Returns a function
   * that removes it.
   */
  on(channel: string, listener: () => void): () => void
  stop(): Promise<void>
}

const coalesceMs = 10
const stopMsMax = 1_000

/**
 * Creates a `Wake`. `connection` is for its own direct connection to the server, because LISTEN does not work through a
 * pooler that shares sessions.
 */
export async function createWake({ connection, log }: { connection: pg.ClientConfig; log: Log }): Promise<Wake> {
  const listeners = createListeners(log)
  const wakeConnection = new WakeConnection(connection, listeners, log)
  const pending = new Map<string, { again: boolean; done: Promise<void> }>()
  await wakeConnection.open()

  async function sendWake(channel: string, hint: { again: boolean }) {
    do {
      await pause(coalesceMs)
      hint.again = false
      await wakeConnection.notify(channel)
    } while (hint.again)
    pending.delete(channel)
  }

  function notify(channel: string): void {
    listeners.call(channel)
    const earlier = pending.get(channel)
    if (earlier) {
      earlier.again = true
    } else {
      const hint = { again: false, done: Promise.resolve() }
      pending.set(channel, hint)
      hint.done = sendWake(channel, hint)
    }
  }

  const later = createLaterHints(notify)
  return {
    notify,
    notifyLater: later.send,
    on(channel, listener) {
      const unsubscribe = listeners.add(channel, listener)
      wakeConnection.followChannels()
      return () => {
        unsubscribe()
        wakeConnection.followChannels()
      }
    },
    async stop() {
      later.stop()
      const sent = Promise.all([...pending.values()].map(hint => hint.done))
      await Promise.race([sent, pause(stopMsMax, undefined, { ref: false })])
      await wakeConnection.close(stopMsMax)
    },
  }
}

/** Returns a `Wake` without a database: hints stay in this process. */
export function createLocalWake(log: Log): Wake {
  const listeners = createListeners(log)
  const later = createLaterHints(listeners.call)
  return { notify: listeners.call, notifyLater: later.send, on: listeners.add, stop: async () => later.stop() }
}
