import { createHash, createHmac, randomInt, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { openForwarder } from '../../src/connections/open-forwarder.ts'
import { readApk } from '../../src/connections/pairing/find-apk.ts'
import { type PairedPhone, pairPhone } from '../../src/connections/pairing/pair-phone.ts'
import { pairingLifeS } from '../../src/connections/pairing/pairing-code.ts'
import { Reading } from '../../src/connections/reading.ts'
import { receivePush } from '../../src/money/receive-push.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { dots, nativeHeaders, secret } from '../connectors/mutations/phone.ts'
import { signInAs } from './dashboard/members.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

// The requests and expectations come from src/id/warung/forwarder of packages/forwarder-android: Pairing.java,
// Notice.java, Health.java and Sender.java.

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

interface Connected {
  accountId: number
  connectionId: number
}

let phones = 0

async function connect(more: object = {}): Promise<Connected> {
  const { id: accountId } = await createAccount(shop.app, {
    name: `pair${++phones}`,
    isVerified: true,
    plan: 'premium',
  })
  const connectionId = await createConnection(shop.app, {
    accountId,
    connector: 'mutations',
    mode: 'test',
    label: `Toko ${phones}`,
    credentials: {
      method: 'wallet_direct',
      dialect: 'native',
      secret,
      apps: ['com.gojek.gopay', 'id.dana'],
      account: `0815${1e6 + randomInt(8e6)}`,
      ...more,
    },
  })
  return { accountId, connectionId }
}

async function codeOf({ accountId, connectionId }: Connected): Promise<string> {
  const { pairingUrl } = await openForwarder(shop.app, { accountId, mode: 'test' }, connectionId)
  return new URL(pairingUrl!).searchParams.get('code')!
}

let phoneAddresses = 0
const address = () => `198.51.100.${++phoneAddresses}`
const exchange = (code: string, model = 'Xiaomi 2201117TG') => pairPhone(shop.app, { code, model, address: address() })

async function post(body: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${shop.pagesUrl}/forwarder/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'WarungForwarder/1.0.0' },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Sends a request of the app, signed like Sender.java. */
function send(connectionId: number, key: string, body: object, time = String(Math.floor(Date.now() / 1000))) {
  const text = JSON.stringify(body)
  const headers = nativeHeaders(time, key, String(randomInt(1e9)))(text)
  expect(headers['x-mutation-signature']).toBe(
    `sha256=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`,
  )
  const push = { method: 'POST', path: `/hooks/mutations/${connectionId}`, headers, body: Buffer.from(text) }
  return receivePush(shop.app, { connector: 'mutations', connectionId }, { ...push, receivedAt: new Date() })
}

const beat = (more: object = {}) => ({
  listener_connected: true,
  notification_access: true,
  battery: 81,
  charging: true,
  battery_unlimited: true,
  queue: 0,
  set_aside: 0,
  dropped: 0,
  last_notification_at: 0,
  version: '1.0.0',
  model: 'Xiaomi 2201117TG',
  sdk: 34,
  type: 'heartbeat',
  sent_at: Date.now(),
  ...more,
})
const readingOf = ({ connectionId }: Connected) =>
  shop.app.em('shared').findOneOrFail(Reading, { connection: connectionId })

describe('pairing', () => {
  test('a phone exchanges the code of the page for a key, an address and apps, only once', async () => {
    const connected = await connect()
    const code = await codeOf(connected)
    // Pairing.java accepts no other codes.
    expect(code).toMatch(/^[A-Za-z0-9_-]{8,200}$/)
    const { status, body } = await post(JSON.stringify({ code, version: '1.0.0', model: 'samsung SM-A145F', sdk: 34 }))
    expect(status).toBe(200)
    expect(body).toEqual({
      url: `${shop.app.config.baseUrl}/hooks/mutations/${connected.connectionId}`,
      secret: expect.stringMatching(/^[\x21-\x7e]{16,200}$/),
      shop: `Toko ${phones}`,
      apps: ['com.gojek.gopay', 'id.dana'],
    })
    expect(body.secret).not.toBe(secret)
    expect(await post(JSON.stringify({ code }))).toMatchObject({ status: 404 })
    expect(await send(connected.connectionId, body.secret as string, beat())).toMatchObject({ status: 200 })
    expect(await shop.app.em('shared').count(AuditEntry, { act: 'connection.paired' })).toBe(1)
  })

  test('if ten phones pair with the same code at once, only one succeeds', async () => {
    const connected = await connect()
    const code = await codeOf(connected)
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => exchange(code, `hp ${index}`)))
    const won = answers.filter(each => each.status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const each of answers) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'not_found' })
    }
    const { secret: key } = (won[0] as PromiseFulfilledResult<PairedPhone>).value
    expect(await send(connected.connectionId, key, beat())).toMatchObject({ status: 200 })
  })

  test('a code that is expired, changed, of another connection or missing is refused in one sentence', async () => {
    const [one, other] = [await connect(), await connect()]
    const code = await codeOf(one)
    const tampered = [
      code.replace(/^\d+/, String(other.connectionId)),
      code.replace(/-[0-9a-z]+-/, part => `-${(Number.parseInt(part.slice(1, -1), 36) + 60).toString(36)}-`),
      `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`,
      '999999999999999-zzzzzz-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'abcdefgh',
    ]
    const answers = await Promise.all(tampered.map(each => exchange(each).catch(error => error)))
    for (const each of answers) expect(each).toMatchObject({ code: 'not_found', message: answers[0].message })
    shop.advance(pairingLifeS + 1)
    await expect(exchange(code)).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(['', '{', '[]', '{"code":7}', '{"code":""}', `{"code":"${'x'.repeat(5_000)}"}`, '{"kode":"x"}'])(
    'pairing answers a malformed request with an error: %.20s',
    async body => {
      const { status } = await post(body)
      expect([400, 413]).toContain(status)
    },
  )

  test('pairing refuses a long body that declares no length', async () => {
    const long = JSON.stringify({ code: 'abcdefgh', model: 'x', more: 'x'.repeat(5_000) })
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: new Blob([long]).stream(), duplex: 'half' }
    const answer = await fetch(`${shop.pagesUrl}/forwarder/pair`, init)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('4096 bytes at most')])
  })

  test('pairing limits the guesses from one address', async () => {
    const guess = () =>
      pairPhone(shop.app, { code: 'abcdefgh', model: null, address: '203.0.113.9' }).catch(e => e.code)
    const answers: string[] = []
    for (let turn = 0; turn < 40; turn++) answers.push(await guess())
    expect(answers.filter(code => code === 'not_found').length).toBe(30)
    expect(answers.at(-1)).toBe('rate_limited')
  })

  test('a phone taken over from another forwarder loses its old dialect and heartbeat rule', async () => {
    const connected = await connect({ dialect: 'fadzpay', token: 'token-of-fadz', pin: '123456', heartbeat_s: 60 })
    const { secret: key } = await exchange(await codeOf(connected))
    expect(await send(connected.connectionId, key, beat())).toMatchObject({ status: 200 })
    const opened = await openForwarder(shop.app, { ...connected, mode: 'test' }, connected.connectionId)
    expect(opened).toMatchObject({ dialect: 'native', token: null, pin: null, heartbeatS: null })
  })
})

describe('one more phone', () => {
  const addingCodeOf = async ({ accountId, connectionId }: Connected) => {
    const { addingUrl } = await openForwarder(shop.app, { accountId, mode: 'test' }, connectionId)
    return addingUrl && new URL(addingUrl).searchParams.get('code')
  }

  test('a second phone pairs beside the first, and a transfer that both report counts once', async () => {
    const connected = await connect()
    expect(await addingCodeOf(connected)).toBeNull()
    const first = await exchange(await codeOf(connected), 'Xiaomi 2201117TG')
    const code = (await addingCodeOf(connected))!
    // Pairing.java accepts no other codes.
    expect(code).toMatch(/^[A-Za-z0-9_-]{8,200}$/)
    const second = await exchange(code, 'OPPO CPH2477')
    expect(second.secret).not.toBe(first.secret)
    const amount = 70_000 + randomInt(9_000)
    for (const [key, device_id] of [
      [first.secret, randomUUID()],
      [second.secret, randomUUID()],
    ] as const) {
      expect(await send(connected.connectionId, key, beat({ device_id, model: 'OPPO CPH2477' }))).toMatchObject({
        status: 200,
      })
      const money = {
        event_id: randomUUID(),
        device_id,
        package_name: 'com.gojek.gopay',
        title: 'GoPay',
        text: `Kamu menerima Rp${dots(amount)} dari SITI`,
      }
      expect(await send(connected.connectionId, key, money)).toMatchObject({ status: 200 })
    }
    const stored = await shop.app.sql.query('select amount from transfer where connection_id = $1', [
      connected.connectionId,
    ])
    expect(stored).toEqual([{ amount }])
    const { phone, devices } = await readingOf(connected)
    expect(phone).toMatchObject({ otherAt: null, moreModels: ['OPPO CPH2477'] })
    expect(Object.keys(devices)).toHaveLength(2)
    const owner = await signInAs(shop, { accountId: connected.accountId })
    const { text } = await owner.get(`/dashboard/connections/${connected.connectionId}/forwarder?lang=en`)
    expect(text).toContain('data-testid="adding"')
  })

  test('a phone gets no key with a used code or as the fifth phone, and all phones are cut off at once', async () => {
    const connected = await connect()
    const keys = [(await exchange(await codeOf(connected))).secret]
    const code = (await addingCodeOf(connected))!
    const answers = await Promise.allSettled([exchange(code), exchange(code), exchange(code)])
    keys.push(...answers.flatMap(each => (each.status === 'fulfilled' ? [each.value.secret] : [])))
    expect(keys).toHaveLength(2)
    for (let turn = 0; turn < 2; turn++) keys.push((await exchange((await addingCodeOf(connected))!)).secret)
    expect(await addingCodeOf(connected)).toBeNull()
    const owner = await signInAs(shop, { accountId: connected.accountId })
    await owner.post(`/dashboard/connections/${connected.connectionId}`, { act: 'cutOff' })
    const states = await Promise.all(keys.map(key => send(connected.connectionId, key, beat())))
    expect(states.map(({ status }) => status)).toEqual([410, 410, 410, 410])
  })
})

describe('a disconnected phone', () => {
  test('a disconnected phone learns of it after one press, and the money it reports is refused', async () => {
    const connected = await connect()
    const { secret: key } = await exchange(await codeOf(connected))
    await send(connected.connectionId, key, beat())
    const owner = await signInAs(shop, { accountId: connected.accountId })
    const page = `/dashboard/connections/${connected.connectionId}`
    expect((await owner.get(`${page}?lang=en`)).text).toContain('Paired phone')
    expect((await owner.post(page, { act: 'cutOff' })).status).toBe(303)
    const money = {
      event_id: 'lost',
      package_name: 'com.gojek.gopay',
      text: `Kamu menerima Rp${dots(71_231)} dari SITI`,
    }
    // On 410 Sender.java ends the pairing; on 401 it would retry forever.
    expect(await send(connected.connectionId, key, money)).toMatchObject({ status: 410 })
    expect(await send(connected.connectionId, 'a-key-of-nobody-at-all', money)).toMatchObject({ status: 401 })
    expect(
      await shop.app.sql.query('select 1 from transfer where connection_id = $1', [connected.connectionId]),
    ).toEqual([])
    expect((await owner.get(`${page}?lang=en`)).text).not.toContain('Paired phone')
  })

  test('a phone replaced by the next one is notified, and so is the one before', async () => {
    const connected = await connect()
    const keys: string[] = [secret]
    for (let turn = 0; turn < 3; turn++) keys.push((await exchange(await codeOf(connected))).secret)
    const answers = await Promise.all(keys.map(key => send(connected.connectionId, key, beat())))
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 200])
  })

  test('a disconnected phone cannot pair again with an older code', async () => {
    const connected = await connect()
    const before = await codeOf(connected)
    const owner = await signInAs(shop, { accountId: connected.accountId })
    await owner.post(`/dashboard/connections/${connected.connectionId}`, { act: 'cutOff' })
    await expect(exchange(before)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the pairing page', () => {
  test.each(['id', 'en'])(
    'the pairing page warns before the download, names the server and opens the app, in %s',
    async lang => {
      const code = await codeOf(await connect())
      const { status, text } = await shop.page(`/forwarder?code=${code}&lang=${lang}`)
      expect(status).toBe(200)
      const order = ['Play Protect', 'Auto Blocker', 'data-testid="no-apk"', 'data-testid="pair"'].map(part =>
        text.indexOf(part),
      )
      expect(order).toEqual([...order].sort((one, other) => one - other))
      expect(order[0]).toBeGreaterThan(0)
      expect(text).toMatch(lang === 'id' ? 'Verifikasi pengembang' : 'Developer verification')
      const { origin, host } = new URL(shop.app.config.baseUrl)
      expect(text).toContain(`data-testid="server">${host}<`)
      expect(text).toContain(
        `href="intent://pair?server=${encodeURIComponent(origin)}&amp;code=${code}#Intent;scheme=warung;` +
          'package=id.warung.forwarder;end"',
      )
      expect(text).toContain('/forwarder/ways')
    },
  )

  test('the pairing page says that a code has expired, and opening the page pairs nothing', async () => {
    const connected = await connect()
    const code = await codeOf(connected)
    await shop.page(`/forwarder?code=${code}`)
    expect((await readingOf(connected)).phone).toBeNull()
    shop.advance(pairingLifeS + 1)
    expect((await shop.page(`/forwarder?code=${code}&lang=en`)).text).toContain('older than 15 minutes')
    expect((await shop.page('/forwarder?code=%3Cscript%3E&lang=en')).text).not.toContain('<script>')
    expect((await shop.page('/forwarder?lang=en')).text).toContain('Set up the phone')
  })

  test('the QR code on the dashboard leads to the pairing page', async () => {
    const connected = await connect()
    const owner = await signInAs(shop, { accountId: connected.accountId })
    const { text } = await owner.get(`/dashboard/connections/${connected.connectionId}/forwarder?lang=en`)
    expect(text).toContain('data-testid="pairing"')
    expect(text).toMatch(/href="[^"]*\/forwarder\?code=/)
  })

  test("the pairing page shows the app's published hash and serves it, but nothing if the hashes differ", async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-apk-'))
    expect(await readApk(path.join(folder, 'none'))).toBeNull()
    const bytes = Buffer.from(`PK${randomInt(1e9)}`)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const file = path.join(folder, 'warung-forwarder-1.2.3.apk')
    await fs.writeFile(file, bytes)
    expect(await readApk(folder)).toBeNull()
    await fs.writeFile(`${file}.sha256`, `${hash}  warung-forwarder-1.2.3.apk\n`)
    expect(await readApk(folder)).toEqual({ version: '1.2.3', sha256: hash, bytes })
    await fs.appendFile(file, 'x')
    expect(await readApk(folder)).toBeNull()
    await fs.rm(folder, { recursive: true })
    expect((await shop.page('/forwarder/warung-forwarder.apk')).status).toBe(404)
  })
})

describe('the state of the app', () => {
  test("the app's state is stored and displayed, with the self-test", async () => {
    const connected = await connect()
    const { secret: key } = await exchange(await codeOf(connected))
    const ill = { battery: 9, charging: false, listener_connected: false, queue: 12, version: '0.9.0', test: true }
    expect(await send(connected.connectionId, key, beat(ill))).toMatchObject({ status: 200, body: { success: true } })
    const { phone } = await readingOf(connected)
    expect(phone).toMatchObject({
      pairedModel: 'Xiaomi 2201117TG',
      testedAt: expect.any(String),
      otherAt: null,
      report: {
        battery: 9,
        isCharging: false,
        isListening: false,
        queued: 12,
        version: '0.9.0',
        isTest: true,
        sdk: 34,
      },
    })
    const owner = await signInAs(shop, { accountId: connected.accountId })
    const { text } = await owner.get(`/dashboard/connections/${connected.connectionId}?lang=en`)
    for (const part of ['9%', 'press step 1', 'Last test that reached the shop', '0.9.0']) expect(text).toContain(part)
  })

  test('the page of a phone says if two phones use the same key', async () => {
    const connected = await connect()
    const { secret: key } = await exchange(await codeOf(connected))
    await send(connected.connectionId, key, beat())
    await send(connected.connectionId, key, beat({ model: 'OPPO CPH2477' }))
    expect((await readingOf(connected)).phone?.otherAt).not.toBeNull()
  })

  test.each([
    ['every field of a wrong type', { battery: 'full', queue: {}, version: 7, model: [], sdk: 'x', charging: 'yes' }],
    ['impossible numbers', { battery: 4_000, queue: -1, sdk: 1e300 }],
    ['no fields', { battery: undefined, queue: undefined, version: undefined, model: undefined }],
    ['an emoji cut in half', { model: `${'x'.repeat(99)}📱` }],
    ['emoji and right-to-left text', { model: '📱 \u202eهاتف\u0000', version: '١.٠' }],
  ])("the app's state is accepted with %s", async (_, more) => {
    const connected = await connect()
    const { secret: key } = await exchange(await codeOf(connected))
    expect(await send(connected.connectionId, key, beat(more))).toMatchObject({ status: 200 })
  })

  test("the app's state with a clock in 1970 is answered with the server's time", async () => {
    const connected = await connect()
    const { secret: key } = await exchange(await codeOf(connected))
    const answer = await send(connected.connectionId, key, beat({ sent_at: 0 }), '12')
    expect(answer).toMatchObject({ status: 401, body: { server_time: expect.stringMatching(/^20\d\d-.*\.\d{3}Z$/) } })
    // The app corrects its clock with this time, and signs again.
    expect(await send(connected.connectionId, key, beat({ sent_at: 0 }))).toMatchObject({ status: 200 })
  })
})
