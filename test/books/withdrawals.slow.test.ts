import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAuditGap } from '../../src/accounts/audit.ts'
import { decideWithdrawal, type WithdrawalDecision } from '../../src/books/decide-withdrawal.ts'
import { noteRefund } from '../../src/books/note-refund.ts'
import { reconcileDay } from '../../src/books/reconcile-day.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { newInvoiceId } from '../../src/lib/ids.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
let accountId: number
let key: string
let accounts = 0

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

beforeEach(async () => {
  ;({ id: accountId } = await createAccount(shop.app, { name: `merchant-${++accounts}`, plan: 'paid' }))
  key = await createKey(shop.app, { accountId, mode: 'live', label: 'Money', isRateLimited: false })
})

/** Pays a payment by the method, and returns its line in the books. */
async function sell(
  amount: number,
  { via = 'qris', mode = 'live', name = 'Budi', isBooked = true } = {},
): Promise<string> {
  const invoiceId = newInvoiceId(new Date())
  await shop.app.sql.write(
    `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
      customer_name,
       created_at, expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
     values ($1, $2, $3, $4, $5::bigint, 0, $5::bigint, 'paid', $6, now(), now() + interval '1 hour', now(),
       $5::bigint, $4, 'R', now())`,
    [invoiceId, accountId, mode, via, amount, name],
  )
  if (!isBooked) return invoiceId
  await shop.app.sql.write(
    `insert into movement (account_id, mode, kind, invoice_id, amount, net, created_at) values ($1, $2, 'sale', $3, $4::bigint, $4::bigint, $5)`,
    [accountId, mode, invoiceId, amount, shop.app.now()],
  )
  return invoiceId
}

/** Links a chat of the merchant on the platform's bot. */
async function linkChat() {
  await shop.app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id)
     values (1, 'live', 'platform_bot', 'Warung', '{}', '', 'platform') on conflict do nothing`,
  )
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 4711, 'Siti', 'id', now())`,
    [accountId],
  )
}

const bank = { bank: 'BCA', account_number: '1234567890', account_holder: 'Siti Aminah' }

let keys = 0
function withdraw(amount: unknown, fields: object = bank, idempotencyKey = `w-${++keys}`, apiKey = key) {
  const headers = idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }
  return shop.api('/request-withdrawal', { key: apiKey, headers, body: { amount, ...fields } })
}

/** Retries while a busy machine has no connection available; a key takes the money once. */
async function insist(ask: () => ReturnType<typeof withdraw>): ReturnType<typeof withdraw> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

const balance = async () => (await shop.api('/get-balance', { key })).body.data
const decide = (id: string, to: WithdrawalDecision['to']) =>
  decideWithdrawal(shop.app, { id, to, by: { actor: 'operator 1' } })

async function expectSoundBooks() {
  const ours = invariants.filter(({ id }) => id === 'I17' || id === 'I19')
  expect(ours).toHaveLength(2)
  expect(await findViolations(shop.app, ours)).toEqual([])
  expect(await findAuditGap(shop.app, accountId)).toBeNull()
}

describe('the balance', () => {
  test('the balance is the money of qris only, because other methods pay the merchant directly', async () => {
    await sell(70_000)
    for (const via of ['qris_user', 'wallet_qris', 'wallet_direct', 'qris_platform']) await sell(50_000, { via })
    await sell(90_000, { mode: 'test' })
    expect(await balance()).toEqual({ available: 70_000, underway: 0 })
  })

  test('the books are never changed, not even by hand', async () => {
    await sell(70_000)
    await expect(shop.app.sql.write('update movement set net = 0')).rejects.toThrow('append-only')
    await expect(shop.app.sql.write('delete from movement')).rejects.toThrow('append-only')
  })
})

describe('a withdrawal', () => {
  test('100 simultaneous withdrawals never exceed the balance', async () => {
    await sell(1_000_000)
    await withdraw(10_000)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => insist(() => withdraw(30_000, bank, `r-${at}`))),
    )
    const codes = answers.map(({ status, body }) => (status === 200 ? 'taken' : body.code))
    expect(codes.filter(code => code === 'taken')).toHaveLength(33)
    expect(codes.filter(code => code === 'insufficient_balance')).toHaveLength(67)
    expect(await balance()).toEqual({ available: 0, underway: 1_000_000 })
    await expectSoundBooks()
  })

  test('100 identical requests are one withdrawal', async () => {
    await sell(1_000_000)
    const answers = await Promise.all(Array.from({ length: 100 }, () => insist(() => withdraw(50_000, bank, 'same'))))
    expect(new Set(answers.map(({ body }) => body.data?.id)).size).toBe(1)
    expect(answers[0]!.body.data).toMatchObject({
      status: 'requested',
      account_number: '******7890',
      waits_until: null,
    })
    const other = await withdraw(60_000, bank, 'same')
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await balance()).toEqual({ available: 950_000, underway: 50_000 })
    await expectSoundBooks()
  })

  test('the operator approves and sends a withdrawal', async () => {
    await sell(100_000)
    const { id } = (await withdraw(60_000)).body.data
    await expect(decide(id, 'sent')).rejects.toMatchObject({ code: 'refused_transition' })
    expect((await decide(id, 'approved')).status).toBe('approved')
    expect((await decide(id, 'sent')).status).toBe('sent')
    for (const to of ['approved', 'sent', 'rejected', 'failed'] as const) {
      await expect(decide(id, to)).rejects.toMatchObject({ code: 'refused_transition' })
    }
    expect(await balance()).toEqual({ available: 40_000, underway: 0 })
    const { body } = await shop.api('/list-withdrawals?status=sent', { key })
    expect(body.data).toMatchObject([{ id, amount: 60_000, status: 'sent' }])
    await expectSoundBooks()
  })

  test.each([
    ['rejected', ['rejected']],
    ['failed', ['approved', 'failed']],
  ] as const)(
    'a withdrawal that is %s returns the money once, even if several requests arrive at once',
    async (_, moves) => {
      await sell(100_000)
      const { id } = (await withdraw(60_000)).body.data
      if (moves.length > 1) await decide(id, moves[0]!)
      const last = moves.at(-1)!
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => decide(id, last)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await balance()).toEqual({ available: 100_000, underway: 0 })
      const { body } = await shop.api('/list-movements', { key })
      expect(body.data.map((movement: { net: number }) => movement.net)).toEqual([60_000, -60_000, 100_000])
      await expectSoundBooks()
    },
  )

  test('the merchant is notified of each step of a withdrawal, once, and of its requester', async () => {
    await linkChat()
    await sell(100_000)
    const { id } = (await withdraw(60_000, bank, 'told')).body.data
    await withdraw(60_000, bank, 'told')
    await decide(id, 'approved')
    await Promise.allSettled(Array.from({ length: 5 }, () => decide(id, 'failed')))
    const told = await shop.app.sql.query<{ data: Record<string, unknown> }>(
      `select data from notice where account_id = $1 and kind = 'merchant.withdrawal' order by id`,
      [accountId],
    )
    expect(told.map(({ data }) => data.status)).toEqual(['requested', 'approved', 'failed'])
    expect(told[0]!.data).toMatchObject({ withdrawalId: id, amount: 60_000, bank: 'BCA', number: '******7890' })
    expect(told[0]!.data.by).toMatch(/^key \d+$/)
  })

  test('a withdrawal is in the audit log once, with amount, destination and any waiting time', async () => {
    await sell(100_000)
    const first = (await withdraw(20_000, bank, 'audited')).body.data
    await withdraw(20_000, bank, 'audited')
    const changed = (await withdraw(30_000, { ...bank, bank: 'BRI', account_number: '9999900000' })).body.data
    const entries = await shop.app.sql.query(
      `select actor, subject, detail from audit_entry where chain = $1 and act = 'withdrawal.requested' order by number`,
      [accountId],
    )
    const actor = expect.stringMatching(/^key \d+$/)
    const detail = { amount: 20_000, bank: 'BCA', number: '1234567890', waits: false }
    const detailOfChanged = { amount: 30_000, bank: 'BRI', number: '9999900000', waits: true }
    expect(entries).toEqual([
      { actor, subject: first.id, detail },
      { actor, subject: changed.id, detail: detailOfChanged },
    ])
  })

  test('a withdrawal to a changed destination waits 24 hours for approval; the first one does not', async () => {
    await sell(100_000)
    expect((await withdraw(10_000)).body.data.waits_until).toBeNull()
    const changed = (await withdraw(20_000, { ...bank, account_number: '9999900000' })).body.data
    expect(changed.waits_until).toMatch(/^\d{4}-/)
    await expect(decide(changed.id, 'approved')).rejects.toMatchObject({ code: 'refused_transition' })
    const again = (await withdraw(20_000, {})).body.data
    expect(again).toMatchObject({ account_number: '******0000', waits_until: changed.waits_until })
    shop.advance(86_401)
    expect((await decide(changed.id, 'approved')).status).toBe('approved')
    await expectSoundBooks()
  })

  test.each([
    ['no key', () => withdraw(10_000, bank, ''), 'Idempotency-Key'],
    ['a test key', () => withdraw(10_000, bank, 'x', shop.keys.demo), 'X-API-Key'],
    ['9,999', () => withdraw(9_999), 'amount'],
    ['a negative amount', () => withdraw(-50_000), 'amount'],
    ['half a rupiah', () => withdraw(10_000.5), 'amount'],
    ['text', () => withdraw('10000'), 'amount'],
    ['more than the balance', () => withdraw(100_001), 'amount'],
    ['no destination at all', () => withdraw(10_000, {}), 'account_number'],
    ['half a destination', () => withdraw(10_000, { bank: 'BCA' }), 'account_number'],
    ['letters as number', () => withdraw(10_000, { ...bank, account_number: '12a45' }), 'account_number'],
  ])('a withdrawal with %s is 400, names the field and debits nothing', async (_, ask, field) => {
    await sell(100_000)
    const { status, body } = await ask()
    expect([status, body.fields?.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ])
    expect(await balance()).toEqual({ available: 100_000, underway: 0 })
  })

  test('a withdrawal requires a key with the scope money', async () => {
    const narrow = await createKey(shop.app, {
      accountId,
      mode: 'live',
      label: 'x',
      isRateLimited: false,
      scopes: ['read'],
    })
    expect((await withdraw(10_000, bank, 'y', narrow)).body.code).toBe('forbidden')
    expect((await shop.api('/get-balance', { key: narrow })).status).toBe(200)
  })
})

describe('a refund note', () => {
  const scope = () => ({ accountId, mode: 'live' as const })
  const note = (invoiceId: string) => noteRefund(shop.app, scope(), invoiceId, { actor: 'user 7' })

  test('a refund note is one line of the books, even if several are written at once, and keeps the balance', async () => {
    const invoiceId = await sell(70_000)
    await Promise.all(Array.from({ length: 20 }, () => note(invoiceId)))
    const { body } = await shop.api('/list-movements', { key })
    expect(body.data).toMatchObject([
      { type: 'refund_note', invoice_id: invoiceId, amount: -70_000, fee: 0, net: -70_000, is_withdrawable: false },
      { type: 'sale', invoice_id: invoiceId, amount: 70_000, net: 70_000, is_withdrawable: true },
    ])
    expect(await balance()).toEqual({ available: 70_000, underway: 0 })
    await expectSoundBooks()
  })

  test("a refund note is refused for an unpaid payment and for another account's", async () => {
    const invoiceId = await sell(70_000)
    await expect(note('INV-QR200000000000000000')).rejects.toMatchObject({ code: 'not_found' })
    const other = { accountId: shop.demo.accountId, mode: 'live' as const }
    await expect(noteRefund(shop.app, other, invoiceId, { actor: 'user 7' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const { data } = (await shop.api('/create-payment', { body: { amount: 20_000, payment_method: 'wallet_direct' } }))
      .body
    const demo = { accountId: shop.demo.accountId, mode: 'test' as const }
    await expect(noteRefund(shop.app, demo, data.invoice_id, { actor: 'user 7' })).rejects.toMatchObject({
      code: 'refused_transition',
    })
  })
})

describe('the invariant of balances', () => {
  const broken = () =>
    findViolations(
      shop.app,
      invariants.filter(({ id }) => id === 'I19'),
    )
  const book = (invoiceId: string, [amount, fee]: [number, number]) =>
    shop.app.sql.write(
      `insert into movement (account_id, mode, kind, invoice_id, amount, fee, net, created_at)
       values ($1, 'live', 'sale', $2, $3::bigint, $4::bigint, $3::bigint - $4::bigint, now())`,
      [accountId, invoiceId, amount, fee],
    )

  test('the invariant of balances holds while withdrawals are requested, sent and returned', async () => {
    await sell(100_000)
    await sell(50_000, { via: 'wallet_direct' })
    const [kept, returned] = [(await withdraw(20_000)).body.data.id, (await withdraw(30_000)).body.data.id]
    expect(await broken()).toEqual([])
    await decide(kept, 'approved')
    await decide(returned, 'rejected')
    await decide(kept, 'sent')
    expect(await broken()).toEqual([])
    expect(await balance()).toEqual({ available: 80_000, underway: 0 })
  })

  test.each([
    ['a fee that its payment never had', 'wallet_direct', [100_000, 700]],
    ['qris money booked as less than was received', 'qris', [90_000, 0]],
  ] as const)('the invariant of balances detects %s', async (_, via, [amount, fee]) => {
    const invoiceId = await sell(100_000, { via, isBooked: false })
    expect(await broken()).toHaveLength(via === 'qris' ? 1 : 0)
    await book(invoiceId, [amount, fee])
    const subject = via === 'qris' ? `account ${accountId}, live` : `sale of ${invoiceId}`
    expect(await broken()).toMatchObject([
      { id: 'I19', rows: expect.arrayContaining([expect.objectContaining({ subject })]) },
    ])
  })
})

test('the reconciliation of a day is CSV without formulas, with a line of totals', async () => {
  await sell(30_000, { name: '=HYPERLINK("http://evil.example")' })
  await sell(20_000, { name: ' +62, "Budi"', via: 'wallet_direct' })
  await withdraw(10_000)
  const today = shop.app.calendar.formatDay(shop.app.now())
  const lines: string[] = []
  for await (const line of reconcileDay(shop.app, { accountId, mode: 'live' }, today)) lines.push(line)
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain(`,"'=HYPERLINK(""http://evil.example"")",,30000,0,30000,1`)
  expect(lines[2]).toContain(`,wallet_direct,,"' +62, ""Budi""",,20000,0,20000,0`)
  expect(lines[3]).toMatch(/,withdrawal,,WD-[0-9A-Z]{17},,,,,-10000,0,-10000,1$/)
  expect(lines[4]).toBe('total,,,,,,,,40000,0,40000,')
})

test('the reconciliation by API is a file of this account and mode, and an impossible day is refused in JSON', async () => {
  await sell(30_000, { name: 'Ayu' })
  const today = shop.app.calendar.formatDay(shop.app.now())
  const ask = (day: string, asking = key) => shop.api(`/reconciliation?day=${day}`, { key: asking })
  const mine = await ask(today)
  expect(mine.status).toBe(200)
  expect(mine.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(mine.headers.get('content-disposition')).toBe(`attachment; filename="reconciliation-${today}.csv"`)
  const lines: string[] = []
  for await (const line of reconcileDay(shop.app, { accountId, mode: 'live' }, today)) lines.push(line)
  expect(mine.body).toBe(lines.map(line => `${line}\r\n`).join(''))
  expect(mine.body).toContain(',Ayu,')
  for (const other of [shop.keys.demo, shop.keys.second]) {
    expect((await ask(today, other)).body).toMatch(/\r\ntotal,,,,,,,,0,0,0,\r\n$/)
  }
  for (const day of ['2026-02-30', '2026-2-3', 'today', '']) {
    expect(await ask(day), day).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ path: 'day' }] },
    })
  }
  expect((await shop.api('/reconciliation', { key, method: 'HEAD' })).status).toBe(400)
  const head = await shop.api(`/reconciliation?day=${today}`, { key, method: 'HEAD' })
  expect([head.status, head.body]).toEqual([200, null])
})
