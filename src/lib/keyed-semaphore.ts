import PQueue from 'p-queue'

/** Runs at most `max` pieces of work per key at once; the others wait in order. */
export function createKeyedSemaphore(
  max: number,
): <Result>(key: unknown, work: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<unknown, PQueue>()
  return async (key, work) => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: max })
    queues.set(key, queue)
    try {
      return await queue.add(work)
    } finally {
      if (queue.pending === 0 && queue.size === 0) queues.delete(key)
    }
  }
}
