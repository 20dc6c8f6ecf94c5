import type { Log } from './log.ts'

/** Functions that are called when their channel is, in this process. */
export interface Listeners {
  channels(): string[]
  /** Returns the function that unsubscribes the listener. */
  add(channel: string, listener: () => unknown): () => void
  /**
   * Calls every listener of the channel before it returns. Never throws: what a listener throws, now or later, is
   * logged.
   */
  call(channel: string): void
}

export function createListeners(log: Log): Listeners {
  const byChannel = new Map<string, Set<() => unknown>>()
  return {
    channels: () => [...byChannel.keys()],
    add(channel, listener) {
      // One function may listen twice, so each subscription is a function of its own.
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
        // An async function also turns an immediate error into a rejection.
        const called = (async () => subscription())()
        called.catch(error => log.error({ err: error, channel }, 'a listener failed on a hint'))
      }
    },
  }
}
