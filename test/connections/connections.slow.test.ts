import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeConnection } from '../../src/connecting/remove-connection.ts'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { listConnections } from '../../src/connections/list-connections.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import { bridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { standingOfAccount } from '../../src/keys/standing.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, send } from '../payments/scenario.ts'

let shop: TestShop
let accountId: number
let connectionId: number

beforeEach(async () => {
  shop = await createTestShop()
  accountId = shop.demo.accountId
  connectionId = (await listConnections(shop.app, accountId))[0]!.id
})
afterEach(() => shop.close())

const phone = '081200000001'
const statusOf = async (invoice: string) => (await shop.api(`/check-payment?invoice=${invoice}`)).body.status
const createAnswer = async () =>
  (await shop.api('/create-payment', { body: { amount: 12_000, payment_method: 'wallet_direct' } })).body

test('connections are listed without their credentials, and only to their account', async () => {
  const listed = await listConnections(shop.app, accountId)
  expect(listed).toMatchObject([
    { connector: 'wallet', mode: 'test', label: 'Sandbox', isActive: true, failingSince: null },
  ])
  expect(JSON.stringify(listed)).not.toContain(phone)
  const theirs = await listConnections(shop.app, shop.second.accountId)
  expect(theirs.map(({ id }) => id)).not.toContain(connectionId)
})

test('a connection that is switched off serves no new payment and still finds the money of open ones', async () => {
  const open = await create(shop)
  expect(await switchConnection(shop.app, accountId, { connectionId, isActive: false })).toBe(true)
  expect(await switchConnection(shop.app, accountId, { connectionId, isActive: false })).toBe(false)
  shop.advance(2)
  await expect.poll(createAnswer, { timeout: 1500 }).toMatchObject({ code: 'method_unavailable' })
  await send(shop, { connector: 'wallet', amount: open.final_amount })
  await detect(shop)
  expect(await statusOf(open.invoice_id)).toBe('paid')

  expect(await switchConnection(shop.app, accountId, { connectionId, isActive: true })).toBe(true)
  await expect.poll(createAnswer, { timeout: 1500 }).toMatchObject({ success: true })
})

test('a connection needed by open payments cannot be removed, and a removed one forgets its credentials', async () => {
  const { invoice_id: invoice } = await create(shop)
  await expect(removeConnection(shop.app, accountId, connectionId)).rejects.toMatchObject({
    code: 'refused_transition',
  })
  await shop.api('/cancel-payment', { body: { invoice } })
  await removeConnection(shop.app, accountId, connectionId)
  expect(await listConnections(shop.app, accountId)).toEqual([])
  const [row] = await shop.app.sql.query<{ sealed: string }>(
    'select sealed_credentials as sealed from connection where id = $1',
    [connectionId],
  )
  expect(row!.sealed).toBe('')
  await expect(removeConnection(shop.app, accountId, connectionId)).rejects.toMatchObject({ code: 'not_found' })
  const again = await createConnection(shop.app, {
    accountId,
    connector: 'wallet',
    mode: 'test',
    label: 'Again',
    credentials: bridgedCredentials(shop.sandboxUrl, 'wallet', phone),
    window: sandboxWindow,
  })
  expect(again).not.toBe(connectionId)
  const paid = await create(shop)
  await send(shop, { connector: 'wallet', amount: paid.final_amount })
  await detect(shop)
  expect(await statusOf(paid.invoice_id)).toBe('paid')
})

test('credentials can be replaced only by others for the same money', async () => {
  const other = bridgedCredentials(shop.sandboxUrl, 'wallet', '081299999999')
  await expect(replaceCredentials(shop.app, accountId, { connectionId, credentials: other })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  const same = bridgedCredentials(shop.sandboxUrl, 'wallet', phone)
  await replaceCredentials(shop.app, accountId, { connectionId, credentials: same })
  const paid = await create(shop)
  await send(shop, { connector: 'wallet', amount: paid.final_amount })
  await detect(shop)
  expect(await statusOf(paid.invoice_id)).toBe('paid')
})

test('a method is replaced with the credentials, unless another connection serves it', async () => {
  const phoneOf = (method: string, account: string) => ({
    method,
    account,
    dialect: 'native',
    secret: 'a-secret-of-sixteen',
    apps: ['id.dana'],
  })
  const add = (credentials: object) =>
    createConnection(shop.app, { accountId, connector: 'mutations', mode: 'test', label: 'Phone', credentials })
  const one = await add(phoneOf('qris_user', '885'))
  await add(phoneOf('wallet_qris', '886'))
  const replace = (method: string) =>
    replaceCredentials(shop.app, accountId, { connectionId: one, credentials: phoneOf(method, '885') })
  const methodOf = async () =>
    (await standingOfAccount(shop.app, accountId, 'test'))!.connections.find(({ id }) => id === one)!.method
  await replace('wallet_direct')
  expect(await methodOf()).toBe('wallet_direct')
  await expect(replace('wallet_qris')).rejects.toMatchObject({ fields: [{ path: 'credentials.method' }] })
  expect(await methodOf()).toBe('wallet_direct')
})

test("another account's connection is never found", async () => {
  const stranger = shop.second.accountId
  const notFound = { code: 'not_found' }
  await expect(switchConnection(shop.app, stranger, { connectionId, isActive: false })).rejects.toMatchObject(notFound)
  await expect(removeConnection(shop.app, stranger, connectionId)).rejects.toMatchObject(notFound)
  await expect(
    replaceCredentials(shop.app, stranger, {
      connectionId,
      credentials: bridgedCredentials(shop.sandboxUrl, 'wallet', phone),
    }),
  ).rejects.toMatchObject(notFound)
})

test('a connection cannot be switched on while another reads the same money', async () => {
  await switchConnection(shop.app, accountId, { connectionId, isActive: false })
  await createConnection(shop.app, {
    accountId,
    connector: 'wallet',
    mode: 'test',
    label: 'Other',
    credentials: bridgedCredentials(shop.sandboxUrl, 'wallet', phone),
  })
  await expect(switchConnection(shop.app, accountId, { connectionId, isActive: true })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

const inside = [
  'http://127.0.0.1:9090',
  'http://10.0.0.7',
  'https://169.254.169.254/latest',
  'http://[::1]:9090',
  'https://bridge.internal',
  'https://kasir:rahasia@bridge.example',
  'https://bridge.example:22',
]
test('a live connection to an internal address is refused at its field, unless the operator allows it', async () => {
  const asked = { accountId, connector: 'interactive', mode: 'live' as const, label: 'Sendiri' }
  const allowed = shop.app.config.outboundAllow
  for (const base_url of inside) {
    const credentials = { base_url, api_key: 'k', mid: 'M1' }
    await expect(createConnection(shop.app, { ...asked, credentials }), base_url).rejects.toMatchObject({
      code: 'address_refused',
      fields: [{ path: 'credentials.base_url' }],
    })
    const { host } = new URL(base_url)
    if (!['127.0.0.1:9090', '[::1]:9090'].includes(host)) continue
    shop.app.config.outboundAllow = [...allowed, host]
    const id = await createConnection(shop.app, { ...asked, credentials })
    await removeConnection(shop.app, accountId, id)
    shop.app.config.outboundAllow = allowed
  }
})
