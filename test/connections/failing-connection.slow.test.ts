import { afterEach, describe, expect, test } from 'vitest'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { probeConnections } from '../../src/connections/probe-connections.ts'
import { type Connector, ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { interactiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { standingOfAccount } from '../../src/keys/standing.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import type { PaymentMethodId } from '../../src/methods/method.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count, create, detect, statusOf } from '../payments/scenario.ts'

let shop: TestShop

afterEach(() => shop.close())

const qrisOf = () => shop.demo.connections.find(({ connector }) => connector === 'interactive')!
const requirements = async (method: PaymentMethodId = 'qris') => {
  const standing = (await standingOfAccount(shop.app, shop.demo.accountId, 'test'))!
  return shop.app.edition.requirements(standing, method).map(({ sentence }) => sentence)
}

async function useKey(apiKey: string): Promise<void> {
  const credentials = { ...interactiveCredentials(shop.sandboxUrl, 'WARUNG'), api_key: apiKey }
  await replaceCredentials(shop.app, shop.operator.accountId, { connectionId: qrisOf().id, credentials })
}

test('credentials refused for long close the method with the reason, and it reopens automatically', async () => {
  shop = await createTestShop()
  await create(shop, { payment_method: 'qris' })
  await useKey('revoked')
  await detect(shop)
  expect(await count(shop, 'event', "type = 'connection.failing'")).toBe(1)

  // A temporary refusal closes nothing.
  expect(await requirements()).toEqual([])
  shop.advance(601)
  expect(await requirements()).toEqual(['The connection has not worked for a while: test it, or connect it again'])
  // The rights of an account are cached for a second.
  const ask = () => shop.api('/create-payment', { body: { amount: 15_000, payment_method: 'qris' } })
  await expect.poll(async () => (await ask()).body.code).toBe('method_unavailable')
  expect((await ask()).body.error).toContain('The connection has not worked for a while')

  await waitUntilFinished(probeConnections(shop.app, 10))
  expect(await requirements()).toHaveLength(1)

  // The provider accepts the key again, without any action here.
  await useKey(interactiveCredentials(shop.sandboxUrl, 'WARUNG').api_key)
  await shop.app.sql.write("update connection set failing_since = $1, failing_error = 'x' where id = $2", [
    shop.app.now(),
    qrisOf().id,
  ])
  shop.advance(601)
  expect(await requirements()).toHaveLength(1)
  await waitUntilFinished(probeConnections(shop.app, 10))
  expect(await requirements()).toEqual([])
  expect(await count(shop, 'event', "type = 'connection.recovered'")).toBeGreaterThan(0)
})

async function fault(mode: string): Promise<void> {
  const answer = await shop.sandbox('/faults', { connector: 'wallet', operation: 'any', mode })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('one code without a response from its provider closes nothing, and delays no other code', async () => {
  const dead = new Set<string>()
  const interactive: Connector = {
    ...connectors.interactive!,
    async status(call, charge) {
      if (dead.has(charge.providerInvoiceId)) throw new ConnectorError('unreachable', 'it took too long')
      return connectors.interactive!.status!(call, charge)
    },
  }
  shop = await createTestShop({ parts: { connectors: { ...connectors, interactive } } })
  await create(shop, { payment_method: 'qris' })
  await detect(shop)
  const [charge] = await shop.app.sql.query<{ code: string }>('select provider_invoice_id as code from charge')
  dead.add(charge!.code)
  for (let round = 0; round < 8; round++) {
    await shop.app.sql.write('update charge set ask_at = now()')
    await waitUntilFinished(pollCharges(shop.app, 10))
    shop.advance(130)
  }
  expect(await requirements()).toEqual([])
  expect(await count(shop, 'event', "type = 'connection.failing'")).toBe(0)
  expect(await count(shop, 'charge', 'failures = 8')).toBe(1)
  expect(await count(shop, 'reading', 'quiet_until > now()')).toBe(0)

  // A provider that does not answer at all is a different case.
  await shop.sandbox('/faults', { connector: 'interactive', operation: 'any', mode: 'error' })
  for (let round = 0; round < 2; round++) {
    await shop.app.sql.write('update charge set ask_at = now()')
    await waitUntilFinished(pollCharges(shop.app, 10))
    shop.advance(605)
  }
  expect(await count(shop, 'event', "type = 'connection.failing'")).toBe(1)
})

describe.each(['error', 'garbage'])('a bridge that answers with %s', mode => {
  const told = (type: string) => count(shop, 'event', `type = '${type}' and account_id = ${shop.demo.accountId}`)

  test('a bridge that fails for ten minutes closes its method with the reason, and it reopens automatically', async () => {
    shop = await createTestShop()
    const payment = await create(shop)
    await fault(mode)
    await detect(shop)
    shop.advance(590)
    await detect(shop)
    expect(await requirements('wallet_direct')).toEqual([])
    expect(await told('connection.failing')).toBe(0)
    shop.advance(15)
    await detect(shop)
    expect(await requirements('wallet_direct')).toEqual([
      'The connection has not worked for a while: test it, or connect it again',
    ])
    await detect(shop)
    expect(await told('connection.failing')).toBe(1)
    await waitUntilFinished(probeConnections(shop.app, 10))
    expect(await requirements('wallet_direct')).toHaveLength(1)
    expect(await statusOf(shop, payment), 'doubt is never expired').toBe('pending')

    await fault('off')
    await waitUntilFinished(probeConnections(shop.app, 10))
    expect(await requirements('wallet_direct')).toEqual([])
    expect(await told('connection.recovered')).toBe(1)
  })

  test('a bridge that fails occasionally creates no task, for any length of time', async () => {
    shop = await createTestShop()
    await create(shop)
    for (let round = 0; round < 4; round++) {
      await fault(mode)
      await detect(shop)
      await fault('off')
      await detect(shop)
      shop.advance(400)
    }
    expect(await told('connection.failing')).toBe(0)
  })
})
