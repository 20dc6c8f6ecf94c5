import { expect, test } from 'vitest'
import { settleTransfers } from '../../src/money/settle-transfers.ts'
import { connectPhone } from '../connectors/mutations/phone.ts'
import { createTestShop } from '../kit/app.ts'

/** `WITNESS_TRANSFERS=10000` tests a busy shop's month, which takes up to half an hour. */
const count = Number(process.env.WITNESS_TRANSFERS ?? 300)
const batchSize = 50
const devices = ['hp-1', 'hp-2']
const amountOf = (place: number) => 20_000_000 + place

/** Returns a generator of numbers between 0 and 1 that depend only on the seed. */
function drawnBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Report {
  transfer: number
  device: string
  event: string
  occurredAt: Date
  /** When the report reaches the shop, by the clock of the model. */
  comesAt: number
}

/** Draws the reports of two phones: 3 % are lost, 10 % come twice, and 30 % are late. */
function drawReports(draw: () => number): Report[] {
  const reports: Report[] = []
  const start = Date.now() - 7_200_000 - count * 300
  for (let transfer = 0; transfer < count; transfer++) {
    const movedAt = start + transfer * 300
    for (const device of devices) {
      if (draw() < 0.03) continue
      const lagMs = Math.floor(draw() * (draw() < 0.3 ? 3_000_000 : 2000))
      // Half of the late ones have the time at which the phone woke up.
      const occurredAt = new Date(movedAt + (draw() < 0.5 ? lagMs : 0))
      const report = { transfer, device, event: `${device}-${transfer}`, occurredAt, comesAt: movedAt + lagMs }
      reports.push(report)
      if (draw() < 0.1) reports.push({ ...report, comesAt: report.comesAt + 60_000 })
    }
  }
  return reports.sort((one, other) => one.comesAt - other.comesAt)
}

const asTransfer = ({ transfer, device, event, occurredAt }: Report) => ({
  reference: event,
  amount: amountOf(transfer),
  occurredAt,
  payerName: 'SITI',
  payerApp: 'GoPay',
  notification: {
    packageName: 'com.gojek.gopay',
    device,
    isIdentified: true,
    signedTime: null,
    nonce: null,
    keyAndWords: null,
    pairedPackages: [],
  },
})

test(`${count} transfers that two phones report late, twice or not at all are each counted once`, {
  timeout: 600_000,
}, async () => {
  const shop = await createTestShop()
  const { accountId, connectionId } = await connectPhone(shop)
  const reports = drawReports(drawnBy(Number(process.env.TEST_SEED ?? 44)))
  const seen = new Set(reports.map(({ transfer }) => transfer))
  const [{ receiving_account_id: receivingAccountId }] = (await shop.app.sql.query<{ receiving_account_id: number }>(
    'select receiving_account_id from connection where id = $1',
    [connectionId],
  )) as [{ receiving_account_id: number }]
  const source = { connectionId, accountId, receivingAccountId, window: shop.app.connectors.mutations.window }
  for (let first = 0; first < reports.length; first += batchSize) {
    const batch = reports.slice(first, first + batchSize)
    // Each request comes from one phone.
    for (const phone of devices) {
      const own = batch.filter(({ device }) => device === phone)
      if (own.length > 0) await settleTransfers(shop.app, source, own.map(asTransfer))
    }
  }
  const [stored] = await shop.app.sql.query<{ rows: number; amounts: number; doubtful: number; sightings: number }>(
    `select count(*)::int as rows, count(distinct amount)::int as amounts,
       count(*) filter (where repeats_id is not null)::int as doubtful,
       (select count(*)::int from sighting where connection_id = $1) as sightings
     from transfer where connection_id = $1`,
    [connectionId],
  )
  const distinct = new Set(reports.map(({ event }) => event)).size
  expect(stored).toMatchObject({ amounts: seen.size, sightings: distinct })
  expect(stored!.rows - stored!.amounts, 'transfers that count twice').toBe(0)
  expect(stored!.doubtful).toBeLessThan(count * 0.005)
  await shop.close()
})
