import type { Log } from './log.ts'

export interface ClosingOrder {
  /** Adds a part; the last one added is closed first. Throws the reason of an aborted signal, which stops a start. */
  add(name: string, close: () => unknown): void
  run(): Promise<void>
}

/**
 * Closes the parts of a process in reverse order of their opening; one that fails to close does not prevent the others
 * from closing.
 */
export function createClosingOrder(log: Log, signal?: AbortSignal): ClosingOrder {
  const steps: { name: string; close: () => unknown }[] = []
  return {
    add(name, close) {
      steps.unshift({ name, close })
      signal?.throwIfAborted()
    },
    async run() {
      for (const { name, close } of steps.splice(0)) {
        try {
          await close()
        } catch (error) {
          log.error({ err: error, part: name }, 'a part did not close')
        }
      }
    },
  }
}
