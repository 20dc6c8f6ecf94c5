import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { findAuditGap } from '../../../src/accounts/audit.ts'
import { AuditEntry } from '../../../src/accounts/audit-entry.ts'
import { listSweeps } from '../../../src/accounts/list-sweeps.ts'
import { recordSweeps } from '../../../src/accounts/record-sweeps.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { findStandingByAccount } from '../../../src/keys/standing.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { createUser } from '../../../src/people/create-user.ts'
import { pages } from '../../kit/parts.ts'
import { createVisitor, type Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let operator: Visitor
const password = 'kopi susu gula aren'
const own = (): string => `/operator/accounts/${shop.demo.accountId}`

beforeAll(async () => {
  shop = await createWebShop()
  await createUser(shop.app, { username: 'boss', password, isOperator: true })
  await createUser(shop.app, { username: 'ayu', password, member: { accountId: shop.demo.accountId, role: 'owner' } })
  operator = createVisitor(shop)
  await operator.post('/operator/sign-in', { act: 'in', username: 'boss', password })
})
afterAll(() => shop.close())

const standing = () => findStandingByAccount(shop.app, shop.demo.accountId, 'test')

test("a merchant's session can neither open the operator's pages nor act on them", async () => {
  const merchant = createVisitor(shop)
  await merchant.post('/sign-in', { act: 'in', username: 'ayu', password })
  const theirs = pages.filter(({ role }) => role === 'operator')
  expect(theirs.length).toBeGreaterThan(5)
  for (const one of theirs) {
    const path = one.path
      .replace(':account', String(shop.demo.accountId))
      .replace(':connector', 'snap')
      .replace(':connection', '1')
    expect((await merchant.get(path)).location, path).toContain('/operator/sign-in')
    for (const act of Object.keys(one.act ?? {})) {
      expect((await merchant.post(path, { act })).location, `${path} ${act}`).toContain('/operator/sign-in')
    }
  }
})

test('the footer shows the version', async () => {
  expect((await operator.get('/operator')).text).toContain(`<footer>Warung ${packageJson.version}</footer>`)
})

test('accounts are found by name, and an unknown one is 404', async () => {
  expect((await operator.get('/operator/accounts?search=warung+kopi')).text).toContain(own())
  expect((await operator.get('/operator/accounts?search=100%25')).text).not.toContain(own())
  for (const id of ['999999', '0', 'x', '99999999999999999999']) {
    expect((await operator.get(`/operator/accounts/${id}`)).status, id).toBe(404)
  }
  expect((await operator.post('/operator/accounts/999999', { act: 'verify' })).status).toBe(404)
})

test("the operator's home page shows the money of each mode, its owners and pending work, in words", async () => {
  const none = await operator.get('/operator?mode=live')
  expect(none.text).toContain('Belum ada uang masuk dalam 30 hari terakhir.')
  const invoiceId = await shop.invoice()
  await shop.work()
  await shop.pay(invoiceId)
  const { text } = await operator.get('/operator?mode=test')
  const [paid] = await shop.app.sql.query<{ sum: number }>(
    "select sum(paid_amount)::bigint as sum from payment where mode = 'test' and status = 'paid'",
  )
  const figure = formatRupiah(paid!.sum)
  expect(text).toContain(`<dt>Uang masuk hari ini</dt><dd>${figure}</dd>`)
  expect(text).toContain(`<dt>30 hari</dt><dd>${figure}</dd>`)
  expect(text).toMatch(new RegExp(`href="${own()}"><b>[^<]+</b></a><small>\\d+ pembayaran</small>`))
  expect(text).toContain('title="20')
  await shop.app.sql.write("update connection set failing_since = now() where connector = 'interactive'")
  expect((await operator.get('/operator')).text).toMatch(/<b class="count">\d+<\/b><span>Koneksi bermasalah<\/span>/)
  await shop.app.sql.write('update connection set failing_since = null')
})

test("a failing connection gives the reason in the reader's language, under its provider's name", async () => {
  await shop.app.sql.write(
    "update connection set failing_since = now(), failing_kind = 'unauthorized', failing_error = 'contract 17' where connector = 'interactive'",
  )
  for (const path of ['/operator', '/operator/providers']) {
    const { text } = await operator.get(`${path}?lang=id`)
    expect(text, path).toMatch(/<(small|b)>InterActive QRIS/)
    expect(text, path).toContain('Kredensialnya ditolak.')
    expect(text, path).toContain('contract 17')
    expect((await operator.get(`${path}?lang=en`)).text, path).toContain('Its credentials were rejected.')
  }
  await operator.get('/operator?lang=id')
  const { text } = await operator.get('/operator/providers')
  expect(text).toContain('/operator/providers/add/interactive"><b>InterActive QRIS</b>')
  expect(text).toContain('<option value="merchant-wallet">E-wallet merchant</option>')
  await shop.app.sql.write('update connection set failing_since = null, failing_kind = null, failing_error = null')
})

describe('an account', () => {
  test('the operator, after a confirmation, allows an account codes of other merchants, and revokes that', async () => {
    const isAllowed = async () => (await standing())!.allowsForeignCodes
    expect((await operator.get(own())).text).toContain('Izinkan kode merchant lain')
    const asked = await operator.post(own(), { act: 'foreign_on' })
    expect(asked.text).toContain('memakai kode merchant lain?')
    expect(await isAllowed()).toBe(false)
    await operator.post(own(), { act: 'foreign_on', confirmed: '1' })
    expect(await isAllowed()).toBe(true)
    expect((await operator.get(own())).text).toContain('Cabut izin kode merchant lain')
    await operator.post(own(), { act: 'foreign_off' })
    expect(await isAllowed()).toBe(false)
    const log = shop.app
      .em('installation')
      .find(AuditEntry, { act: 'account.foreign_codes' }, { orderBy: { id: 'asc' } })
    expect((await log).map(({ detail }) => detail)).toEqual([{ isAllowed: true }, { isAllowed: false }])
  })

  test('a suspended account loses its keys and pages, and later gets them back', async () => {
    const merchant = createVisitor(shop)
    await merchant.post('/sign-in', { act: 'in', username: 'ayu', password })
    expect((await operator.post(own(), { act: 'suspend' })).text).toContain('Tangguhkan Warung Kopi')
    await operator.post(own(), { act: 'suspend', confirmed: '1' })
    shop.advance(2)
    expect(await standing()).toBe(null)
    expect((await merchant.get('/dashboard')).location).toContain('/open-account')
    const told = await merchant.get('/open-account')
    expect(told.text).toContain('Warung Kopi ditangguhkan oleh operator.')
    expect(told.text).not.toContain('name="shop"')
    expect((await merchant.post('/open-account', { act: 'open', shop: 'Toko lain' })).status).toBe(403)
    await operator.post(own(), { act: 'resume' })
    expect((await merchant.get('/dashboard')).status).toBe(200)
  })

  test("the operator's own account cannot be suspended, because it serves all merchants", async () => {
    const path = `/operator/accounts/${shop.operator.accountId}`
    expect((await operator.post(path, { act: 'suspend', confirmed: '1' })).status).toBe(400)
  })

  test('an account gets a plan and uses it, even twice in a row', async () => {
    for (const plan of ['trial', 'paid']) {
      expect((await operator.post(own(), { act: 'plan', plan, ends_at: '' })).status).toBe(303)
      expect((await standing())!.plan).toBe(plan)
    }
    expect((await operator.post(own(), { act: 'plan', plan: 'paid', ends_at: '2020-01-01' })).status).toBe(400)
    expect((await operator.post(own(), { act: 'plan', plan: 'paid', ends_at: '2099-02-30' })).status).toBe(400)
    await operator.post(own(), { act: 'plan', plan: 'none', ends_at: '' })
    expect((await standing())!.plan).toBe(null)
    await operator.post(own(), { act: 'plan', plan: 'premium', ends_at: '2099-01-31' })
    expect((await standing())!.plan).toBe('premium')
    expect((await operator.get(own())).text).toContain('2099-01-31')
  })

  test('an account is granted a merchant id with a limit, and loses it', async () => {
    const grant = {
      act: 'grant',
      connector: 'interactive',
      merchant_id: 'KEDAI.1',
      max_amount: '2000000',
      static_qris: '',
    }
    expect((await operator.post(own(), { ...grant, max_amount: '1' })).status).toBe(400)
    expect((await operator.post(own(), grant)).status).toBe(303)
    expect((await standing())!.platformGrant).toMatchObject({ merchantId: 'KEDAI.1', maxAmount: 2_000_000 })
    await operator.post(own(), { act: 'revoke', confirmed: '1' })
    expect((await standing())!.platformGrant).toBe(null)
  })
})

test("an account's amounts and request rate are limited, and the limits are removed again", async () => {
  shop.advance(2)
  const answer = await operator.post(own(), { act: 'limits', amount_max: '300.000', requests_per_s: '3' })
  expect(answer.location).toContain('done=saved')
  expect((await operator.get(own())).text).toContain('value="300000"')
  expect(await standing()).toMatchObject({ amountMax: 300_000, requestsPerS: 3 })
  const key = await createKey(shop.app, { accountId: shop.demo.accountId, mode: 'test', label: 'Limited' })
  const ask = (amount: number) => shop.api('/create-payment', { body: { amount, payment_method: 'wallet_direct' } })
  await expect.poll(async () => (await ask(300_001)).body.code).toBe('amount_out_of_range')
  const methods = await shop.api('/get-payment-methods', { key })
  expect(JSON.stringify(methods.body)).toContain('"max_amount":300000')
  expect(methods.headers.get('ratelimit-limit')).toBe('6')

  for (const wrong of [
    { amount_max: '999' },
    { amount_max: 'x' },
    { requests_per_s: '0' },
    { requests_per_s: '1001' },
  ]) {
    const { status } = await operator.post(own(), { act: 'limits', amount_max: '', requests_per_s: '', ...wrong })
    expect(status, JSON.stringify(wrong)).toBe(400)
  }
  await operator.post(own(), { act: 'limits', amount_max: '', requests_per_s: '' })
  expect(await standing()).toMatchObject({ amountMax: null, requestsPerS: null })
})

test('a method is switched off with a reason, and on again', async () => {
  expect((await operator.post('/operator/methods', { act: 'off', method: 'qris', reason: '' })).status).toBe(400)
  await operator.post('/operator/methods', { act: 'off', method: 'qris', reason: 'Perawatan malam' })
  expect((await standing())!.maintenance).toEqual({ qris: 'Perawatan malam' })
  await operator.post('/operator/methods', { act: 'off', method: 'qris', reason: 'Perawatan malam' })
  await operator.post('/operator/methods', { act: 'off', method: 'qris', reason: 'Sampai pagi' })
  expect((await standing())!.maintenance).toEqual({ qris: 'Sampai pagi' })
  for (let times = 0; times < 2; times++) await operator.post('/operator/methods', { act: 'on', method: 'qris' })
  expect((await standing())!.maintenance).toEqual({})
  const lines = await shop.app
    .em('installation')
    .find(AuditEntry, { subject: 'method qris' }, { orderBy: { number: 1 } })
  expect(lines.map(({ act }) => act)).toEqual(['method.off', 'method.off', 'method.on'])
})

test('a bridge is set, and its key is not shown again', async () => {
  const bridge = {
    act: 'bridge',
    connector: 'wallet',
    mode: 'test',
    url: `${shop.sandboxUrl}/wallet`,
    key: 'kunci-rahasia-77',
  }
  expect((await operator.post('/operator/providers', { ...bridge, url: 'file:///etc/passwd' })).status).toBe(400)
  expect((await operator.post('/operator/providers', bridge)).status).toBe(303)
  const { text } = await operator.get('/operator/providers')
  expect(text).toContain(`${shop.sandboxUrl}/wallet`)
  expect(text).not.toContain('kunci-rahasia-77')
})

test('each action is in the audit log of the account or the installation, and the chains are intact', async () => {
  const acts = async (chain: number) =>
    (await shop.app.em('installation').find(AuditEntry, { chain })).map(
      ({ act, actor }) => `${actor.split(' ')[0]} ${act}`,
    )
  expect(await acts(shop.demo.accountId)).toEqual(
    expect.arrayContaining(['operator account.suspended', 'operator account.plan', 'operator platform.granted']),
  )
  expect(await acts(0)).toEqual(expect.arrayContaining(['operator method.off', 'operator bridge.set']))
  expect(await findAuditGap(shop.app, null)).toBe(null)
  expect((await operator.get(`/operator/audit?account=${shop.demo.accountId}`)).text).toContain('Rantainya utuh.')
})

describe('an action and its line in the audit log are saved together or not at all', () => {
  const refusing = (act: string) =>
    shop.app.sql.write(`alter table audit_entry add constraint no_line check (act <> '${act}') not valid`)
  const again = () => shop.app.sql.write('alter table audit_entry drop constraint no_line')

  test.each([
    ['account.suspended', own, { act: 'suspend', confirmed: '1' }, async () => (await standing()) !== null],
    [
      'account.plan',
      own,
      { act: 'plan', plan: 'none', ends_at: '' },
      async () => (await standing())!.plan === 'premium',
    ],
    [
      'account.limits',
      own,
      { act: 'limits', amount_max: '5000', requests_per_s: '' },
      async () => (await standing())!.amountMax === null,
    ],
    ['settings.fee', own, { act: 'fee', fee: '3' }, async () => (await standing())!.platformFeeBps !== 300],
    [
      'method.off',
      (): string => '/operator/methods',
      { act: 'off', method: 'qris', reason: 'Uji' },
      async () => (await standing())!.maintenance.qris === undefined,
    ],
  ] as const)(
    'the action %s is undone if its line cannot be written to the audit log',
    async (name, path, fields, isAsBefore) => {
      await operator.post(own(), { act: 'plan', plan: 'premium', ends_at: '' })
      await refusing(name)
      try {
        expect((await operator.post(path(), { ...fields })).status).toBe(500)
        shop.advance(2)
        expect(await isAsBefore()).toBe(true)
      } finally {
        await again()
      }
    },
  )
})

test('the fee of an account is set in percent, with a warning', async () => {
  expect((await operator.get(own())).text).toContain('PBI 23/6/2021')
  expect((await operator.post(own(), { act: 'fee', fee: '11' })).status).toBe(400)
  expect((await operator.post(own(), { act: 'fee', fee: '0,7' })).status).toBe(303)
  expect((await standing())!.platformFeeBps).toBe(70)
})

test('withdrawals are approved, sent, rejected and failed, each with a note and only once', async () => {
  const add = (id: string) =>
    shop.app.sql.write(
      `insert into withdrawal (id, account_id, mode, amount, bank, number, holder, key, fingerprint, created_at,
        changed_at)
       values ($1, $2, 'live', 25000, 'BCA', '123', 'Ayu', $1, '', now(), now())`,
      [id, shop.demo.accountId],
    )
  const [one, two] = ['WD-00000000000000001', 'WD-00000000000000002']
  await add(one!)
  await add(two!)
  const decide = (act: string, id: string, note = '') =>
    operator.post('/operator/withdrawals', { act, id, note, confirmed: '1' })
  const queue = (await operator.get('/operator/withdrawals?status=requested')).text
  expect(queue).toContain(one)
  expect(queue).toContain('>Warung Kopi</a>')
  expect((await decide('sent', one!)).status).toBe(400)
  expect((await decide('approve', one!)).status).toBe(303)
  expect((await decide('approve', one!)).status).toBe(400)
  const asked = await operator.post('/operator/withdrawals', { act: 'sent', id: one!, note: 'REF-77' })
  expect(asked.text).toMatch(/Rp\s25\.000 sudah dikirim ke BCA 123, Ayu\./)
  expect((await decide('sent', one!, 'REF-77')).status).toBe(303)
  expect((await decide('reject', two!, 'Rekening salah')).status).toBe(303)
  expect((await decide('failed', two!)).status).toBe(400)
  expect((await decide('approve', 'WD-nobody')).status).toBe(404)
  const { text } = await operator.get('/operator/withdrawals')
  expect(text).toContain('REF-77')
  expect(text).toContain('Rekening salah')
})

test('failed callbacks are listed and can be resent', async () => {
  const sql = shop.app.sql
  await sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
     values (1, 'live', 'warung_bot', 'Warung', '{}', 'none', 'hook') on conflict do nothing`,
  )
  const [notice] = await sql.query<{ id: number }>(
    `insert into notice (bot_id, chat_id, account_id, kind, dedupe_key, data, state, next_at, created_at, ended_at,
      last_error)
     values (1, 77, $1, 'merchant.order_new', 'x', '{}', 'failed', now(), now(), now(), 'gone <b>') returning id`,
    [shop.demo.accountId],
  )
  const invoice = await shop.invoice()
  await shop.work()
  await shop.pay(invoice)
  await sql.write(`update delivery set state = 'exhausted' where invoice_id = $1`, [invoice])
  const { text } = await operator.get('/operator/dead')
  expect(text).toContain(invoice)
  expect(text).toContain('gone &lt;b&gt;')
  const [account] = await sql.query<{ name: string }>('select display_name as name from account where id = $1', [
    shop.demo.accountId,
  ])
  expect(text.split(`>${account!.name}</a>`)).toHaveLength(3)
  const [delivery] = await sql.query<{ id: number }>('select id from delivery where invoice_id = $1', [invoice])
  shop.advance(60)
  expect((await operator.post('/operator/dead', { act: 'callback', id: String(delivery!.id) })).status).toBe(303)
  expect((await operator.post('/operator/dead', { act: 'notice', id: String(notice!.id) })).status).toBe(303)
  expect((await operator.post('/operator/dead', { act: 'notice', id: String(notice!.id) })).status).toBe(400)
  expect((await operator.post('/operator/dead', { act: 'callback', id: '999999' })).status).toBe(404)
  expect((await operator.get('/operator/dead')).text).not.toContain(invoice)
  expect((await operator.get('/operator/work')).text).toMatch(/Pesan yang harus dikirim/)
})

test('a failed Telegram update is listed without its contents, and retried once', async () => {
  const { sql } = shop.app
  await sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
     values (1, 'live', 'warung_bot', 'Warung', '{}', 'none', 'hook') on conflict do nothing`,
  )
  await sql.write(
    `insert into inbox (bot_id, update_id, person_id, payload, state, attempts, received_at, ended_at, error, reference)
     values (1, 700, 77, '{"message":{"text":"RAHASIA"}}', 'dead', 3, now() - interval '2 days', now(), 'no <b>',
       'K7Q2MX')`,
  )
  const { text } = await operator.get('/operator/dead')
  expect(text).toContain('K7Q2MX')
  expect(text).toContain('no &lt;b&gt;')
  expect(text).not.toContain('RAHASIA')
  const again = { act: 'update', bot: '1', update: '700' }
  expect((await operator.post('/operator/dead', again)).status).toBe(303)
  const [row] = await sql.query(
    `select state, attempts, error, received_at > now() - interval '1 minute' as "isFresh" from inbox where update_id = 700`,
  )
  expect(row).toEqual({ state: 'received', attempts: 0, error: null, isFresh: true })
  expect((await operator.post('/operator/dead', again)).status).toBe(400)
  const [line] = await shop.app.em('installation').find(AuditEntry, { act: 'update.retried' })
  expect(line).toMatchObject({ subject: 'update 700 of bot 1', actor: expect.stringMatching(/^operator \d+$/) })
})

test('recurring jobs show their last and next run and failures, and older runs replace none', async () => {
  const ranAt = new Date()
  const nextAt = new Date(ranAt.getTime() + 1000)
  const fine = { everyMs: 1000, tookMs: 12, nextAt, failures: 0, error: null, failedAt: null, ranAt }
  const failed = { ...fine, failures: 4, error: 'no <disk>', failedAt: ranAt }
  await recordSweeps(shop.app, [
    { name: 'expire-payments', ...failed },
    { name: 'ask-charges', ...fine },
  ])
  const { text } = await operator.get('/operator/work')
  expect(text).toMatch(/Mengakhiri tagihan yang lewat waktu.*Gagal 4 kali/)
  expect(text).toContain('no &lt;disk&gt;')
  expect(text).toMatch(/Menanyakan kode mana yang sudah dibayar.*Berikutnya.*Baik/)
  const later = new Date(ranAt.getTime() + 5000)
  await recordSweeps(shop.app, [{ name: 'expire-payments', ...fine, ranAt: later }])
  await recordSweeps(shop.app, [{ name: 'expire-payments', ...fine, failures: 9, ranAt }])
  const [mended] = (await listSweeps(shop.app)).filter(({ name }) => name === 'expire-payments')
  expect(mended).toMatchObject({ failures: 0, error: 'no <disk>', ranAt: later })
})

test("the operator's provider keys can be changed and added, and are never shown", async () => {
  const [provider] = await shop.app.sql.query<{ id: number }>('select id from connection where account_id = $1', [
    shop.operator.accountId,
  ])
  const path = `/operator/providers/${provider!.id}/credentials`
  const keys = (credentials: Record<string, string>) => operator.post(path, { act: 'replace', ...credentials })
  const none = await keys({})
  expect(none.status).toBe(400)
  expect(none.text).toContain('id="api_key-wrong"')
  const good = { base_url: `${shop.sandboxUrl}/interactive`, api_key: 'sandbox_WARUNG', mid: 'WARUNG' }
  expect((await keys({ ...good, mid: 'OTHER' })).status).toBe(400)
  expect((await keys(good)).location).toContain('/operator/providers')
  for (const page of ['/operator/providers', path]) {
    expect((await operator.get(page)).text, page).not.toContain('sandbox_WARUNG')
  }
  const [line] = await shop.app.em('installation').find(AuditEntry, { act: 'connection.credentials' })
  expect(line!.actor).toMatch(/^operator \d+$/)
})

test('the operator adds another connection with the form of its provider, and with no other form', async () => {
  const page = await operator.get('/operator/providers')
  expect(page.text).toContain('href="/operator/providers/add/snap"')
  expect(page.text).not.toContain('/operator/providers/add/wallet')
  for (const kind of ['wallet', 'nobody', 'constructor']) {
    expect((await operator.get(`/operator/providers/add/${kind}`)).status, kind).toBe(404)
  }
  const typed = { act: 'add', label: 'Cadangan', api_key: 'kunci-lagi', mid: 'LAGI' }
  // Test mode allows only one of this kind.
  expect((await operator.post('/operator/providers/add/interactive', { ...typed, mode: 'test' })).status).toBe(400)
  const added = await operator.post('/operator/providers/add/interactive', { ...typed, mode: 'live' })
  expect(added.location).toContain('/operator/providers')
  expect((await operator.get('/operator/providers')).text).toContain('Cadangan')
  const merchants = await shop.app.sql.query<{ id: number }>(
    'select id from connection where account_id = $1 limit 1',
    [shop.demo.accountId],
  )
  expect((await operator.get(`/operator/providers/${merchants[0]!.id}/credentials`)).status).toBe(404)
})
