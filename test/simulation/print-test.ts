import type { Act } from './act.ts'

/** Returns a test of the acts, to be pasted into a file of this folder. */
export function printTest(seed: number, acts: readonly Act[]): string {
  return `import { expect, test } from 'vitest'
import { runMonth } from './run-month.ts'

test('every view agrees with the model after these ${acts.length} acts in the shop of seed ${seed}', async () => {
  const difference = await runMonth(${seed}, [
${acts.map(act => `    ${printValue(act)},\n`).join('')}  ])
  expect(difference).toBeNull()
}, 300_000)
`
}

/** Returns a value as the formatter writes it. */
function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${printValue(item)}`)
    .join(', ')} }`
}
