import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/accounts/audit-entry.ts'
import { connectionCommands } from '../../../src/commands/connection-commands.ts'
import { doctorCommands } from '../../../src/commands/doctor-commands.ts'
import { createConnection } from '../../../src/connections/create-connection.ts'
import type { UnreadNotification } from '../../../src/connectors/unread-notification.ts'
import { examineParts } from '../../../src/doctor/examine.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { followPushes } from '../../../src/money/follow-pushes.ts'
import { storeUnread } from '../../../src/money/unread/store-unread.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { createAccount } from '../../../src/people/create-account.ts'
import { forward, money, secret } from '../../connectors/mutations/phone.ts'
import { type CreatedPayment, create, statusOf } from '../../payments/scenario.ts'
import { signInAsOperator } from '../filled-shop.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { confirmed, signInAs } from './members.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

interface Phone {
  accountId: number
  connectionId: number
  name: string
  key: string
  path: string
}

/** Creates a merchant whose money is reported by a phone that sends no heartbeats. */
async function connectPhone(more: object = {}): Promise<Phone> {
  const name = `hp${++phones}`
  const { id: accountId } = await createAccount(shop.app, { name, isVerified: true, plan: 'premium' })
  const connectionId = await createConnection(shop.app, {
    accountId,
    connector: 'mutations',
    mode: 'test',
    label: `HP ${phones}`,
    credentials: {
      method: 'wallet_direct',
      dialect: 'native',
      secret,
      apps,
      account: `0813${1e6 + phones}`,
      ...more,
    },
  })
  const key = await createKey(shop.app, { accountId, mode: 'test', label: 'x', isRateLimited: false })
  return { accountId, connectionId, name, key, path: `/dashboard/connections/${connectionId}` }
}

let phones = 0
const apps = ['com.gojek.gopay', 'id.dana']

const order = ({ key }: Phone) => create(shop, { amount: 20_000 + randomInt(9_000) }, key)
const report = (phone: Phone, amount: number) => forward(shop, phone.connectionId, money(amount))
const explained = async ({ key }: Phone, { invoice_id }: CreatedPayment) =>
  (await shop.api(`/explain-payment?invoice=${invoice_id}`, { key })).body.data
const payPage = async ({ invoice_id }: CreatedPayment, query = '') =>
  (await shop.page(`/pay?invoice=${invoice_id}${query}`)).text
const methodOf = async ({ key }: Phone) => {
  const { body } = await shop.api('/get-payment-methods', { key })
  return body.data.payment_methods.find(({ id }: { id: string }) => id === 'wallet_direct')
}
const findings = async ({ connectionId }: Phone) =>
  (await examineParts(shop.app, ['connections']))
    .filter(({ sentence }) => sentence.includes(`, ${connectionId}:`))
    .map(({ state, sentence }) => `${state} ${sentence.slice(sentence.indexOf(': ') + 2)}`)
const run = async (command: keyof typeof connectionCommands, { name }: Phone) =>
  String(await connectionCommands[command].run(shop.app, { words: [], options: { account: name } }))

describe('a phone that never reported', () => {
  test('a phone that never reported is marked on every page, by doctor and in the commands', async () => {
    const phone = await connectPhone()
    const owner = await signInAs(shop, { accountId: phone.accountId })
    await followPushes(shop.app)
    shop.advance(3_600)
    await followPushes(shop.app)
    expect((await owner.get(phone.path)).text).toContain('belum pernah melapor')
    expect((await owner.get(`${phone.path}?tested=1&lang=en`)).text).toContain('The phone has never reported.')
    expect((await owner.get('/dashboard/connections?lang=en')).text).toContain('Never reported')
    expect((await owner.get('/dashboard/new-payment?lang=en')).text).toContain('its phone has never reported')
    expect(await findings(phone)).toContain('warning its phone has never reported')
    expect(await run('connection list', phone)).toContain('has never reported')

    expect(await report(phone, 7_000 + randomInt(900))).toMatchObject({ status: 200 })
    for (const path of [phone.path, `${phone.path}?tested=1`, '/dashboard/connections', '/dashboard/new-payment']) {
      expect((await owner.get(path)).text).not.toMatch(/never reported|belum pernah melapor/i)
    }
    expect((await owner.get(phone.path)).text).toMatch(/Last report<\/dt><dd>today/)
    expect(await findings(phone)).toContainEqual(expect.stringMatching(/^well its phone last reported \d+ s ago/))
    expect(await run('connection list', phone)).toContain('works')
  })

  test('a silent phone of the operator is marked in the list of providers', async () => {
    const operator = await signInAsOperator(shop)
    const connectionId = await createConnection(shop.app, {
      accountId: shop.operator.accountId,
      connector: 'mutations',
      mode: 'test',
      label: 'HP operator',
      credentials: { method: 'wallet_direct', dialect: 'native', secret, apps, account: '081300000001' },
    })
    const page = async () => (await operator.get('/operator/providers?lang=en')).text
    expect(await page()).toContain('Phone never reported')
    await forward(shop, connectionId, money(7_000 + randomInt(900)))
    expect(await page()).not.toContain('Phone never reported')
  })

  test('a phone that never reported leaves its method available, with a warning', async () => {
    const phone = await connectPhone()
    expect(await methodOf(phone)).toMatchObject({
      available: true,
      requirements: [],
      warning: expect.stringContaining('never reported'),
    })
    await report(phone, 7_000 + randomInt(900))
    expect(await methodOf(phone)).not.toHaveProperty('warning')
  })

  test.each([
    ['without heartbeats', {}],
    ['with heartbeats', { heartbeat_s: 60 }],
  ])('a silent phone is mentioned on the payment, to the merchant and to the payer, %s', async (_, more) => {
    const phone = await connectPhone(more)
    const payment = await order(phone)
    await followPushes(shop.app)
    const { verdict, explanation, next_step, checked_at, sources } = await explained(phone, payment)
    expect({ verdict, checked_at }).toEqual({ verdict: 'waiting', checked_at: null })
    expect(explanation).toContain('Not checked: the phone has never reported.')
    expect(next_step).not.toContain('Make sure the customer pays')
    expect(sources).toMatchObject([{ checked_at: null, reported_at: null }])
    expect(await payPage(payment, '&lang=en')).toContain('Not checked: the phone has never reported.')
    expect(await payPage(payment, '&lang=id&why=1')).toContain('Tidak diperiksa: HP penjual belum pernah melapor.')
    const lines = await doctorCommands.explain.run(shop.app, {
      words: [payment.invoice_id],
      options: { account: phone.name, mode: 'test' },
    })
    expect(String(lines)).toContain('the phone has never reported')
  })
})

test('a new phone with heartbeats vouches only for the time up to its last report', async () => {
  const phone = await connectPhone({ heartbeat_s: 60 })
  shop.advance(20)
  await report(phone, 7_000 + randomInt(900))
  shop.advance(30)
  const payment = await order(phone)
  await followPushes(shop.app)
  // The shop's clock keeps running: the report was 30 seconds ago, plus the time that this machine has taken since.
  const [, agoS] = /well last heartbeat (\d+) s ago, one is due every 60 s/.exec((await findings(phone)).join('\n'))!
  expect(Number(agoS)).toBeGreaterThanOrEqual(30)
  expect(Number(agoS)).toBeLessThan(50)
  const { explanation, checked_at } = await explained(phone, payment)
  expect(explanation).toContain('Not checked: the phone has not reported since')
  expect(checked_at).toBeNull()
})

test("the phone's page lists each chosen app once, even if the app has several packages", async () => {
  const phone = await connectPhone({ apps: ['id.dana', 'com.dana.id', 'id.dana.kasir', 'com.gojek.gopay'] })
  const owner = await signInAs(shop, { accountId: phone.accountId })
  expect((await owner.get(`${phone.path}/forwarder`)).text).toContain('<dd>DANA, GoPay</dd>')
})

describe('a phone that is silent since a payment was created', () => {
  test('a phone silent since the payment shows its last report, and one that reported counts as checked', async () => {
    const phone = await connectPhone()
    await report(phone, 7_000 + randomInt(900))
    shop.advance(600)
    const payment = await order(phone)
    await followPushes(shop.app)
    const before = await explained(phone, payment)
    expect(before.explanation).toMatch(/Not checked: the phone has not reported since 20\d\d-\d\d-\d\d \d\d:\d\d/)
    expect(before.checked_at).toBeNull()
    expect(await payPage(payment, '&lang=en')).not.toContain('Not checked')
    expect(await payPage(payment, '&lang=en&why=1')).toContain('Not checked: the phone has not reported since')
    const owner = await signInAs(shop, { accountId: phone.accountId })
    const { text } = await owner.get(`/dashboard/payments/${payment.invoice_id}`)
    expect(text).toMatch(/HP belum melapor sejak hari ini \d\d\.\d\d/)
    shop.advance(60)
    await report(phone, 8_000 + randomInt(900))
    const after = await explained(phone, payment)
    expect(after.explanation).toContain('Last checked')
    expect(after.checked_at).not.toBeNull()
  })

  test('a payment on a silent phone expires on time, holds its amount a day, and late money is reviewed', async () => {
    const phone = await connectPhone()
    const payment = await order(phone)
    shop.advance(1_800 + 600)
    await followPushes(shop.app)
    await expirePayments(shop.app)
    expect(await statusOf(shop, payment, phone.key)).toBe('expired')
    expect((await explained(phone, payment)).explanation).toMatch(
      /^Time ran out at .* Not checked: the phone has never/,
    )
    expect(await payPage(payment, '&lang=en')).toContain('Not checked: the phone has never reported.')
    shop.advance(20 * 3_600)
    await report(phone, payment.final_amount)
    expect(await statusOf(shop, payment, phone.key)).toBe('expired')
    const { body } = await shop.api('/list-transfers?state=review', { key: phone.key })
    expect(body.data).toMatchObject([{ amount: payment.final_amount, reason: 'late' }])
    const [hold] = await shop.app.sql.query<{ rests: boolean }>(
      `select h.held_until = p.expires_at + interval '24 hours' as rests
       from hold h join payment p using (invoice_id) where h.invoice_id = $1`,
      [payment.invoice_id],
    )
    expect(hold).toEqual({ rests: true })
  })

  test('an amount is held for one hour only if the phone reported after the deadline', async () => {
    const phone = await connectPhone()
    const payment = await order(phone)
    shop.advance(1_800 + 60)
    await report(phone, 7_000 + randomInt(900))
    shop.advance(540)
    await followPushes(shop.app)
    await expirePayments(shop.app)
    const [hold] = await shop.app.sql.query<{ rests: boolean }>(
      `select h.held_until = p.expires_at + interval '60 minutes' as rests
       from hold h join payment p using (invoice_id) where h.invoice_id = $1`,
      [payment.invoice_id],
    )
    expect(hold).toEqual({ rests: true })
  })
})

const unreadOf = (more: Partial<UnreadNotification> = {}): UnreadNotification => ({
  reference: `U-${++references}`,
  packageName: 'id.dana',
  isChosen: true,
  title: 'Pembayaran Masuk',
  text: 'Asyik, saldo bisnismu bertambah.',
  isWithheld: false,
  amount: null,
  occurredAt: null,
  reason: 'sentence',
  ...more,
})

let references = 0

const whatsapp = (): UnreadNotification =>
  unreadOf({ packageName: 'com.whatsapp', isChosen: false, title: '', text: '', reason: 'not_chosen' })

describe('unreadable notifications', () => {
  test("unreadable notifications are listed on their connection's page and by doctor, without their text", async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, [unreadOf({ amount: 12_345 }), whatsapp(), whatsapp()])
    const reader = await signInAs(shop, { role: 'read_only', accountId: phone.accountId })
    const { text } = await reader.get(`${phone.path}?lang=en`)
    expect(text).toContain('Unrecognised notifications: 1')
    expect(text).toContain('12.345')
    expect(text).toMatch(/com\.whatsapp<\/dt><dd>2 times/)
    expect(text).not.toContain('saldo')
    expect(text).not.toContain('/unread/')
    expect(await findings(phone)).toEqual(
      expect.arrayContaining([
        'warning 1 notifications within 7 days were not understood: id.dana',
        'well 2 notifications of com.whatsapp were not listened to',
      ]),
    )
  })

  test('only owner and finance can open unreadable notifications, with an audit entry', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, [unreadOf({ occurredAt: new Date('2026-11-26T07:20:00Z') })])
    const finance = await signInAs(shop, { role: 'finance', accountId: phone.accountId })
    const [link] = /[^"]+\/unread\/\d+/.exec((await finance.get(phone.path)).text)!
    const { status, text } = await finance.get(link)
    expect(status).toBe(200)
    expect(text).toContain('saldo bisnismu bertambah')
    for (const role of ['support', 'read_only'] as const) {
      const member = await signInAs(shop, { role, accountId: phone.accountId })
      expect((await member.get(link)).status, role).toBe(403)
    }
    const stranger = await signInAs(shop, { accountId: shop.second.accountId })
    expect((await stranger.get(link)).status).toBe(404)
    const entries = await shop.app.em('shared').find(AuditEntry, { chain: phone.accountId, act: 'unread.opened' })
    expect(entries).toMatchObject([
      { actor: expect.stringMatching(/^user \d+$/), subject: expect.stringMatching(/^unread \d+$/) },
    ])
    expect(JSON.stringify(entries)).not.toContain('saldo')
  })

  test('unreadable notifications link to their money in review, and back again for owner and finance', async () => {
    const phone = await connectPhone()
    const amount = 40_000 + randomInt(9_000)
    const text = `Asyik, Rp${amount.toLocaleString('id')} sudah sampai ya`
    const unknown = { event_id: `U-${amount}`, package_name: 'id.dana', title: 'DANA', text, amount }
    await forward(shop, phone.connectionId, money(amount, unknown))
    const owner = await signInAs(shop, { accountId: phone.accountId })
    const [review] = /\/dashboard\/review\/\d+/.exec((await owner.get('/dashboard/review')).text)!
    const entry = (await owner.get(`${review}?lang=en`)).text
    expect(entry).toContain('id.dana')
    expect(entry).not.toContain('Asyik')
    const [link] = new RegExp(`${phone.path}/unread/\\d+`).exec(entry)!
    const opened = (await owner.get(`${link}?lang=en`)).text
    expect(opened).toContain('Asyik')
    expect(opened).toMatch(new RegExp(`href="${review}[^"]*">Accept or assign the money`))
    const again = { ...unknown, amount: amount + 1, text: 'Asyik, sudah sampai ya' }
    await forward(shop, phone.connectionId, money(amount + 1, again))
    const [newer] = /\/dashboard\/review\/\d+/.exec((await owner.get('/dashboard/review')).text)!
    expect(newer).not.toBe(review)
    expect((await owner.get(newer)).text, 'the same id with another amount').not.toContain('/unread/')
    expect((await owner.get(link)).text).toContain(`href="${review}`)
    await confirmed(owner, review, { act: 'ignore' })
    expect((await owner.get(`${link}?lang=en`)).text).toContain('See the money')
    for (const role of ['support', 'read_only'] as const) {
      const member = await signInAs(shop, { role, accountId: phone.accountId })
      const shown = (await member.get(review)).text
      expect(shown).toContain('id.dana')
      expect(shown, role).not.toContain('/unread/')
    }
  })

  test('unreadable notifications without money in review have no link', async () => {
    const phone = await connectPhone()
    await report(phone, 50_000 + randomInt(9_000))
    await storeUnread(shop.app, phone, [unreadOf(), unreadOf({ reason: 'in_review' })])
    const owner = await signInAs(shop, { accountId: phone.accountId })
    const links = (await owner.get(phone.path)).text.match(/[^"]+\/unread\/\d+/g)!
    expect(links).toHaveLength(2)
    for (const link of links) expect((await owner.get(link)).text).not.toMatch(/\/dashboard\/review\/\d/)
  })

  test('unreadable notifications say if a one-time code was removed', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, [unreadOf({ title: '', text: '', isWithheld: true })])
    const owner = await signInAs(shop, { accountId: phone.accountId })
    const [link] = /[^"]+\/unread\/\d+/.exec((await owner.get(phone.path)).text)!
    expect((await owner.get(`${link}?lang=en`)).text).toContain('because it holds a one-time code')
  })

  test.each([
    [
      'its text contains the amount',
      (due: number) => unreadOf({ text: `Asyik, Rp ${due.toLocaleString('id')},- sudah sampai` }),
    ],
    ['its forwarder read the amount', (due: number) => unreadOf({ amount: due, reason: 'amounts_differ' })],
    ['nothing in it can be read', () => unreadOf({ title: '', text: '', reason: 'no_amount' })],
  ])('a payment with an unreadable notification says so if %s, and does not ask to pay again', async (_, unread) => {
    const phone = await connectPhone()
    const payment = await order(phone)
    await storeUnread(shop.app, phone, [unread(payment.final_amount), whatsapp()])
    const data = await explained(phone, payment)
    expect(data.verdict).toBe('unread')
    expect(data.next_step).toMatch(/^Don’t ask the customer to pay again/)
    expect(data.unread).toMatchObject([{ package_name: 'id.dana' }])
    expect(data.other_apps).toEqual([{ package_name: 'com.whatsapp', count: 1 }])
    expect(JSON.stringify(data)).not.toContain('Asyik')
    const reader = await signInAs(shop, { role: 'read_only', accountId: phone.accountId })
    const { text } = await reader.get(`/dashboard/payments/${payment.invoice_id}`)
    expect(text).toContain('data-verdict="unread"')
    expect(text).toContain(`href="${phone.path}"`)
    expect(text).toContain('com.whatsapp (1)')
    expect(await payPage(payment, '&lang=en&why=1')).toContain('Please don’t pay again')
    shop.advance(1_800 + 600)
    await followPushes(shop.app)
    await expirePayments(shop.app)
    expect(await explained(phone, payment)).toMatchObject({ status: 'expired', verdict: 'unread' })
  })

  test('notifications of another amount, from before the payment, or already in review explain nothing', async () => {
    const phone = await connectPhone()
    await storeUnread(shop.app, phone, [unreadOf({ reason: 'no_amount', title: '', text: '' })])
    shop.advance(60)
    const payment = await order(phone)
    const others = [
      unreadOf({ text: `Asyik, Rp${payment.final_amount}5 sudah sampai` }),
      unreadOf({ reason: 'in_review', amount: null, text: `Rp${payment.final_amount}` }),
      unreadOf({ title: '', text: '', isWithheld: true }),
    ]
    await storeUnread(shop.app, phone, others)
    expect(await explained(phone, payment)).toMatchObject({ verdict: 'waiting', unread: [] })
  })
})

test.each([
  ['wallet_direct', false],
  ['qris_user', true],
] as const)('the page of a phone for %s offers to save a static code: %s', async (method, offers) => {
  const phone = await connectPhone({ method })
  const owner = await signInAs(shop, { accountId: phone.accountId })
  const { text } = await owner.get(phone.path)
  expect(text.includes('Unggah QRIS statis')).toBe(offers)
  expect(text.includes('QRIS statis</dt>')).toBe(offers)
})
