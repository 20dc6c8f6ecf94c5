import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { bridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { type Connector, ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { interactiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

afterEach(() => shop.close())

async function open(parts: Partial<App> = {}): Promise<TestShop> {
  shop = await createTestShop({ parts })
  return shop
}

async function create(method: 'qris' | 'wallet_direct', key = shop.keys.demo, amount = 10_000) {
  const { status, body } = await shop.api('/create-payment', { body: { amount, payment_method: method }, key })
  expect(status).toBe(200)
  return body.data as { invoice_id: string; final_amount: number }
}

async function statusOf(invoiceId: string): Promise<string> {
  return (await shop.api(`/check-payment?invoice=${invoiceId}`)).body.status
}

function withCharge(charge: NonNullable<Connector['charge']>): App['connectors'] {
  return { ...connectors, interactive: { ...connectors.interactive!, charge } }
}

describe('a charger that was away for longer than its lease', () => {
  test("a charger without its lease cancels nothing, and the other's code stays payable", async () => {
    const { app } = await open({
      connectors: withCharge(async () => {
        // During the request to the provider, its lease expires and another process stores a code.
        await app.sql.write(
          `update charge set state = 'coded', qris = 'code', provider_invoice_id = '1', request_date = now(),
             payable_until = now() + interval '30 minutes', lease_token = gen_random_uuid()
           where state = 'waiting'`,
        )
        throw new ConnectorError('refused', 'the provider said: cliTrxNumber already used')
      }),
    })
    const { invoice_id } = await create('qris')
    await waitUntilFinished(chargePayments(app, 10))
    expect(await statusOf(invoice_id)).toBe('pending')
    expect(await app.sql.query('select state from charge where invoice_id = $1', [invoice_id])).toEqual([
      { state: 'coded' },
    ])
  })

  test('a charger with its lease cancels the payment if the provider refuses', async () => {
    const { app } = await open({
      connectors: withCharge(async () => {
        throw new ConnectorError('refused', 'the provider said: invalid amount')
      }),
    })
    const { invoice_id } = await create('qris')
    await waitUntilFinished(chargePayments(app, 10))
    expect(await statusOf(invoice_id)).toBe('cancelled')
    const charges = await app.sql.query('select state, is_closed from charge where invoice_id = $1', [invoice_id])
    expect(charges).toEqual([{ state: 'failed', is_closed: true }])
  })
})

test('a provider that never answers delays no other code', async () => {
  const letGo = new AbortController()
  const asked: string[] = []
  const { app } = await open({
    connectors: withCharge(async (_call, request) => {
      asked.push(request.reference)
      await pause(60_000, undefined, { signal: letGo.signal }).catch(() => {})
      throw new ConnectorError('unreachable', 'nobody answered')
    }),
  })
  const other = await createConnection(app, {
    accountId: shop.operator.accountId,
    connector: 'interactive',
    mode: 'live',
    label: 'Other',
    credentials: interactiveCredentials('https://qris.test', 'OTHER'),
    window: sandboxWindow,
  })
  const many = Array.from({ length: 120 }, () => create('qris'))
  await Promise.all(many)
  const first = await chargePayments(app, 200)
  expect(asked).toHaveLength(50)
  const late = await create('qris', shop.keys.live)
  const second = await chargePayments(app, 150)
  expect(asked).toHaveLength(51)
  expect(asked.at(-1)).toBe(`${late.invoice_id}-1`)
  const [row] = await app.sql.query<{ connection_id: number }>(
    'select connection_id from charge where invoice_id = $1',
    [late.invoice_id],
  )
  expect(row!.connection_id).toBe(other)
  letGo.abort()
  await Promise.all([...first.work, ...second.work])
})

describe('hostile text from a provider', () => {
  test('a NUL or half a surrogate pair in a name does not keep the money of its page from being recorded', async () => {
    const rows: object[] = []
    const answer = () => ({
      status: 200,
      headers: {},
      // Written as text, as received: both are valid JSON.
      body: Buffer.from(JSON.stringify({ transactions: rows, next_cursor: null })),
    })
    const { app } = await open({ outbound: { fetch: async () => answer() } })
    const first = await create('wallet_direct')
    const second = await create('wallet_direct')
    const row = (reference: string, amount: number, name: string) => ({
      direction: 'in',
      reference,
      amount,
      time: app.now().toISOString(),
      payer: { name, app: 'a\0b' },
    })
    rows.push(row('one', first.final_amount, 'Si\0ti'), row('two', 5, '\ud800'), row('three', second.final_amount, 'B'))
    await waitUntilFinished(readTransfers(app, 10))
    expect([await statusOf(first.invoice_id), await statusOf(second.invoice_id)]).toEqual(['paid', 'paid'])
    const stored = await app.sql.query('select reference, payer_name, state from transfer order by id')
    expect(stored).toContainEqual({ reference: 'one', payer_name: 'Si\ufffdti', state: 'settled' })
    expect(stored).toContainEqual({ reference: 'two', payer_name: '\ufffd', state: 'review' })
  })
})

test('a connection that replaces a broken one reads its missed money before anything expires', async () => {
  const { app } = await open()
  const { invoice_id, final_amount } = await create('wallet_direct')
  await shop.sandbox('/faults', { connector: 'wallet', operation: 'list', mode: 'error' })
  await shop.sandbox('/transfers', { invoice_id })
  shop.advance(3600)
  await shop.work()
  expect(await statusOf(invoice_id)).toBe('pending')

  await app.sql.write("update connection set is_active = false where account_id = $1 and connector = 'wallet'", [
    shop.demo.accountId,
  ])
  await createConnection(app, {
    accountId: shop.demo.accountId,
    connector: 'wallet',
    mode: 'test',
    label: 'With a new token',
    credentials: bridgedCredentials(shop.sandboxUrl, 'wallet', '081200000001'),
    window: sandboxWindow,
  })
  await shop.sandbox('/faults', { connector: 'wallet', operation: 'list', mode: 'off' })
  await expirePayments(app)
  expect(await statusOf(invoice_id)).toBe('pending')
  await shop.hurry()
  await shop.work()
  expect(await statusOf(invoice_id)).toBe('paid')
  expect(final_amount).toBeGreaterThan(10_000)
})

test('an amount rests between two holders until no transfer can be mistaken between them', async () => {
  const { app } = await open()
  const { demo } = shop
  const wallet = demo.connections.find(connection => connection.connector === 'wallet' && connection.isOwn)!
  await app.sql.write(
    `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
     select $1, 10000 + code, 'INV-00000000000000000000', $2 from generate_series(1, 999) as code`,
    [wallet.receivingAccountId, app.now()],
  )
  const ask = () => shop.api('/create-payment', { body: { amount: 10_000, payment_method: 'wallet_direct' } })
  // The sandbox reports times in seconds. Within one second, a transfer to an amount's previous holder looks like one
  // to the next.
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'amounts_exhausted' } })
  shop.advance(3)
  expect((await ask()).status).toBe(200)
})
