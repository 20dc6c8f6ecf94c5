import { spawn } from 'node:child_process'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { type ExaminedPart, examineParts } from '../../src/doctor/examine.ts'
import { judgeClocks, judgeSpace } from '../../src/doctor/examine-machine.ts'
import { examineSettings } from '../../src/doctor/examine-settings.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { makeChildEnv } from '../kit/child-env.ts'
import { createTestConfig } from '../kit/config.ts'
import { formatDatabaseUrl } from '../kit/connection.ts'
import { create, detect, letExpire, send } from '../payments/scenario.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.close())

const wrongOf = (findings: Finding[]) => findings.filter(({ state }) => state === 'wrong')
const told = async (...parts: ExaminedPart[]) => {
  const findings = await examineParts(shop.app, parts.length > 0 ? parts : undefined)
  return findings.map(({ state, subject, sentence }) => `${state} ${subject}: ${sentence}`)
}

describe('a working shop', () => {
  test('a working shop is confirmed part by part, with all money that arrived', async () => {
    const paid = await create(shop)
    await send(shop, { invoice_id: paid.invoice_id })
    await send(shop, { connector: 'wallet', amount: 77_777 })
    await detect(shop)
    const findings = await examineParts(shop.app)
    expect(wrongOf(findings)).toEqual([])
    expect(new Set(findings.map(({ subject }) => subject))).toEqual(
      new Set(['settings', 'clock', 'disk', 'connection', 'callbacks', 'money', 'books']),
    )
    expect(await told('money')).toContainEqual(
      expect.stringMatching(/^well money: test: Rp.[\d.]+ arrived = Rp.15\.\d+ settled \+ Rp.77\.777 in review/),
    )
    const asked = (await told('connections')).filter(line => / works, \d+ ms$/.test(line))
    expect(asked).toHaveLength(3)
  })
})

describe('the doctor names a problem and what to do', () => {
  test('the doctor reports credentials that a provider refuses', async () => {
    const { id } = shop.demo.connections.find(({ connector }) => connector === 'interactive')!
    const credentials = { ...makeInteractiveCredentials(shop.sandboxUrl, 'WARUNG'), api_key: 'revoked' }
    await replaceCredentials(shop.app, shop.operator.accountId, { connectionId: id, credentials })
    await shop.app.sql.write("update connection set mode = 'live' where id = $1", [id])
    const [wrong, ...others] = wrongOf(await examineParts(shop.app, ['connections']))
    expect(others).toEqual([])
    expect(wrong).toMatchObject({ advice: expect.stringContaining(`connection credentials ${id}`) })
    expect(wrong!.sentence).toContain('unauthorized')
    expect(wrong!.sentence).not.toContain('revoked')
  })

  test('the doctor reports credentials whose key is gone', async () => {
    await shop.app.sql.write(
      "update connection set sealed_credentials = 'nokey.x', mode = 'live' where connector = 'interactive'",
    )
    expect(wrongOf(await examineParts(shop.app, ['connections']))).toMatchObject([
      { advice: expect.stringContaining('restore SECRET_KEY') },
    ])
  })

  test('the doctor reports a silent forwarder', async () => {
    await createConnection(shop.app, {
      accountId: shop.operator.accountId,
      connector: 'mutations',
      mode: 'test',
      label: 'Phone',
      credentials: {
        method: 'qris_user',
        dialect: 'native',
        secret: 's'.repeat(20),
        apps: ['id.dana'],
        account: '0811',
        heartbeat_s: 60,
      },
    })
    const silent = () => examineParts(shop.app, ['connections']).then(wrongOf)
    expect(await silent()).toEqual([])
    shop.advance(600)
    expect(await silent()).toMatchObject([
      { sentence: expect.stringMatching(/its phone has never reported, a heartbeat is due every 60 s/) },
    ])
  })

  test('the doctor reports callbacks of a disabled address', async () => {
    await shop.app.sql.write(
      `insert into callback_endpoint (account_id, origin, disabled_at, failing_since) values ($1, 'https://shop.example', $2, $2)`,
      [shop.demo.accountId, shop.app.now()],
    )
    expect(wrongOf(await examineParts(shop.app, ['callbacks']))).toMatchObject([
      {
        sentence: expect.stringContaining('callbacks of demo to https://shop.example'),
        advice: expect.stringContaining('callback enable https://shop.example --account demo'),
      },
    ])
  })

  test('the doctor reports booked money that never came, and a changed audit log', async () => {
    const payment = await create(shop)
    await letExpire(shop)
    await send(shop, { connector: 'wallet', amount: payment.final_amount })
    await detect(shop)
    const [late] = (await shop.api('/list-transfers?state=review')).body.data
    await shop.api('/review-transfer', { body: { transfer_id: late.transfer_id, action: 'ignore' } })
    expect(wrongOf(await examineParts(shop.app, ['money', 'books']))).toEqual([])

    await shop.app.sql.write(`update transfer set state = 'settled', invoice_id = $1`, [payment.invoice_id])
    await shop.app.sql.write('alter table audit_entry disable trigger all')
    const [changed] = await shop.app.sql.query<{ number: number }>(
      `update audit_entry set actor = 'nobody' where act = 'transfer.ignored' returning number`,
    )
    const wrong = wrongOf(await examineParts(shop.app, ['money', 'books'])).map(({ sentence }) => sentence)
    expect(wrong).toEqual([
      expect.stringMatching(/settled is Rp.15\.\d+, and sold Rp.0/),
      expect.stringContaining('I2 does not hold'),
      expect.stringContaining('I3 does not hold'),
      `the audit log of demo was changed at entry ${changed!.number}`,
    ])
  })

  test('the doctor reports a part that cannot be examined, and continues with the others', async () => {
    const query = () => Promise.reject(new Error('the database is away'))
    const app = { ...shop.app, sql: { ...shop.app.sql, query } }
    const findings = await examineParts(app, ['machine', 'money'])
    expect(findings[0]).toMatchObject({
      subject: 'machine',
      state: 'wrong',
      sentence: expect.stringContaining('the database is away'),
    })
    expect(findings.slice(1).every(({ subject }) => subject === 'money')).toBe(true)
  })

  test.each([
    [{ BASE_URL: 'http://shop.example' }, 'wrong', 'BASE_URL is http'],
    [{ BASE_URL: 'https://localhost' }, 'wrong', 'this machine only'],
    [{ BASE_URL: 'https://shop.example' }, 'warning', 'TRUSTED_PROXIES is 0'],
    [
      { BASE_URL: 'https://shop.example', TRUSTED_PROXIES: '1', SECRET_KEY_PREVIOUS: 'x'.repeat(32) },
      'warning',
      'SECRET_KEY_PREVIOUS',
    ],
  ])('the doctor reports the settings %o', async (settings, state, sentence) => {
    const config = createTestConfig({
      NODE_ENV: 'production',
      ROLES: 'api,jobs',
      DATABASE_URL: 'postgres://x/y',
      ...settings,
    })
    const findings = await examineSettings({ config, em: shop.app.em })
    expect(findings).toContainEqual(expect.objectContaining({ state, sentence: expect.stringContaining(sentence) }))
  })

  test('the doctor reports clocks that disagree by more than the round trip, and a nearly full disk', () => {
    const clock = (aheadMs: number, slackMs = 5) => judgeClocks({ aheadMs, slackMs }, shop.app).state
    expect([clock(1_900), clock(2_500), clock(-31_000), clock(5_000, 4_000)]).toEqual([
      'well',
      'warning',
      'wrong',
      'well',
    ])
    const disk = (freeBytes: number, totalBytes = 1e11) => judgeSpace({ folder: '/data', freeBytes, totalBytes }).state
    expect([disk(2e10), disk(4e9), disk(9e8, 1e9), disk(1e8)]).toEqual(['well', 'warning', 'warning', 'wrong'])
  })
})

test('`doctor` exits with 1 if something is wrong, and with 0 otherwise, and names its parts', async () => {
  const run = (...words: string[]) => runCommand(words)
  expect(await run('callbacks', 'money')).toMatchObject({ code: 0, said: expect.stringContaining('0 wrong') })
  await shop.app.sql.write(
    `insert into callback_endpoint (account_id, origin, disabled_at) values ($1, 'https://shop.example', now())`,
    [shop.demo.accountId],
  )
  const { code, said } = await run('callbacks', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(said)).toMatchObject({ is_wrong: true, findings: [{ subject: 'callbacks', state: 'wrong' }] })
  expect(await run('liver')).toMatchObject({ code: 1, said: expect.stringContaining('PART: is one of settings') })
}, 60_000)

function runCommand(words: string[]): Promise<{ code: number | null; said: string }> {
  const program = path.join(import.meta.dirname, '../../src/warung.ts')
  const { secretKey, dataDir } = shop.app.config
  const child = spawn(process.execPath, [program, 'doctor', ...words], {
    env: {
      ...makeChildEnv(),
      DATABASE_URL: formatDatabaseUrl(shop.connection),
      SECRET_KEY: secretKey,
      DATA_DIR: dataDir,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += text))
  return new Promise(resolve => child.once('exit', code => resolve({ code, said })))
}
