import { expect, test } from 'vitest'
import { Backlog } from '../../src/callbacks/backlog.ts'
import type { Tx } from '../../src/database/transaction.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'

function queue() {
  const backlog = new Backlog('delivery', 'more-callbacks')
  let looks = 0
  const tx = { write: async () => ++looks } as unknown as Tx
  /** Counts how often leases of dead processes were searched for, with claims at these seconds. */
  const looksOf = async (seconds: number[], { wake = createLocalWake(silentLog), goesOn = true } = {}) => {
    looks = 0
    for (const second of seconds) {
      await backlog.freeExpired({ wake, now: () => new Date(second * 1_000) }, tx)
      if (goesOn) backlog.goOn(wake)
    }
    return looks
  }
  return { looksOf, backlog }
}

test('each claim looks for the deliveries of dead processes', async () => {
  expect(await queue().looksOf([0, 0.1, 0.2, 5], { goesOn: false })).toBe(4)
})

test('a process with a backlog looks once a second, even after a clock change, each on its own', async () => {
  const { looksOf } = queue()
  expect(await looksOf([100, 100.1, 100.9, 100.999])).toBe(1)
  expect(await looksOf([100, 100.9, 101, 101.9, 102, 102.5])).toBe(3)
  expect(await looksOf([100, 40, 40.5])).toBe(2)
})

test('a process with a backlog claims again at once, and a later run looks for dead processes', async () => {
  const { backlog, looksOf } = queue()
  const wake = createLocalWake(silentLog)
  let woken = 0
  wake.on('more-callbacks', () => woken++)
  backlog.goOn(wake)
  expect(woken).toBe(1)
  expect(await looksOf([100, 100.1], { wake, goesOn: false })).toBe(2)
})
