/** Runs work in one of so many places of its key, in the order in which it was asked for. */
export function createKeyedSemaphore(
  max: number,
): <Result>(key: number, work: () => Promise<Result>) => Promise<Result> {
  const rooms = new Map<number, { busy: number; queue: (() => void)[] }>()
  return async (key, work) => {
    const room = rooms.get(key) ?? { busy: 0, queue: [] }
    rooms.set(key, room)
    if (room.busy < max) room.busy++
    else await new Promise<void>(resolve => room.queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = room.queue.shift()
      if (next) next()
      else room.busy--
      if (room.busy === 0) rooms.delete(key)
    }
  }
}
