import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-29T05:00:00.100Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

function listen(channel = 'reads') {
  const wake = createLocalWake(silentLog)
  const heard: string[] = []
  wake.on(channel, () => heard.push(new Date().toISOString().slice(17, 23)))
  return { wake, heard }
}

test('a later hint is sent when its rows are due, and at most a quarter of a second later', async () => {
  const { wake, heard } = listen()
  wake.notifyLater('reads', 3_000)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(251)
  expect(heard).toEqual(['03.250'])
})

test('a thousand rows that are due within a second send four hints', async () => {
  const { wake, heard } = listen()
  for (let row = 1; row <= 1_000; row++) wake.notifyLater('reads', 1_900 + row)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heard).toEqual(['02.250', '02.500', '02.750', '03.000'])
})

test('a hint is sent again after it was sent, and channels have hints of their own', async () => {
  const { wake, heard } = listen()
  wake.notifyLater('asks', 400)
  for (let turn = 0; turn < 2; turn++) {
    wake.notifyLater('reads', 400)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(heard).toEqual(['00.500', '01.500'])
})

test('rows that are due much later are left to the checks for due work', async () => {
  const { wake, heard } = listen()
  wake.notifyLater('reads', 30_001)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).toEqual([])
})

test('a stopped process sends no hint that was not due yet', async () => {
  const { wake, heard } = listen()
  wake.notifyLater('reads', 400)
  await wake.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual([])
})
