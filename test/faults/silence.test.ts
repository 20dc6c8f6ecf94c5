import { expect, test } from 'vitest'
import { listenForSilence } from './silence.ts'

// `npm run test:faults` listens for ten minutes; the quick run does not, because times of a busy machine say nothing.
const seconds = Number(process.env.WARUNG_SILENCE_S ?? (process.env.WARUNG_KILLS ? 600 : 0))
// Beside the time in which no provider took money: three seconds and PostgreSQL's recovery, and a busy machine's more.
const silenceMaxS = 7
// Few people chat, and each waits for an answer before the next message.
const chatMaxS = 15

test.skipIf(seconds === 0)(
  `callbacks, events and detection are silent for ${silenceMaxS} s at most once PostgreSQL, which was stopped at once, is back`,
  async () => {
    const report = await listenForSilence({ seconds, stopEveryS: seconds < 60 ? 16 : 20, awayMs: 3_000 })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.deadlocks).toEqual([])
    expect(report.deserters).toEqual([])
    expect(report.complaints).toEqual([])
    expect(report.stops).toBeGreaterThan(0)
    for (const count of Object.values(report.counts)) expect(count).toBeGreaterThan(0)
    const { chat, ...others } = report.silence
    const least = Math.max(report.awayS, others.money)
    for (const longest of Object.values(others)) expect(longest).toBeLessThan(least + silenceMaxS)
    expect(chat).toBeLessThan(least + chatMaxS)
  },
  (seconds + 240) * 1000,
)
