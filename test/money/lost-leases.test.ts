import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Connector, ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { leaseHolder } from '../../src/lib/holder.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { claimSql } from '../../src/payments/charge-payments-sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { demoAccounts } from '../kit/demo-accounts.ts'
import { create } from '../payments/scenario.ts'

/** The lease of the process that took over the work. */
const another = '11111111-1111-4111-8111-111111111111'

let shop: TestShop
/** Runs during the request to the provider. */
let meanwhile: () => Promise<void>

beforeAll(async () => {
  const interactive: Connector = {
    ...connectors.interactive!,
    async charge(...asked) {
      await meanwhile()
      return connectors.interactive!.charge!(...asked)
    },
    async status() {
      await meanwhile()
      return { paid: false }
    },
  }
  const wallet: Connector = {
    ...connectors.wallet!,
    async transfers({ credentials }) {
      if ((credentials as { account: string }).account === demoAccounts.wallet) await meanwhile()
      return { transfers: [], cursor: null }
    },
  }
  shop = await createTestShop({ parts: { connectors: { ...connectors, interactive, wallet } } })
})
afterAll(() => shop.close())
beforeEach(() => {
  meanwhile = async () => {}
})

const fail = async () => {
  throw new ConnectorError('unreachable', 'nobody answered')
}

/** Returns the row, to show that work which lost its lease wrote nothing. */
async function rowOf(table: 'charge' | 'reading', condition: string): Promise<Record<string, unknown>> {
  const [row] = await shop.app.sql.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${table} t where ${condition}`,
  )
  return row!.row
}

/**
 * Makes the work lose its lease during the provider's answer, which succeeds or fails. The row must not change after
 * that.
 */
async function loseLease(
  table: 'charge' | 'reading',
  condition: string,
  ending: () => Promise<void>,
): Promise<() => Promise<void>> {
  // The process may have held the lease before.
  await shop.app.sql.write(`update ${table} set lease_holder = null where ${condition}`)
  let held: Record<string, unknown> | undefined
  let taken: Record<string, unknown> | undefined
  meanwhile = async () => {
    held = await rowOf(table, condition)
    await shop.app.sql.write(
      `update ${table} set lease_token = $1, leased_until = now() + interval '1 minute' where ${condition}`,
      [another],
    )
    taken = await rowOf(table, condition)
    await ending()
  }
  return async () => {
    // This name identifies the leases of a dead process, so that they can be freed.
    expect(held).toMatchObject({ lease_holder: leaseHolder })
    expect(taken).toMatchObject({ lease_token: another })
    expect(await rowOf(table, condition)).toEqual(taken)
    await shop.app.sql.write(`update ${table} set lease_token = null, leased_until = '-infinity' where ${condition}`)
  }
}

describe("a process that lost its lease during a provider's response writes nothing", () => {
  test.each([
    ['a code that was made', async () => {}],
    ['a code that was not made', fail],
    [
      'a code whose reference is already used',
      async () => {
        throw new ConnectorError('taken', 'the reference was used')
      },
    ],
    [
      'a code that was refused',
      async () => {
        throw new ConnectorError('refused', 'no')
      },
    ],
  ])('a charger that lost its lease writes nothing about %s', async (_name, ending) => {
    const payment = await create(shop, { payment_method: 'qris' })
    const nothingMore = await loseLease('charge', `invoice_id = '${payment.invoice_id}'`, ending)
    await waitUntilFinished(chargePayments(shop.app, 100))
    await nothingMore()
    await shop.app.sql.write("update charge set state = 'failed', is_closed = true where state = 'waiting'")
  })

  test.each([
    ['a response about a code', async () => {}],
    ['a missing response about a code', fail],
  ])('a poller that lost its lease writes nothing about %s', async (_name, ending) => {
    const payment = await create(shop, { payment_method: 'qris' })
    await waitUntilFinished(chargePayments(shop.app, 100))
    await shop.hurry()
    const nothingMore = await loseLease('charge', `invoice_id = '${payment.invoice_id}'`, ending)
    await waitUntilFinished(pollCharges(shop.app, 100))
    await nothingMore()
    await shop.app.sql.write('update charge set is_closed = true')
  })

  test.each([
    ['a list of transfers', async () => {}],
    ['a missing list of transfers', fail],
  ])('a reader that lost its lease writes nothing about %s', async (_name, ending) => {
    await create(shop)
    await shop.hurry()
    const { id } = shop.demo.connections.find(({ connector }) => connector === 'wallet')!
    const nothingMore = await loseLease('reading', `connection_id = ${id}`, ending)
    await waitUntilFinished(readTransfers(shop.app, 100))
    await nothingMore()
  })
})

describe('the holder of a lease', () => {
  test("the holder of a lease releases it with the provider's answer", async () => {
    const payment = await create(shop, { payment_method: 'qris' })
    await waitUntilFinished(chargePayments(shop.app, 100))
    const charge = `invoice_id = '${payment.invoice_id}'`
    const { payable_until, ...coded } = await rowOf('charge', charge)
    expect(coded).toMatchObject({ state: 'coded', lease_token: null, answered_until: null })
    const [connection] = await shop.app.sql.query<{ window_overrides: { graceS: number } }>(
      `select window_overrides from connection where id = (select connection_id from charge where ${charge})`,
    )
    const lifeS = (new Date(payable_until as string).getTime() - shop.app.now().getTime()) / 1000
    const { chargeLifeS } = connectors.interactive!.window
    expect(lifeS).toBeCloseTo(chargeLifeS + connection!.window_overrides.graceS, 0)
    await shop.hurry()
    await waitUntilFinished(pollCharges(shop.app, 100))
    expect(await rowOf('charge', charge)).toMatchObject({ lease_token: null, answered_until: expect.any(String) })
  })

  test.each([
    ['a list', 'reading', () => readTransfers(shop.app, 100)],
    ['a check of a code', 'charge', () => pollCharges(shop.app, 100)],
    ['a code', 'charge', () => chargePayments(shop.app, 100)],
  ] as const)(
    'the holder of a lease records kind and number of failures, and releases it: %s',
    async (name, table, work) => {
      const { id } = shop.demo.connections.find(({ connector }) => connector === 'wallet')!
      const { invoice_id } = await create(shop, { payment_method: table === 'reading' ? 'wallet_direct' : 'qris' })
      const condition = table === 'reading' ? `connection_id = ${id}` : `invoice_id = '${invoice_id}'`
      if (name === 'a check of a code') await waitUntilFinished(chargePayments(shop.app, 100))
      await waitUntilFinished(readTransfers(shop.app, 100))
      const told = {
        lease_token: null,
        last_error: expect.stringContaining('nobody answered'),
        last_error_kind: 'unreachable',
      }
      meanwhile = fail
      for (const failures of [1, 2]) {
        await shop.hurry()
        await waitUntilFinished(work())
        expect(await rowOf(table, condition)).toMatchObject({ ...told, failures })
      }
      meanwhile = async () => {}
      await shop.hurry()
      await waitUntilFinished(work())
      const healed = { failures: 0, last_error: null, last_error_kind: null, lease_token: null }
      expect(await rowOf(table, condition)).toMatchObject(healed)
    },
  )

  test('a code is requested under the next number each time its reference is already used', async () => {
    const references: string[] = []
    const charge: Connector['charge'] = async (_call, { reference }) => {
      references.push(reference)
      throw new ConnectorError('taken', 'the reference was used')
    }
    const app = { ...shop.app, connectors: { ...connectors, interactive: { ...connectors.interactive!, charge } } }
    const { invoice_id } = await create(shop, { payment_method: 'qris' })
    for (let turn = 0; turn < 3; turn++) {
      await shop.hurry()
      await waitUntilFinished(chargePayments(app, 100))
    }
    expect(references).toEqual([1, 2, 3].map(number => `${invoice_id}-${number}`))
  })
})

test('a connection that another process is claiming is skipped, and the others are read', async () => {
  await Promise.all([create(shop), create(shop, {}, shop.keys.second)])
  await shop.hurry()
  const held = shop.demo.connections.find(({ connector }) => connector === 'wallet')!.id
  const other = shop.second.connections.find(({ connector }) => connector === 'wallet')!.id
  const isDue = async (id: number) => Number((await rowOf('reading', `connection_id = ${id}`)).due_at === '-infinity')
  await shop.app.sql.write("update reading set due_at = '-infinity'")
  await shop.app.transaction('installation', async tx => {
    await tx.query('select 1 from reading where connection_id = $1 for update', [held])
    await waitUntilFinished(readTransfers(shop.app, 100))
  })
  expect([await isDue(held), await isDue(other)]).toEqual([1, 0])
  await waitUntilFinished(readTransfers(shop.app, 100))
  expect(await isDue(held)).toBe(0)
})

test('one connection requests no more codes at once than its limit', async () => {
  for (let made = 0; made < 3; made++) await create(shop, { payment_method: 'qris' })
  const asked = {
    limit: 100,
    now: shop.app.now(),
    leaseS: 60,
    holder: leaseHolder,
    perConnection: 2,
    isOperators: null,
  }
  const claimed = [await shop.app.sql.query(claimSql, asked), await shop.app.sql.query(claimSql, asked)]
  expect(claimed.map(rows => rows.length)).toEqual([2, 0])
})
