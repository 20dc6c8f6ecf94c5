import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { removeConnection } from '../../src/connecting/remove-connection.ts'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { Connection } from '../../src/connections/connection.ts'
import { ConnectionToken } from '../../src/connections/connection-token.ts'
import { createTokenCache } from '../../src/connections/token-cache.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import type { AccessToken } from '../../src/connectors/token-cache.ts'
import { ApiKey } from '../../src/keys/api-key.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { resealValues } from '../../src/keys/reseal-values.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { rollWebhookSecret } from '../../src/keys/roll-webhook-secret.ts'
import { rotateSecret } from '../../src/keys/rotate-secret.ts'
import { findWebhookSecrets } from '../../src/keys/webhook-secret.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { deliverEvents } from '../../src/modules/webhooks/deliver-events.ts'
import { replaceWebhookSecret } from '../../src/modules/webhooks/roll-webhook-secret.ts'
import { openShop, paidPayments, type Received, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import type { TestShop } from '../kit/app.ts'
import { create } from '../payments/scenario.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

// Every secret in a process's memory is replaced while work uses it.

let shop: TestShop
let receiver: Receiver
let accountId: number
let release: () => void
let isHeld: boolean

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  accountId = shop.demo.accountId
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})
beforeEach(() => {
  const gate = Promise.withResolvers<void>()
  isHeld = false
  release = () => {
    isHeld = false
    gate.resolve()
  }
  receiver.received.splice(0)
  receiver.answer = async () => {
    if (isHeld) await gate.promise
    return { status: 200 }
  }
})

/** Returns the index of each secret that signed, by the Standard Webhooks specification. */
function signersOf({ headers, body }: Received, secrets: string[]): number[] {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const made = secrets.map(secret => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  })
  return String(headers['webhook-signature'])
    .split(' ')
    .filter(signature => signature.startsWith('v1,'))
    .map(signature => made.indexOf(signature))
}

/** Makes the process believe that this much time has passed. */
function passTime(ms: number): void {
  const real = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ms)
}

test('a revoked API key is refused within a second while many requests use it', async () => {
  const more = { mode: 'test' as const, label: 'Second' }
  const key = await createKey(shop.app, { accountId, ...more }, commandActor)
  const ask = (apiKey: string) => shop.api('/list-payments', { key: apiKey })
  const { id } = await shop.app.em({ accountId, mode: 'test' }).findOneOrFail(ApiKey, { label: 'Second' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await revokeKey(shop.app, accountId, id)
  passTime(1_000)
  const after = await Promise.all(Array.from({ length: 20 }, () => ask(key)))
  vi.restoreAllMocks()
  expect(after.map(({ status }) => status)).toEqual(Array(20).fill(401))
})

test('callbacks claimed after a webhook secret was replaced are signed only by the new one', async () => {
  await paidPayments(shop, 7, receiver.url)
  isHeld = true
  const first = waitUntilFinished(deliverCallbacks(shop.app, 100))
  await expect.poll(() => receiver.received.length).toBe(5)
  const [old] = await findWebhookSecrets(shop.app, accountId)
  const replaced = await rollWebhookSecret(shop.app, accountId, { overlaps: false })
  release()
  await first
  await waitUntilFinished(deliverCallbacks(shop.app, 100))
  const signers = receiver.received.map(received => signersOf(received, [old!, replaced]))
  expect(signers).toEqual([...Array(5).fill([0]), ...Array(2).fill([1])])
})

describe('events for a slow receiver', () => {
  const owner = () => ({ accountId, mode: 'test' as const })

  /** Creates eleven events for an endpoint that was fast until now; five of them are being sent. */
  async function slowEndpoint() {
    const made = await createWebhook(shop.app, owner(), { url: receiver.url, types: ['payment.created'] }, commandActor)
    await create(shop)
    await waitUntilFinished(deliverEvents(shop.app, 100))
    receiver.received.splice(0)
    await Promise.all(Array.from({ length: 11 }, () => create(shop)))
    isHeld = true
    const sending = waitUntilFinished(deliverEvents(shop.app, 100))
    await expect.poll(() => receiver.received.length).toBe(5)
    return { id: made.endpoint.id, secret: made.secret, sending }
  }

  test('waiting events are signed by the secret that replaced theirs', async () => {
    const { id, secret, sending } = await slowEndpoint()
    const rolled = await replaceWebhookSecret(shop.app, owner(), { endpointId: id, overlapHours: 0 }, commandActor)
    passTime(1_000)
    release()
    await sending
    vi.restoreAllMocks()
    const signers = receiver.received.map(received => signersOf(received, [secret, rolled.secret]))
    expect(signers).toEqual([...Array(5).fill([0]), ...Array(6).fill([1])])
    await shop.app.sql.write('update endpoint set deleted_at = now() where id = $1', [id])
  })

  test('waiting events are not sent to an endpoint that was disabled', async () => {
    const { id, sending } = await slowEndpoint()
    await shop.app.sql.write("update endpoint set disabled_at = now(), disabled_reason = 'merchant' where id = $1", [
      id,
    ])
    passTime(1_000)
    release()
    await sending
    vi.restoreAllMocks()
    expect(receiver.received).toHaveLength(5)
  })
})

describe('the access token of a connection', () => {
  const find = () =>
    shop.app.em('installation').findOneOrFail(Connection, { account: accountId, connector: 'wallet', mode: 'test' })
  const token = (text: string): AccessToken => ({ text, livesS: 900 })
  const stored = (connection: { id: number }) =>
    shop.app.em('shared').count(ConnectionToken, { connection: connection.id })
  const replace = async (connectionId: number, name: string) => {
    const credentials = { ...makeBridgedCredentials(shop.sandboxUrl, 'wallet', '081200000001'), token: name }
    await replaceCredentials(shop.app, accountId, { connectionId, credentials })
  }

  test('the access token of replaced credentials is neither used nor stored, even during a request', async () => {
    const old = await find()
    const asked = Promise.withResolvers<AccessToken>()
    const begun = Promise.withResolvers<void>()
    const first = createTokenCache(shop.app, old).get(() => {
      begun.resolve()
      return asked.promise
    })
    await begun.promise
    await replace(old.id, 'second')
    const current = await find()
    const second = await createTokenCache(shop.app, current).get(async () => token('of the second'))
    asked.resolve(token('of the first'))
    expect([await first, second]).toEqual(['of the first', 'of the second'])
    const never = () => Promise.reject(new Error('a token is stored'))
    expect(await createTokenCache(shop.app, current).get(never)).toBe('of the second')
    await replace(old.id, 'third')
    expect(await createTokenCache(shop.app, await find()).get(async () => token('of the third'))).toBe('of the third')
  })

  test('the access token of a removed connection is deleted', async () => {
    const own = { account: shop.second.accountId }
    const connection = await shop.app.em('installation').findOneOrFail(Connection, own)
    await createTokenCache(shop.app, connection).get(async () => token('of the second account'))
    expect(await stored(connection)).toBe(1)
    await removeConnection(shop.app, shop.second.accountId, connection.id)
    expect(await stored(connection)).toBe(0)
  })
})

describe('rotation and pages', () => {
  let web: WebShop
  beforeAll(async () => {
    web = await createWebShop()
  })
  afterAll(() => web.close())

  test('keys, secrets and callbacks on pages work while the key of the installation is rotated', async () => {
    const secrets = await findWebhookSecrets(web.app, web.demo.accountId)
    await rotateSecret(web.app)
    await web.app.sql.write("update seal_key set active_from = active_from - interval '1 minute'")
    const asked = Array.from({ length: 20 }, () => web.api('/list-payments'))
    await web.app.keyRing.refresh()
    while ((await resealValues(web.app, 3)) !== 'nothing') asked.push(web.api('/list-payments'))
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await findWebhookSecrets(web.app, web.demo.accountId)).toEqual(secrets)
  })
})
