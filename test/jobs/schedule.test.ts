import { expect, test } from 'vitest'
import { runHourly } from '../../src/jobs/schedule.ts'

test('an hourly job follows the business clock, and runs again after a failure', async () => {
  let now = new Date('2026-11-22T14:10:00Z')
  const told: string[] = []
  let isBroken = false
  const run = runHourly({ now: () => now }, async () => {
    if (isBroken) throw new Error('the database is away')
    told.push(now.toISOString())
  })
  await run()
  now = new Date('2026-11-22T14:59:59Z')
  await run()
  expect(told).toEqual(['2026-11-22T14:10:00.000Z'])

  now = new Date('2026-11-23T01:00:00Z')
  isBroken = true
  await expect(run()).rejects.toThrow('away')
  isBroken = false
  await run()
  await run()
  expect(told).toEqual(['2026-11-22T14:10:00.000Z', '2026-11-23T01:00:00.000Z'])
})
