import { expect, test } from 'vitest'
import { listenForSilence } from './silence.ts'

// `npm run -w drills faults` measures for ten minutes. The quick run does not, because times on a busy machine are
// meaningless.
const seconds = Number(process.env.WARUNG_SILENCE_S ?? (process.env.WARUNG_KILLS ? 600 : 0))
const silenceMaxS = 10
const awayS = 3
// If PostgreSQL's own recovery takes longer than this on a machine, the shop's silence cannot be measured there.
const recoveryMaxS = 1

test.skipIf(seconds === 0)(
  `callbacks, events, chat and detection stop for at most ${silenceMaxS} s while the systems around them stop or freeze`,
  async () => {
    const report = await listenForSilence({ seconds, everyS: seconds < 60 ? 8 : 10, awayMs: awayS * 1000 })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.deadlocks).toEqual([])
    expect(report.deserters).toEqual([])
    expect(report.complaints).toEqual([])
    expect(report.violations).toEqual([])
    expect(Object.keys(report.done).length).toBeGreaterThan(1)
    for (const count of Object.values(report.counts)) expect(count).toBeGreaterThan(0)
    expect(report.countedDeadlocks).toBe(0)
    const limit = silenceMaxS + Math.max(0, report.awayS - awayS - recoveryMaxS)
    for (const [kind, longest] of Object.entries(report.silence)) expect(longest, kind).toBeLessThan(limit)
  },
  (seconds + 240) * 1000,
)
