import path from 'node:path'
import { expect, test } from 'vitest'
import { killChats } from './chat-kill.ts'

// `npm run -w drills faults` sets 1,000, of which the chat gets half.
const kills = process.env.WARUNG_KILLS ? Math.ceil(Number(process.env.WARUNG_KILLS) / 2) : 8
const minutesMax = kills > 25 ? 60 : 8

test(
  `through ${kills} kills between confirming and sending, each paid order gets its keys once, and every message arrives`,
  async () => {
    const report = await killChats({ entry: path.join(import.meta.dirname, 'chat-shop.ts'), kills })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    expect(report.violations).toEqual([])
    expect(report.complaints).toEqual([])
    expect(report.deserters).toEqual([])
    expect(report.paid).toBeGreaterThan(kills / 4)
    expect(report.foundAfterLoss).toEqual(expect.arrayContaining(['I9', 'units', 'chat']))
    expect(report.goodsMessages).toBeGreaterThanOrEqual(report.paid)
  },
  minutesMax * 60_000,
)
