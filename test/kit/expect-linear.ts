import { expect } from 'vitest'
import { countWork } from './count-work.ts'

/** Expects that twice the length costs at most twice the work, with room for the fixed cost of a call. */
export function expectLinear(parse: (length: number) => unknown, length: number): void {
  const [once, twice] = [countWork(() => parse(length)), countWork(() => parse(2 * length))]
  expect(once.steps).toBeGreaterThan(0)
  expect(twice.steps / once.steps).toBeLessThan(2.5)
  expect(twice.bytes / once.bytes).toBeLessThan(3)
}
