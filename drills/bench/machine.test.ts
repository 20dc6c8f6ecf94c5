import { expect, test } from 'vitest'
import { findBusyReason } from './machine.ts'

test('the benchmark measures on an idle machine', () => {
  expect(findBusyReason(0.1, 2)).toBeNull()
  expect(findBusyReason(1, 2)).toBeNull()
})

test('the benchmark refuses a busy machine and names its load', () => {
  expect(findBusyReason(1.3, 2)).toMatch(/load average is 1\.3, and at most 1\.0 on 2 processors.*--busy/)
})
