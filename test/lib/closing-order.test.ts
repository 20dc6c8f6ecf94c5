import { expect, test } from 'vitest'
import { createClosingOrder } from '../../src/lib/closing-order.ts'
import { createLog } from '../../src/lib/log.ts'

const log = createLog('silent')

test('parts close in reverse order, and a failing one does not keep others open', async () => {
  const closed: string[] = []
  const closing = createClosingOrder(log)
  closing.add('database', () => closed.push('database'))
  closing.add('wake', () => Promise.reject(new Error('gone')))
  closing.add('requests', () => closed.push('requests'))
  await closing.run()
  await closing.run()
  expect(closed).toEqual(['requests', 'database'])
})

test('an aborted start stops, and closes the part that it had just opened', async () => {
  const closed: string[] = []
  const told = new AbortController()
  const closing = createClosingOrder(log, told.signal)
  closing.add('database', () => closed.push('database'))
  told.abort()
  expect(() => closing.add('wake', () => closed.push('wake'))).toThrow(told.signal.reason)
  await closing.run()
  expect(closed).toEqual(['wake', 'database'])
})
