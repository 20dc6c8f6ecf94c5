import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import type { CommandArgs } from '../../src/commands/command.ts'
import { traceCommands } from '../../src/commands/trace-commands.ts'
import { Connection } from '../../src/connections/connection.ts'
import { credentialsContext } from '../../src/connections/credentials.ts'
import { openTrace } from '../../src/connections/trace/open-trace.ts'
import { startTrace } from '../../src/connections/trace/start-trace.ts'
import { TracedExchange } from '../../src/connections/trace/traced-exchange.ts'
import { type ProfileId, profileIds, profiles } from '../../src/connectors/snap/profiles.ts'
import { examineParts } from '../../src/doctor/examine.ts'
import { deleteOldRows } from '../../src/jobs/delete-old-rows.ts'
import type { Outbound } from '../../src/lib/outbound.ts'
import { receivePush } from '../../src/money/receive-push.ts'
import type { App } from '../../src/needs.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { connectPhone, forward, money, secret as phoneSecret } from '../connectors/mutations/phone.ts'
import { connectSnap } from '../hooks/snap-shop.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

let shop: WebShop
const amount = 1_000 + randomInt(9_000)

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

interface Connected {
  accountId: number
  connectionId: number
}
let accounts = 0

async function connect(profile: ProfileId): Promise<Connected> {
  const { id: accountId } = await createAccount(shop.app, {
    name: `snap${++accounts}`,
    isVerified: true,
    plan: 'premium',
  })
  return { accountId, connectionId: await connectSnap(shop, accountId, `MID${accounts}`, profile) }
}

type Name = keyof typeof traceCommands

async function run(name: Name, words: (string | number)[], options: CommandArgs['options'] = {}, app: App = shop.app) {
  const outcome = await traceCommands[name].run(app, { words: words.map(String), options })
  return (Array.isArray(outcome) ? outcome : outcome.lines).join('\n')
}

/** Returns a shop with a provider that always sends one answer. */
function answering(status: number, body: object | string): App {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetch: Outbound['fetch'] = async () => ({ status, headers: {}, body: Buffer.from(text) })
  return { ...shop.app, outbound: { fetch } }
}

const sayingOf = async (app: App, id: number) => {
  const findings = await examineParts(app, ['connections'])
  return findings.find(({ sentence }) => sentence.includes(`, ${id}: `))!
}

describe.each(profileIds)('a provider of the profile %s that answers 400 to everything', profile => {
  const sentence = `Invalid Mandatory Field ${profile}Field`
  const refused = () =>
    answering(400, { responseCode: `400${profiles[profile].generate.code}02`, responseMessage: sentence })

  test("the doctor reports the provider's own words about a 400, in test mode too", async () => {
    const { connectionId } = await connect(profile)
    const finding = await sayingOf(refused(), connectionId)
    expect(finding.state).toBe('wrong')
    expect(finding.sentence).toContain(sentence)
    expect(finding.sentence).not.toMatch(/works/)
  })

  test("a trial shows the provider's own words about a 400, and ends at the first step", async () => {
    const { connectionId } = await connect(profile)
    const shown = await run('connection try', [connectionId], { amount: String(amount) }, refused())
    expect(shown).toContain(`Makes a code: refused: `)
    expect(shown).toContain(sentence)
    expect(shown).toContain('string to sign: ')
    expect(shown).not.toContain('Asks about it')
    const connection = await shop.app.em('installation').findOneOrFail(Connection, connectionId)
    expect(connection.triedAt).toBeNull()
  })
})

describe("the doctor and a provider's responses", () => {
  test('the doctor says that a connection works only after its provider created a code', async () => {
    const { connectionId } = await connect('generic')
    expect(await sayingOf(shop.app, connectionId)).toMatchObject({
      state: 'warning',
      sentence: expect.stringMatching(/accepts the credentials, \d+ ms, and has not made a code yet$/),
      advice: expect.stringContaining(`connection try ${connectionId} --amount 1000`),
    })
    await run('connection try', [connectionId])
    expect(await sayingOf(shop.app, connectionId)).toMatchObject({
      state: 'well',
      sentence: expect.stringMatching(/works, \d+ ms$/),
    })
  })

  test.each([
    ['an unknown merchant', { responseCode: '4045108', responseMessage: 'Invalid Merchant' }, 404],
    ['a malformed field', { responseCode: '4005101', responseMessage: 'Invalid Field Format' }, 400],
    ['no SNAP body at all', 'Bad Request', 400],
    ['a feature that is not allowed', { responseCode: '4035101', responseMessage: 'Feature Not Allowed' }, 403],
  ])('the doctor does not report an answer with %s', async (_, body, status) => {
    const { connectionId } = await connect('midtrans')
    const { state, sentence } = await sayingOf(answering(status, body), connectionId)
    expect(sentence).not.toContain('works')
    expect(state).not.toBe('well')
  })
})

describe('a trial', () => {
  test.each(profileIds)('a trial creates one code of %s, checks it and revokes it', async profile => {
    const { connectionId } = await connect(profile)
    const shown = await run('connection try', [connectionId], { amount: String(amount) })
    expect(shown).toContain('Makes a code: done')
    expect(shown).toContain('Asks about it: done')
    expect(shown).toContain(String(amount))
    const taken = profiles[profile].cancel ? 'Takes it back: done' : 'The code stays payable until'
    expect(shown).toContain(taken)
  })

  test.each(['0', '10000001'])('a trial refuses the amount %s', async bad => {
    const { connectionId } = await connect('generic')
    await expect(run('connection try', [connectionId], { amount: bad })).rejects.toThrow()
  })

  test('a trial refuses an unknown connection', async () => {
    await expect(run('connection try', [999_999])).rejects.toThrow(/connection/i)
  })
})

describe('a trace', () => {
  const secretsOf = async (id: number) => {
    const { sealedCredentials } = await shop.app.em('installation').findOneOrFail(Connection, id)
    return JSON.parse(shop.app.seal.open(sealedCredentials, credentialsContext(id)))
  }
  const stored = (connection: number) => shop.app.em('installation').find(TracedExchange, { connection })

  test('a trace stores the next ten exchanges in both directions, with what was signed', async () => {
    const { connectionId } = await connect('bri')
    expect(await run('connection trace', [connectionId])).toContain('The next 10 exchanges')
    await run('connection try', [connectionId], { amount: String(amount) })
    const path = `/hooks/snap/${connectionId}/v1.0/qr/qr-mpm-notify`
    await receivePush(shop.app, { connector: 'snap', connectionId }, wrongPush(path))
    const shown = await run('connection trace', [connectionId])
    expect(shown).toMatch(/sent {2}POST .*qr/i)
    expect(shown).toContain('X-SIGNATURE: ')
    expect(shown).toMatch(/string to sign: "POST:/)
    expect(shown).toContain(`"value":"${amount}.00"`)
    expect(shown).toMatch(/answer: 200 .*responseCode/)
    expect(shown).toContain(`received  POST ${path}`)
    expect(shown).toMatch(/answer: 401 /)
    expect(shown).toMatch(/\d+ more are stored as they come/)
  })

  test('a trace contains no secrets, tokens or phone numbers', async () => {
    const { connectionId, accountId } = await connect('bri')
    await startTrace(shop.app, accountId, connectionId)
    await run('connection try', [connectionId], { amount: String(amount) })
    const path = `/hooks/snap/${connectionId}/v1.0/qr/qr-mpm-notify`
    await receivePush(shop.app, { connector: 'snap', connectionId }, wrongPush(path))
    const { exchanges } = await openTrace(shop.app, accountId, connectionId)
    const text = JSON.stringify(exchanges)
    const { client_secret, private_key } = await secretsOf(connectionId)
    expect(text).not.toContain(client_secret)
    expect(text).not.toContain(private_key.split('\n')[1])
    expect(text).not.toMatch(/Bearer (?!\[)/)
    expect(text).toContain('accessToken')
    expect(text).not.toMatch(/accessToken\\*":\\*"[^\\[]/)
    expect(text).not.toContain('TOKEN-OF-THE-PUSH')
    for (const phone of ['081234567890', '+62 812-3456-7890', '6281234567890']) expect(text).not.toContain(phone)
    expect(text).toContain('[phone]')
    for (const { sealedContent } of await stored(connectionId)) expect(sealedContent).not.toContain('POST')
  })

  test('a trace of a phone shows the fields of a notification, and the length of its text', async () => {
    const phone = await connectPhone(shop)
    await startTrace(shop.app, phone.accountId, phone.connectionId)
    const words = { title: 'WhatsApp', text: 'Nanti malam jadi makan bareng?' }
    await forward(shop, phone.connectionId, money(amount, { package_name: 'com.whatsapp', ...words }))
    const { exchanges } = await openTrace(shop.app, phone.accountId, phone.connectionId)
    expect(exchanges).toMatchObject([{ direction: 'in', answer: { status: 200 } }])
    expect(JSON.parse(exchanges[0]!.body)).toMatchObject({
      package_name: 'com.whatsapp',
      text: `[${words.text.length} characters]`,
    })
    expect(JSON.stringify(exchanges)).not.toContain('makan')
    expect(JSON.stringify(exchanges)).not.toContain(phoneSecret)
  })

  test('a trace ends after ten exchanges, and is replaced by the next trace', async () => {
    const { connectionId, accountId } = await connect('generic')
    await startTrace(shop.app, accountId, connectionId)
    for (let trial = 0; trial < 5; trial++) await run('connection try', [connectionId])
    expect(await stored(connectionId)).toHaveLength(10)
    expect(await run('connection trace', [connectionId])).toContain('That was all')
    await run('connection trace', [connectionId], { again: true })
    expect(await stored(connectionId)).toHaveLength(0)
  })

  test('a trace is deleted after a day', async () => {
    const { connectionId, accountId } = await connect('generic')
    await startTrace(shop.app, accountId, connectionId)
    await run('connection try', [connectionId])
    await shop.app.sql.write("update traced_exchange set created_at = now() - interval '25 hours'")
    expect((await openTrace(shop.app, accountId, connectionId)).exchanges).toEqual([])
    await deleteOldRows(shop.app, new AbortController().signal)
    expect(await stored(connectionId)).toEqual([])
  })

  test('connections without a requested trace store no exchange', async () => {
    const { connectionId } = await connect('generic')
    await run('connection try', [connectionId])
    expect(await stored(connectionId)).toEqual([])
  })

  test('a trace that cannot be stored does not fail the call', async () => {
    const { connectionId, accountId } = await connect('generic')
    await startTrace(shop.app, accountId, connectionId)
    const seal: App['seal']['seal'] = (text, context) => {
      if (context.startsWith('traced_exchange')) throw new Error('no key')
      return shop.app.seal.seal(text, context)
    }
    const broken: App = { ...shop.app, seal: { ...shop.app.seal, seal } }
    expect(await run('connection try', [connectionId], {}, broken)).toContain('Makes a code: done')
    expect(await stored(connectionId)).toEqual([])
  })

  test('owner and finance can open a trace, and the audit log names them', async () => {
    const { connectionId, accountId } = await connect('generic')
    const finance = await signInAs(shop, { role: 'finance', accountId })
    const path = `/dashboard/connections/${connectionId}`
    expect((await finance.get(`${path}?lang=en`)).text).toContain('Try one code')
    await finance.post(`${path}/trace`, { act: 'start' })
    const trial = await finance.post(path, { act: 'try' })
    expect(trial.text).toContain('data-testid="exchange"')
    expect((await finance.get(`${path}/trace`)).text).toContain('data-testid="exchange"')
    for (const role of ['support', 'read_only'] as const) {
      const member = await signInAs(shop, { role, accountId })
      expect((await member.get(`${path}/trace`)).status, role).toBe(403)
      expect((await member.get(path)).text).not.toContain('/trace')
      expect((await member.post(path, { act: 'try' })).status, role).toBe(403)
    }
    const stranger = await signInAs(shop, { accountId: shop.second.accountId })
    expect((await stranger.get(`${path}/trace`)).status).toBe(404)
    const acts = (await shop.app.em('shared').find(AuditEntry, { chain: accountId })).map(({ act }) => act)
    expect(acts).toEqual(expect.arrayContaining(['connection.traced', 'connection.tried', 'trace.opened']))
  })
})

const wrongPush = (path: string) => ({
  method: 'POST',
  path,
  headers: {
    'x-signature': 'wrong',
    'x-timestamp': new Date().toISOString(),
    authorization: 'Bearer TOKEN-OF-THE-PUSH',
  },
  body: Buffer.from(
    JSON.stringify({
      originalReferenceNo: 'A1',
      phone: '081234567890',
      text: '+62 812-3456-7890',
      msisdn: 6281234567890,
    }),
  ),
  receivedAt: new Date(),
})
