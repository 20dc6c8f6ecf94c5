import { expect, test } from 'vitest'
import { closingOrder } from '../../src/lib/closing-order.ts'
import { createLog } from '../../src/lib/log.ts'

const log = createLog('silent')

test('what was opened last is closed first, and a part that fails keeps no other open', async () => {
  const closed: string[] = []
  const closing = closingOrder(log)
  closing.add('database', () => closed.push('database'))
  closing.add('wake', () => Promise.reject(new Error('gone')))
  closing.add('requests', () => closed.push('requests'))
  await closing.run()
  await closing.run()
  expect(closed).toEqual(['requests', 'database'])
})

test('a start that is told to end goes no further, and what it had just opened is closed too', async () => {
  const closed: string[] = []
  const told = new AbortController()
  const closing = closingOrder(log, told.signal)
  closing.add('database', () => closed.push('database'))
  told.abort()
  expect(() => closing.add('wake', () => closed.push('wake'))).toThrow(told.signal.reason)
  await closing.run()
  expect(closed).toEqual(['wake', 'database'])
})
