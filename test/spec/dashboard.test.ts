import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { setBridge } from '../../src/connections/set-bridge.ts'
import { makeBridgeAccess } from '../../src/connectors/bridge/simulator.ts'
import { makeStaticCode } from '../../src/connectors/simulator/qris-code.ts'
import { acceptMerchantLink } from '../../src/notices/link-merchant.ts'
import { switchNotices } from '../../src/notices/switch-notices.ts'
import { createUser } from '../../src/people/create-user.ts'
import { codeContext } from '../../src/people/send-code.ts'
import { qrPng } from '../../src/qris/picture.ts'
import { bridgedProviders } from '../kit/demo-accounts.ts'
import { createVisitor, type Visitor } from '../web/browse.ts'
import { password, signInAs } from '../web/dashboard/members.ts'
import { startLyingIssuer } from '../web/sign-in/lying-issuer.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'
import { detailedOnly, openShops, row, shopOf, type Variant } from './spec.ts'

/* Pages and messages do not depend on the dialect: each row is tested once in each edition. */

openShops({}, options => createWebShop({}, {}, options))

const web = ({ shop }: Variant) => shop as WebShop
const editions = ['subscription', 'verification'] as const
let chats = 0

beforeAll(async () => {
  for (const edition of editions) {
    const { app, sandboxUrl } = shopOf(edition)
    for (const connector of bridgedProviders) {
      const { base_url, key } = makeBridgeAccess(sandboxUrl, connector)
      await setBridge(app, { connector, mode: 'test', baseUrl: base_url, key })
    }
    await app.sql.write(
      `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
       values (1, 'live', 'warung_bot', 'Warung', '{}', 'none', 'hook')`,
    )
  }
})
beforeEach(async () => {
  for (const edition of editions) await shopOf(edition).app.sql.write('delete from attempt')
})

/** Creates the owner of an account without connections. */
async function newcomer(variant: Variant): Promise<Visitor> {
  const name = `kedai-${++chats}`
  const [account] = await variant.shop.app.sql.query<{ id: number }>(
    'insert into account (name, display_name) values ($1, $1) returning id',
    [name],
  )
  return signInAs(web(variant), { accountId: account!.id })
}

const connect = (visitor: Visitor, connector: string, fields: Record<string, string>) =>
  visitor.post(`/dashboard/connections/add/${connector}`, { act: 'connect', label: 'Punyaku', ...fields })

const bankFields = {
  host: 'api.bank.example',
  username: 'kedai',
  password: 'rahasia',
  merchant_id: '885211112222',
  terminal_id: 'T1',
}

const connectedAddress = /^\/dashboard\/connections\/\d+\?done=connected$/

/** Links the signed-in person's chat, like a press on the bot's link. Returns the chat. */
async function linkChat(variant: Variant, visitor: Visitor): Promise<number> {
  const chatId = 1000 + ++chats
  const { text } = await visitor.post('/dashboard/profile', { act: 'link' })
  const [, token] = /\/start m_([\w-]{43})/.exec(text)!
  await acceptMerchantLink(variant.shop.app, token!, { chatId, name: 'Ayu', language: 'id' }, `1:${chatId}`)
  return chatId
}

const sentCodes = ({ shop }: Variant, chatId: number) =>
  shop.app.sql
    .query<{ data: { sealedCode: string } }>(
      "select data from notice where kind = 'user.code' and chat_id = $1 order by id desc",
      [chatId],
    )
    .then(notices => notices.map(({ data }) => shop.app.seal.open(data.sealedCode, codeContext(chatId))))

interface Guarded {
  username: string
  chatId: number
  /** Enters the password; the next page asks for the code. */
  enter(): Promise<Visitor>
  code(): Promise<string>
}

/** Creates a person whose second step is a code from the bot. */
async function guarded(variant: Variant): Promise<Guarded> {
  const username = `pemilik-${++chats}`
  const member = { accountId: variant.shop.demo.accountId, role: 'owner' as const }
  await createUser(variant.shop.app, { username, password, member })
  const signIn = async () => {
    const visitor = createVisitor(web(variant))
    await visitor.post('/sign-in', { act: 'in', username, password })
    return visitor
  }
  const first = await signIn()
  const chatId = await linkChat(variant, first)
  expect((await first.post('/dashboard/profile', { act: 'bot' })).status).toBe(200)
  return { username, chatId, enter: signIn, code: async () => (await sentCodes(variant, chatId))[0]! }
}

const confirm = (visitor: Visitor, code: string) => visitor.post('/sign-in/code', { act: 'confirm', code })
const another = (code: string, step: number) => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const isIn = async (visitor: Visitor) => (await visitor.get('/dashboard')).status === 200

async function codeEndsInTime(variant: Variant): Promise<void> {
  const somebody = await guarded(variant)
  const late = await somebody.enter()
  const old = await somebody.code()
  variant.shop.advance(5 * 60 + 1)
  expect((await confirm(late, old)).status).toBe(401)
  const guessing = await somebody.enter()
  const right = await somebody.code()
  for (let wrong = 1; wrong <= 5; wrong++) {
    expect((await confirm(guessing, another(right, wrong))).status).toBe(401)
  }
  expect((await confirm(guessing, right)).status).toBe(401)
  expect(await isIn(guessing)).toBe(false)
  const again = await somebody.enter()
  variant.shop.advance(5 * 60 - 5)
  await confirm(again, await somebody.code())
  expect(await isIn(again)).toBe(true)
}

describe('1.9 features of the dashboard', () => {
  row(
    '1.9',
    'Dashboard: connect wallet with OTP and PIN',
    async variant => {
      const visitor = await newcomer(variant)
      const { location } = await connect(visitor, 'wallet', { phone: '081298765432' })
      expect((await visitor.get(location!)).text).toContain('Masukkan kode OTP')
      await visitor.post(location!, { act: 'answer', code: '123456' })
      expect((await visitor.get(location!)).text).toContain('Masukkan PIN e-wallet')
      const connected = await visitor.post(location!, { act: 'answer', code: '112233' })
      expect(connected.location).toMatch(connectedAddress)
      expect((await visitor.get(connected.location!)).text).toContain('081298765432')
    },
    detailedOnly,
  )

  row(
    '1.9',
    'Dashboard: bank API credentials (host, user, password, MID, terminal)',
    async variant => {
      const visitor = await newcomer(variant)
      const form = await visitor.get('/dashboard/connections/add/bank')
      for (const name of Object.keys(bankFields)) expect(form.text).toContain(`name="${name}"`)
      const { location } = await connect(visitor, 'bank', { ...bankFields, merchant_id: `8852${10_000 + ++chats}` })
      expect(location).toMatch(connectedAddress)
      expect((await visitor.get(location!)).text).not.toContain('rahasia')
    },
    detailedOnly,
  )

  row(
    '1.9',
    'Dashboard: upload a QRIS image',
    async variant => {
      const visitor = await newcomer(variant)
      const bank = await connect(visitor, 'bank', { ...bankFields, merchant_id: `8852${10_000 + ++chats}` })
      const path = `${bank.location!.split('?')[0]}/qris`
      const form = new FormData()
      form.set('act', 'store')
      form.set('image', new Blob([await qrPng(makeStaticCode('KEDAI.7', 'KEDAI GAMBAR'), { minPx: 400 })]), 'qris.png')
      const answer = await fetch(web(variant).pagesUrl + path, {
        method: 'POST',
        body: form,
        redirect: 'manual',
        headers: {
          'sec-fetch-site': 'same-origin',
          cookie: [...visitor.cookies].map(pair => pair.join('=')).join('; '),
        },
      })
      expect(answer.status).toBe(303)
      expect((await visitor.get(path)).text).toContain('KEDAI GAMBAR')
    },
    detailedOnly,
  )

  row(
    '1.9',
    'Dashboard: merchant-wallet token JSON + device info',
    async variant => {
      const visitor = await newcomer(variant)
      const device = '{"os": "android"}'
      const broken = await connect(visitor, 'merchant-wallet', { token: '{"a"', device })
      expect(broken.status).toBe(400)
      const token = JSON.stringify({ access_token: 'abc', outlet_name: 'Kedai', outlet_id: `G${10_000 + ++chats}` })
      expect((await connect(visitor, 'merchant-wallet', { token, device })).location).toMatch(connectedAddress)
    },
    detailedOnly,
  )

  row(
    '1.9',
    'Dashboard: webhook settings',
    async variant => {
      const visitor = await signInAs(web(variant))
      const { invoice_id } = await variant.create({ payment_method: 'qris' })
      await variant.pay(invoice_id)
      const { text } = await visitor.get('/dashboard/callbacks')
      expect(text).toContain(invoice_id)
      expect(text).toContain('HTTP 200')
      const url = `${variant.shop.sandboxUrl}/receiver`
      expect((await visitor.post('/dashboard/callbacks', { act: 'address', url })).status).toBe(303)
      expect((await visitor.post('/dashboard/callbacks', { act: 'address', url: 'nowhere' })).status).toBe(400)
    },
    detailedOnly,
  )

  row(
    '1.9',
    'Messaging-bot link for login/payment notifications, two-step login',
    async variant => {
      const visitor = await signInAs(web(variant))
      const { text } = await visitor.post('/dashboard/profile', { act: 'link' })
      expect(text).toMatch(/<code>\/start m_[\w-]{43}<\/code>/)
      expect(text).toContain('warung_bot')
      const { enter, chatId } = await guarded(variant)
      expect(await isIn(await enter())).toBe(false)
      expect(await sentCodes(variant, chatId)).not.toEqual([])
    },
    detailedOnly,
  )

  row(
    '1.9',
    'Social-account sign-in',
    async variant => {
      const provider = await openProvider(variant)
      const visitor = await provider.come({ sub: 'somebody' })
      expect((await visitor.get('/dashboard')).location).toMatch('/sign-in/phone')
      await provider.close()
    },
    detailedOnly,
  )
})

row(
  '3.1',
  'On paid: notification to user when enabled',
  async variant => {
    const { app, demo } = variant.shop
    const chatId = await linkChat(variant, await signInAs(web(variant)))
    const told = async (invoice: string) =>
      (
        await app.sql.query(
          "select 1 from notice where kind = 'merchant.payment_paid' and chat_id = $1 and data::text like '%' || $2 || '%'",
          [chatId, invoice],
        )
      ).length
    const paid = async () => {
      const { invoice_id } = await variant.create({ payment_method: 'qris' })
      await variant.pay(invoice_id)
      return invoice_id
    }
    expect(await told(await paid())).toBe(1)
    await switchNotices(app, demo.accountId, [{ kind: 'merchant.payment_paid', isOn: false }])
    expect(await told(await paid())).toBe(0)
    await switchNotices(app, demo.accountId, [{ kind: 'merchant.payment_paid', isOn: true }])
  },
  detailedOnly,
)

row(
  '5.4',
  'Secret shown in dashboard settings',
  async variant => {
    const visitor = await signInAs(web(variant))
    const path = '/dashboard/callbacks/secret'
    expect((await visitor.get(path)).text).toContain(variant.shop.secret)
    variant.shop.advance(3600)
    expect((await visitor.get(path)).text).not.toContain('whsec_')
  },
  detailedOnly,
)

/** Opens a social provider of this shop, and a person who returns from it with these claims. */
async function openProvider(variant: Variant) {
  const shop = web(variant)
  const id = `penyedia-${++chats}`
  const issuer = await startLyingIssuer(shop, id)
  return {
    close: issuer.close,
    async come(claims: Record<string, unknown>): Promise<Visitor> {
      const visitor = createVisitor(shop)
      issuer.lie(claims)
      const { text } = await visitor.post('/sign-in', { act: 'provider', provider: id })
      const [, way] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)!
      await visitor.get(issuer.comeBack(way!.replaceAll('&amp;', '&')))
      return visitor
    },
  }
}

async function savePhone(visitor: Visitor): Promise<void> {
  await visitor.post('/sign-in/phone', { act: 'save', phone: `0812${10_000_000 + ++chats}` })
}

const usersNamed = ({ shop }: Variant, pattern: string) =>
  shop.app.sql.query<{ username: string; hash: string | null; phone: string | null }>(
    'select username, password_hash as hash, phone from app_user where username ~ $1',
    [pattern],
  )

describe('5.5 signing in', () => {
  row(
    '5.5',
    'password or linked social account',
    async variant => {
      expect(await isIn(await signInAs(web(variant)))).toBe(true)
      const username = `surel-${++chats}`
      const email = `${username}@example.id`
      const member = { accountId: variant.shop.demo.accountId, role: 'owner' as const }
      await createUser(variant.shop.app, { username, password, email, isEmailVerified: true, member })
      const provider = await openProvider(variant)
      expect(await isIn(await provider.come({ sub: username, email, email_verified: true }))).toBe(true)
      await provider.close()
    },
    detailedOnly,
  )

  row(
    '5.5',
    'two-step: 6-digit code through bot',
    async variant => {
      const { enter, code } = await guarded(variant)
      const visitor = await enter()
      expect(await isIn(visitor)).toBe(false)
      expect(await code()).toMatch(/^\d{6}$/)
      await confirm(visitor, await code())
      expect(await isIn(visitor)).toBe(true)
    },
    detailedOnly,
  )

  row('5.5', 'code valid 5 minutes, 5 attempts', codeEndsInTime, detailedOnly)
  row('8', 'Login code 5 minutes, 5 attempts', codeEndsInTime, detailedOnly)

  row(
    '5.5',
    'password-reset codes',
    async variant => {
      const { username, code } = await guarded(variant)
      const visitor = createVisitor(web(variant))
      await visitor.post('/reset', { act: 'send', username })
      // The answer is sent before the code.
      await expect.poll(code).toMatch(/^\d{6}$/)
      const sent = await code()
      const wanted = 'teh tarik panas sekali'
      const save = (digits: string) =>
        visitor.post('/reset/code', { act: 'save', username, code: digits, password: wanted })
      expect((await save(another(sent, 1))).status).toBe(401)
      expect((await save(sent)).location).toBe('/sign-in?done=password_changed')
      const after = await visitor.post('/sign-in', { act: 'in', username, password: wanted })
      expect(after.location).toBe('/sign-in/code')
    },
    detailedOnly,
  )

  row(
    '5.5',
    'social: no password, phone on first login',
    async variant => {
      const provider = await openProvider(variant)
      const name = `sosial${++chats}`
      const visitor = await provider.come({ sub: name, preferred_username: name })
      expect((await visitor.get('/dashboard')).location).toMatch('/sign-in/phone')
      await savePhone(visitor)
      expect((await visitor.get('/dashboard')).location).toMatch('/open-account')
      const [user] = await usersNamed(variant, `^${name}`)
      expect(user).toMatchObject({ hash: null, phone: expect.stringMatching(/^\+62812/) })
      await provider.close()
    },
    detailedOnly,
  )

  row(
    '5.5',
    'social: linked by provider id or e-mail',
    async variant => {
      const provider = await openProvider(variant)
      const username = `tertaut${++chats}`
      const email = `${username}@example.id`
      const member = { accountId: variant.shop.demo.accountId, role: 'owner' as const }
      await createUser(variant.shop.app, { username, password, email, isEmailVerified: true, member })
      // The user is found by the address the first time, and later by the provider's own id.
      expect(await isIn(await provider.come({ sub: username, email, email_verified: true }))).toBe(true)
      expect(await isIn(await provider.come({ sub: username }))).toBe(true)
      const unproved = await provider.come({ sub: 'other', email, email_verified: false })
      expect(await isIn(unproved)).toBe(false)
      await provider.close()
    },
    detailedOnly,
  )

  row(
    '5.5',
    'username clash: 3 random characters',
    async variant => {
      const provider = await openProvider(variant)
      const name = `dewi${++chats}`
      await createUser(variant.shop.app, { username: name, password })
      await provider.come({ sub: name, preferred_username: name })
      const users = (await usersNamed(variant, `^${name}`)).map(user => user.username).sort()
      expect(users).toEqual([name, expect.stringMatching(new RegExp(`^${name}[a-z0-9]{3}$`))])
      await provider.close()
    },
    detailedOnly,
  )
})
