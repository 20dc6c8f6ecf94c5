import os from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setCallbackUrl } from '../../src/callbacks/set-callback-url.ts'
import { readConfig } from '../../src/config.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { deliver, deliveryOf, paidPayment } from './receiver.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.close())

const createWith = (callback_url: string) =>
  shop.api('/create-payment', { body: { amount: 10_000, payment_method: 'wallet_direct', callback_url } })

const control = ['/sandbox/clock', '/sandbox/transfers', '/sandbox/receiver/log', '/telegram/control/reset', '/', '']
const hidden = ['/sandbox/receiver/../clock', '/sandbox/%72eceiver', '/sandbox/receiver/', '/sandbox//receiver']

describe("callback_url on the shop's own addresses", () => {
  test("callback_url may name the sandbox's receiver", async () => {
    expect((await createWith(`${shop.sandboxUrl}/receiver`)).status).toBe(200)
    expect((await createWith(`${shop.sandboxUrl}/receiver?from=me`)).status).toBe(200)
  })

  test.each([...control, ...hidden])('callback_url may not name %j, even if all addresses are allowed', async path => {
    const answer = await createWith(shop.url + path)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'address_refused', fields: [{ path: 'callback_url' }] })
  })

  test('callback_url may not name a control endpoint under another name of this machine', async () => {
    const { port } = new URL(shop.url)
    shop.app.config.outboundAllow.push(`localhost:${port}`, `127.9.9.9:${port}`)
    for (const host of ['localhost', '127.9.9.9']) {
      expect((await createWith(`http://${host}:${port}/sandbox/clock`)).status, host).toBe(400)
    }
  })

  test('a control endpoint cannot be the default address either', async () => {
    await expect(setCallbackUrl(shop.app, shop.demo.accountId, `${shop.sandboxUrl}/clock`)).rejects.toMatchObject({
      code: 'address_refused',
    })
  })
})

test('a stored address is validated again on every attempt', async () => {
  const invoiceId = await paidPayment(shop, `${shop.sandboxUrl}/receiver`)
  await shop.app.sql.write('update delivery set url = $1', [`${shop.sandboxUrl}/receiver/answers`])
  await deliver(shop)
  expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'blocked', attempts: 1 })
})

test('a name that resolves to this machine is detected when it is called', async () => {
  const { port } = new URL(shop.url)
  const invoiceId = await paidPayment(shop, `${shop.sandboxUrl}/receiver`)
  // The machine's own name resolves to loopback or to one of its addresses; the shop listens on loopback alone.
  const name = os.hostname()
  shop.app.config.outboundAllow.push(`${name}:${port}`)
  await shop.app.sql.write('update delivery set url = $1', [`http://${name}:${port}/sandbox/clock`])
  await deliver(shop)
  const told = await deliveryOf(shop, invoiceId)
  expect(told.attempts).toBe(1)
  expect(['blocked', 'pending']).toContain(told.state)
  expect((await shop.sandbox('/receiver/log')).body).toEqual([])
})

test('in production the shop itself accepts no callbacks', () => {
  const { ownAddresses } = readConfig({
    NODE_ENV: 'production',
    BASE_URL: 'https://shop.test',
    SECRET_KEY: 'x'.repeat(44),
    BOT_TOKEN: `123456:${'A'.repeat(35)}`,
    DATABASE_URL: 'postgres://shop@database/shop',
  })
  expect(ownAddresses).toContain('https://shop.test')
})
