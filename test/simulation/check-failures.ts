import { expect } from 'vitest'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import type { WebShop } from '../web/web-shop.ts'

/** The kinds under which failures of gateways are stored. */
const kinds: Record<string, string> = { error: 'unreachable', garbage: 'unexpected' }

interface Failed {
  failures: number
  kind: string
  hasText: boolean
  isLeased: boolean
  inS: number
}

/** Lets one round of questions fail, and checks what is stored of each failure and when the gateway is asked again. */
export async function checkFailures(shop: WebShop, app: App, [connector, operation, mode]: readonly string[]) {
  const kind = kinds[mode!]
  if (kind === undefined || operation === 'charge') return
  await shop.hurry()
  const began = performance.now()
  await waitUntilFinished(connector === 'wallet' ? readTransfers(app, 100) : pollCharges(app, 1000))
  const failed = await (connector === 'wallet' ? findFailedReadings(shop) : findFailedCodes(shop))
  const passedS = (performance.now() - began) / 1000
  for (const { inS, ...facts } of failed) {
    expect(facts, `a failure of ${connector}`).toEqual({ failures: 1, kind, hasText: true, isLeased: false })
    expect(inS, `the pause after a failure of ${connector}`).toBeLessThanOrEqual(firstPauseS * 1.2)
    expect(inS, `the pause after a failure of ${connector}`).toBeGreaterThanOrEqual(firstPauseS * 0.8 - passedS)
  }
  if (connector !== 'wallet') await checkDoubt(shop, failed.length)
}

/** The real seconds after a first failure. */
const firstPauseS = 1

/** Each reading of a wallet begins with the whole day after a failure. */
function findFailedReadings({ app }: WebShop): Promise<Failed[]> {
  return app.sql.query<Failed>(
    `select r.failures, r.last_error_kind as kind, 
       r.last_error is not null and r.whole_day_at = '-infinity' as "hasText",
       r.lease_token is not null as "isLeased", extract(epoch from r.due_at - now())::float8 as "inS"
     from reading r join connection c on c.id = r.connection_id
     where c.connector = 'wallet' and c.mode = 'test' and r.failures > 0`,
  )
}

function findFailedCodes({ app }: WebShop): Promise<Failed[]> {
  return app.sql.query<Failed>(
    `select g.failures, g.last_error_kind as kind, g.last_error is not null as "hasText",
       g.lease_token is not null as "isLeased", extract(epoch from g.ask_at - now())::float8 as "inS"
     from charge g where g.state = 'coded' and g.failures > 0`,
  )
}

/** Checks that failures count against the connection, whose codes are asked about until there are five. */
async function checkDoubt({ app }: WebShop, failures: number): Promise<void> {
  const [row] = await app.sql.query<{ failures: number; isQuiet: boolean }>(
    `select max(r.asking_failures) as failures, bool_or(r.quiet_until > now()) as "isQuiet" from reading r
     join connection c on c.id = r.connection_id where c.connector = 'interactive' and c.mode = 'test'`,
  )
  expect(row, 'failures of the provider').toEqual({ failures, isQuiet: failures >= 5 })
}
