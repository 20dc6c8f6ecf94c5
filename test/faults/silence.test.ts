import { expect, test } from 'vitest'
import { listenForSilence } from './silence.ts'

// `npm run test:faults` listens for ten minutes; the quick run does not, because times of a busy machine say nothing.
const seconds = Number(process.env.WARUNG_SILENCE_S ?? (process.env.WARUNG_KILLS ? 600 : 0))
const silenceMaxS = 10
// If PostgreSQL's recovery, or a busy machine, keeps providers from taking money for longer than that allows.
const afterMoneyMaxS = 7

test.skipIf(seconds === 0)(
  `callbacks, events, chat and detection are silent for ${silenceMaxS} s at most while what is around them stops or freezes`,
  async () => {
    const report = await listenForSilence({ seconds, everyS: seconds < 60 ? 8 : 10, awayMs: 3_000 })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.deadlocks).toEqual([])
    expect(report.deserters).toEqual([])
    expect(report.complaints).toEqual([])
    expect(report.violations).toEqual([])
    expect(Object.keys(report.done).length).toBeGreaterThan(1)
    for (const count of Object.values(report.counts)) expect(count).toBeGreaterThan(0)
    expect(report.countedDeadlocks).toBe(0)
    const limit = Math.max(silenceMaxS, Math.max(report.awayS, report.silence.money) + afterMoneyMaxS)
    for (const longest of Object.values(report.silence)) expect(longest).toBeLessThan(limit)
  },
  (seconds + 240) * 1000,
)
