import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Act, drawActs } from './act.ts'
import { printTest } from './print-test.ts'
import { runMonth } from './run-month.ts'
import { shrink } from './shrink.ts'

// SIMULATED_MONTHS=50 SIMULATED_ACTS=600 SIMULATED_SEED=7 npm test -- test/simulation/month.slow.test.ts
// Without a seed, the month depends on the run's own TEST_SEED.
const months = Number(process.env.SIMULATED_MONTHS ?? 1)
const acts = Number(process.env.SIMULATED_ACTS ?? 60)
const first = Number(process.env.SIMULATED_SEED ?? randomInt(1_000_000))
// These take seconds, and find no mistakes in a single statement.
const slowTroubles: ReadonlySet<string> = new Set(['kill', 'upgrade'])
const isKilling = process.env.SIMULATED_KILLS !== 'no'
const isShrinking = process.env.SIMULATED_SHRINKING !== 'no'
// CI has no more time for shrinking; the remaining acts still fail after it.
const shrinkingMs = Number(process.env.SIMULATED_SHRINKING_S ?? 480) * 1000
const seeds = Array.from({ length: months }, (_, month) => first + month)

test.each(seeds)(
  'after the month of seed %i every view of the shop agrees with the model',
  async seed => {
    const drawn = drawActs(seed, acts).filter(act => isKilling || !slowTroubles.has(act.do))
    const difference = await runMonth(seed, drawn)
    if (!difference) return
    if (!isShrinking) expect.fail(difference.message)
    const end = performance.now() + shrinkingMs
    const fails = async (tried: Act[]) => performance.now() < end && (await runMonth(seed, tried)) !== null
    const short = await shrink(drawn.slice(0, difference.acts), fails)
    expect.fail(`${difference.message}\n\nThese ${short.length} acts suffice:\n\n${printTest(seed, short)}`)
  },
  3_600_000,
)

test('the same seed draws the same month, and another seed another one', () => {
  const seed = randomInt(2 ** 31)
  expect(drawActs(seed, 200)).toEqual(drawActs(seed, 200))
  expect(drawActs(seed, 200)).not.toEqual(drawActs(seed + 1, 200))
})

test('a month that fails is shortened to the acts that matter', async () => {
  const drawn = drawActs(randomInt(2 ** 31), 300)
  const needed = [drawn[40]!, drawn[170]!]
  const short = await shrink(drawn, async tried => needed.every(act => tried.includes(act)))
  expect(short).toEqual(needed)
})

test('a month that fails is printed as a test that repeats its acts', () => {
  const drawn = drawActs(randomInt(2 ** 31), 50)
  const [, printed] = /runMonth\(7, (\[\n.*\n {2}\])\)/s.exec(printTest(7, drawn))!
  expect(new Function(`return ${printed}`)()).toEqual(drawn)
})
