import type { Log } from './log.ts'

/** Functions of this process that are called when their channel is notified. */
export interface Listeners {
  channels(): string[]
  /** Adds a listener. Returns a function that removes it. */
  add(channel: string, listener: () => unknown): () => void
  /**
   * Calls every listener of the channel before it returns. Never throws: an error of a listener, now or later, is
   * logged.
   */
  call(channel: string): void
}

export function createListeners(log: Log): Listeners {
  const byChannel = new Map<string, Set<() => unknown>>()
  return {
    channels: () => [...byChannel.keys()],
    add(channel, listener) {
      // A function may be added twice, so each subscription is its own function.
      const subscription = () => listener()
      const subscriptions = byChannel.get(channel) ?? new Set()
      byChannel.set(channel, subscriptions.add(subscription))
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size === 0 && byChannel.get(channel) === subscriptions) byChannel.delete(channel)
      }
    },
    call(channel) {
      for (const subscription of byChannel.get(channel) ?? []) {
        // An async function also turns a synchronous error into a rejection.
        const called = (async () => subscription())()
        called.catch(error => log.error({ err: error, channel }, 'a listener failed on a hint'))
      }
    },
  }
}
