import { expect, test } from 'vitest'
import { listenForSilence } from './silence.ts'

// `npm run test:faults` listens for ten minutes.
const seconds = Number(process.env.WARUNG_SILENCE_S ?? (process.env.WARUNG_KILLS ? 600 : 26))
// Beside the time that PostgreSQL itself is away: three seconds and its recovery, which takes a busy machine more.
const silenceMaxS = 7

test(
  `callbacks, events, detection and chat are silent for ${silenceMaxS} s at most once PostgreSQL, which was stopped at once, is back`,
  async () => {
    const report = await listenForSilence({ seconds, stopEveryS: seconds < 60 ? 16 : 20, awayMs: 3_000 })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.deadlocks).toEqual([])
    expect(report.deserters).toEqual([])
    expect(report.complaints).toEqual([])
    expect(report.stops).toBeGreaterThan(0)
    for (const count of Object.values(report.counts)) expect(count).toBeGreaterThan(0)
    for (const longest of Object.values(report.silence)) expect(longest).toBeLessThan(report.awayS + silenceMaxS)
  },
  (seconds + 240) * 1000,
)
