import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The time between a stop of PostgreSQL and the next delivery is the sum of the waits in between. The drill of silences
// (drills/faults/silence.test.ts) measures it with a clock, which a busy machine stretches.

const silenceMsMax = 10_000
const stopMs = 3_000
const recoveryMs = 1_000

const look = wait('src/jobs/scheduler.ts', 'lookEveryMs')
const records = wait('src/database/insist-on-record.ts', 'pauseMs')
// A heartbeat that fails, and two checks that see the lease.
const freesLeases = 3 * wait('src/jobs/heartbeat.ts', 'beatMs')
// The longest interval of a provider, and what the stop leaves of the longest pause after a first failure.
const interval = 1_000 * wait('src/connectors/simulator/window.ts', 'intervalS') * 1.1
const readsAgain = Math.max(0, 1_000 * wait('src/money/read-transfers.ts', 'againS') * 1.2 - stopMs)
const asksAgain = Math.max(0, 1_000 * wait('src/money/poll-charges.ts', 'againS') * 1.2 - stopMs)

test.each([
  ['a callback or an event whose claim lost its response', [freesLeases, look]],
  ['a callback whose outcome is recorded once PostgreSQL is back', [records, look]],
  [
    'money in the list of a provider that failed equally long, since the list was last read,',
    [interval, records, readsAgain, look],
  ],
  [
    'money of a code whose provider failed equally long, since it was last asked,',
    [interval, records, asksAgain, look],
  ],
  ['a hint of another process', [1.5 * wait('src/lib/wakes/wake-connection.ts', 'retryMsMax')]],
  ['a bot whose poll failed equally long', [wait('bot/inbox/poll.ts', 'troubleMsMax')]],
  ['an update that Telegram had sent', [records]],
  ['a bot whose claim lost its response', [wait('bot/inbox/poll.ts', 'lookEveryMs'), look]],
  ['a chat whose lease was left behind', [freesLeases, wait('bot/role.ts', 'secondMs')]],
  ['an update that failed for the first time', [1_000, wait('bot/role.ts', 'secondMs')]],
])('%s is late by less than ten seconds after an outage of three', (_, waits) => {
  const sum = waits.reduce((total, ms) => total + ms, stopMs + recoveryMs)
  expect(sum).toBeLessThan(silenceMsMax)
})

/** Returns a constant of the source. */
function wait(file: string, name: string): number {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const [, value] = new RegExp(`\\b${name}(?: =|:) ([\\d_]+)`).exec(source) ?? []
  if (value === undefined) throw new Error(`${file} has no ${name}`)
  return Number(value.replaceAll('_', ''))
}
