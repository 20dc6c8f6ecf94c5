import path from 'node:path'
import { expect, test } from 'vitest'
import { killAtRandom } from './kill.ts'

// `npm run -w drills faults` sets 1,000.
const kills = Number(process.env.WARUNG_KILLS ?? 24)
const minutesMax = kills > 60 ? 60 : 12
const entry = (name: string) => path.join(import.meta.dirname, name)

test(
  `${kills} kills and stops of the database lose nothing acknowledged and duplicate nothing`,
  async () => {
    const report = await killAtRandom({
      entry: entry('shop.ts'),
      kills,
      aims: ['creates', 'creates', 'charges', 'settles', 'calls'],
      patienceMs: 500,
      killsPerDatabaseStop: 20,
    })
    tell(report)
    expect(report.violations).toEqual([])
    expect(report.complaints).toEqual([])
    expect(report.deserters).toEqual([])
    expect(report.paid).toBeGreaterThan(kills / 2)
    expect(report.callbacks).toBeGreaterThanOrEqual(report.paid)
  },
  minutesMax * 60_000,
)

test(
  'the same kills detect the losses of a shop that settles and announces in two transactions',
  async () => {
    const report = await killAtRandom({
      entry: entry('careless-shop.ts'),
      kills: 6,
      aims: ['settles'],
      patienceMs: 20_000,
      killsPerDatabaseStop: 3,
    })
    tell(report)
    expect(report.violations.map(({ id }) => id)).toContain('callbacks')
    expect(report.complaints).toEqual([])
  },
  5 * 60_000,
)

function tell(report: object): void {
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
