import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import { testConnection } from '../../src/connections/test-connection.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { signAsymmetric } from '../../src/connectors/snap/signature.ts'
import { makeSnapCredentials } from '../../src/connectors/snap/simulator-credentials.ts'
import { findOrCreateSnapKeys } from '../../src/connectors/snap/simulator-keys.ts'
import { examineParts } from '../../src/doctor/examine.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { Standing } from '../../src/keys/standing.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { pickOffer } from '../../src/payments/pick-offer.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import {
  type CreatedPayment,
  count,
  create,
  detect,
  letExpire,
  lifetimeS,
  send,
  statusOf,
  transfer,
  transfers,
} from './scenario.ts'

type Provider = 'interactive' | 'snap'

const mine = { payment_method: 'qris_user' }

/** Connects a provider with which the account has its own contract. */
async function connect(shop: TestShop, { accountId }: Standing, provider: Provider, mid: string): Promise<number> {
  const credentials =
    provider === 'snap'
      ? await makeSnapCredentials(shop.app.sql, shop.sandboxUrl, mid)
      : makeInteractiveCredentials(shop.sandboxUrl, mid)
  const common = { accountId, connector: provider, mode: 'test', label: 'Sendiri', window: sandboxWindow } as const
  const id = await createConnection(shop.app, { ...common, credentials })
  shop.forgetKeys()
  return id
}

async function coded(shop: TestShop, body: object = {}, key?: string): Promise<CreatedPayment & { qris: string }> {
  const payment = await create(shop, { ...mine, ...body }, key)
  await shop.work()
  return { ...payment, qris: (await viewPayment(shop.app, payment.invoice_id))!.qris! }
}

const paidVia = async (shop: TestShop, { invoice_id }: CreatedPayment) =>
  (
    await shop.app.sql.query<{ status: string; paid_via: string | null; end_reason: string | null }>(
      'select status, paid_via, end_reason from payment where invoice_id = $1',
      [invoice_id],
    )
  )[0]

describe.each<Provider>(['interactive', 'snap'])('qris_user by the merchant’s own %s', provider => {
  let shop: TestShop
  let connectionId: number
  const mid = `TOKO-${provider}`

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true })
    connectionId = await connect(shop, shop.demo, provider, mid)
  })
  afterAll(async () => {
    const violations = await findViolations(shop.app)
    await shop.close()
    expect(violations).toEqual([])
  })

  test("a payment is paid by the provider's own code, with its amount and the merchant’s id", async () => {
    const payment = await coded(shop)
    expect(payment).toMatchObject({ unique_code: 0, final_amount: payment.amount })
    expect(parseQris(payment.qris)).toMatchObject({ isValid: true, isDynamic: true, amount: payment.final_amount })
    const [made] = await shop.app.sql.query<{ mid: string }>('select mid from sandbox.code where qris = $1', [
      payment.qris,
    ])
    expect(made!.mid).toBe(provider === 'snap' ? `snap generic ${mid}` : mid)
    expect(await count(shop, 'hold', `invoice_id = '${payment.invoice_id}'`)).toBe(0)
  })

  test('a payment becomes paid automatically, notifies the backend once, and adds nothing to the balance', async () => {
    const payment = await coded(shop, { callback_url: `${shop.sandboxUrl}/receiver` })
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    await detect(shop)
    expect(await paidVia(shop, payment)).toMatchObject({ status: 'paid', paid_via: 'qris_user' })
    const [booked] = await shop.app.sql.query(
      'select amount, fee, net, is_withdrawable from movement where invoice_id = $1',
      [payment.invoice_id],
    )
    const amount = payment.final_amount
    expect(booked).toEqual({ amount, fee: 0, net: amount, is_withdrawable: false })
    expect((await shop.api('/get-balance')).body.data).toMatchObject({ available: 0 })
    const told = (await shop.sandbox('/receiver/log')).body as { body: string }[]
    expect(told.filter(({ body }) => body.includes(payment.invoice_id))).toHaveLength(1)
  })

  test('two payments of one amount are not mixed up, because each has its own code', async () => {
    const [one, other] = [await create(shop, mine), await create(shop, mine)]
    expect(other.final_amount).toBe(one.final_amount)
    await shop.work()
    await send(shop, { invoice_id: other.invoice_id })
    await detect(shop)
    expect([await statusOf(shop, one), await statusOf(shop, other)]).toEqual(['pending', 'paid'])
  })

  test('an unpaid payment expires, and later money waits for the merchant, who may accept it', async () => {
    const payment = await coded(shop)
    await letExpire(shop)
    expect(await statusOf(shop, payment)).toBe('expired')
    await shop.app.sql.write('update sandbox.code set ends_at = null, cancelled_at = null where qris = $1', [
      payment.qris,
    ])
    const { reference } = await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    const late = (await transfers(shop)).find(row => row.reference === reference)
    expect(late).toMatchObject({ state: 'review', reason: 'late', invoice_id: payment.invoice_id })
    const [{ id }] = (await shop.app.sql.query<{ id: number }>('select id from transfer where reference = $1', [
      reference,
    ])) as [{ id: number }]
    await acceptTransfer(shop.app, shop.demo, { transferId: id, actor: 'test' })
    expect(await paidVia(shop, payment)).toMatchObject({ status: 'paid', paid_via: 'qris_user' })
  })

  test('while the provider is down a payment waits for its code, and is finally cancelled with a reason', async () => {
    await shop.sandbox('/faults', { connector: provider, operation: 'any', mode: 'error' })
    const payment = await create(shop, mine)
    await shop.work()
    expect((await viewPayment(shop.app, payment.invoice_id))!).toMatchObject({ phase: 'preparing', qris: null })
    shop.advance(lifetimeS + 5)
    await shop.sandbox('/faults', { connector: provider, operation: 'any', mode: 'off' })
    await detect(shop)
    expect(await paidVia(shop, payment)).toMatchObject({ status: 'cancelled', end_reason: 'provider_unavailable' })
    expect(await count(shop, 'charge', `invoice_id = '${payment.invoice_id}' and state = 'failed'`)).toBe(1)
  })

  test('a payment whose provider failed for ten minutes is refused with the reason and not stored', async () => {
    const before = await count(shop, 'payment')
    await shop.app.sql.write('update connection set failing_since = $2 where id = $1', [
      connectionId,
      new Date(shop.app.now().getTime() - 11 * 60_000),
    ])
    shop.forgetKeys()
    const { status, body } = await shop.api('/create-payment', { body: { amount: 15_000, ...mine } })
    expect([status, body.code]).toEqual([400, 'method_unavailable'])
    expect(body.error).toContain('The connection has not worked for a while')
    expect(await count(shop, 'payment')).toBe(before)
    await shop.app.sql.write('update connection set failing_since = null where id = $1', [connectionId])
    shop.forgetKeys()
  })

  test('the payment lists describe the payment correctly', async () => {
    const { body } = await shop.api('/get-payment-methods')
    const listed = body.data.payment_methods.find(({ id }: { id: string }) => id === 'qris_user')
    expect(listed).toMatchObject({ available: true, requirements: [], has_bank_configured: true, max_amount: null })
    expect(body.data.user_status).toMatchObject({ has_bank_configured: true })
    const status = (await shop.api('/get-account-status')).body
    expect(status.data.integrations.bank_qris_user).toEqual({ configured: true, mid, has_qris_image: true })
    expect(await testConnection(shop.app, shop.demo.accountId, connectionId)).toMatchObject({ works: true })
  })

  test('the own provider comes before a stored static code, which is used again when it is switched off', async () => {
    const open = await coded(shop)
    const switched = { connectionId, isActive: false }
    await switchConnection(shop.app, shop.demo.accountId, switched)
    shop.forgetKeys()
    const byBank = await create(shop, mine)
    expect(await viewPayment(shop.app, byBank.invoice_id)).toMatchObject({ phase: 'payable', isStaticCode: false })
    await send(shop, { invoice_id: open.invoice_id })
    await send(shop, { invoice_id: byBank.invoice_id })
    await detect(shop)
    expect([await statusOf(shop, open), await statusOf(shop, byBank)]).toEqual(['paid', 'paid'])
    await switchConnection(shop.app, shop.demo.accountId, { ...switched, isActive: true })
    shop.forgetKeys()
  })

  test("own providers are processed apart from the operator's, so that a hanging one delays no other", async () => {
    const [own, operators] = [await create(shop, mine), await create(shop, { payment_method: 'qris' })]
    const codesOf = async () => {
      const views = await Promise.all([own, operators].map(({ invoice_id }) => viewPayment(shop.app, invoice_id)))
      return views.map(view => view!.qris !== null)
    }
    await waitUntilFinished(chargePayments(shop.app, 100, 'operator'))
    expect(await codesOf()).toEqual([false, true])
    await waitUntilFinished(chargePayments(shop.app, 100, 'merchants'))
    expect(await codesOf()).toEqual([true, true])
    await send(shop, { invoice_id: own.invoice_id })
    await shop.hurry()
    await waitUntilFinished(pollCharges(shop.app, 100, 'operator'))
    expect(await statusOf(shop, own)).toBe('pending')
    await waitUntilFinished(pollCharges(shop.app, 100, 'merchants'))
    expect(await statusOf(shop, own)).toBe('paid')
  })

  test('an own provider makes codes without a static code, and use_qris_converter returns false', async () => {
    const { body } = await shop.api('/create-payment', { body: { amount: 15_000, ...mine, use_qris_converter: true } })
    expect(body.data.qris_converter).toBe(false)
    await shop.work()
    expect((await viewPayment(shop.app, body.data.invoice_id))!.isStaticCode).toBe(false)
  })

  test('money of another account with the same merchant id is rejected, whatever that provider claims', async () => {
    const theirs = await connect(shop, shop.second, provider, mid)
    const payment = await coded(shop)
    const [{ reference }] = (await shop.app.sql.query<{ reference: string }>(
      'select provider_invoice_id as reference from charge where invoice_id = $1',
      [payment.invoice_id],
    )) as [{ reference: string }]
    const [{ receivingAccountId }] = (await shop.app.sql.query<{ receivingAccountId: number }>(
      'select receiving_account_id as "receivingAccountId" from connection where id = $1',
      [theirs],
    )) as [{ receivingAccountId: number }]
    const source = {
      connectionId: theirs,
      accountId: shop.second.accountId,
      receivingAccountId,
      window: { ...shop.app.connectors[provider]!.window, ...sandboxWindow },
    }
    await settleTransfer(shop.app, source, transfer({ reference, amount: payment.final_amount }))
    expect(await statusOf(shop, payment)).toBe('pending')
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('paid')
  })
})

describe('notifications of the merchant’s own SNAP provider', () => {
  let shop: TestShop
  let own: number
  let theirs: number

  beforeAll(async () => {
    shop = await createTestShop()
    own = await connect(shop, shop.demo, 'snap', 'TOKO-A')
    theirs = await connect(shop, shop.second, 'snap', 'TOKO-B')
  })
  afterAll(() => shop.close())

  /** Pays without a report by the provider; the next regular read is an hour away. */
  async function paidQuietly() {
    const payment = await coded(shop)
    await shop.app.sql.write("update charge set ask_at = now() + interval '1 hour'")
    await shop.app.sql.write("update reading set due_at = now() + interval '1 hour'")
    await shop.sandbox('/faults', { connector: 'snap', operation: 'push', mode: 'error', count: 1 })
    await send(shop, { invoice_id: payment.invoice_id })
    return payment
  }

  async function notify(
    connection: number,
    { invoice_id, final_amount }: CreatedPayment,
    forge = (text: string) => text,
  ) {
    const path = `/hooks/snap/${connection}/v1.0/qr/qr-mpm-notify`
    const timestamp = new Date().toISOString()
    const body = JSON.stringify({
      originalPartnerReferenceNo: `${invoice_id}-1`,
      latestTransactionStatus: '00',
      amount: { value: `${final_amount}.00`, currency: 'IDR' },
    })
    const { provider_private } = await findOrCreateSnapKeys(shop.app.sql)
    const text = { method: 'POST', path, body, timestamp }
    const { signature } = signAsymmetric(createPrivateKey(provider_private), text)
    const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': forge(signature) }
    return (await fetch(shop.url + path, { method: 'POST', headers, body })).status
  }

  test('notifications settle their payment immediately, and once even if they arrive repeatedly', async () => {
    const payment = await paidQuietly()
    expect(await Promise.all([1, 2, 3, 4, 5].map(() => notify(own, payment)))).toEqual([200, 200, 200, 200, 200])
    await Promise.all([shop.work(), shop.work()])
    await notify(own, payment)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe('paid')
    expect(await count(shop, 'transfer', `invoice_id = '${payment.invoice_id}'`)).toBe(1)
    expect(await count(shop, 'movement', `invoice_id = '${payment.invoice_id}'`)).toBe(1)
  })

  test('notifications with a wrong signature are refused and trigger nothing', async () => {
    const payment = await paidQuietly()
    expect(await notify(own, payment, text => text.replace(/^./, first => (first === 'A' ? 'B' : 'A')))).toBe(401)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe('pending')
  })

  test("notifications of another account's provider affect only that account's payments", async () => {
    const payment = await paidQuietly()
    expect(await notify(theirs, payment)).toBe(200)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe('pending')
    expect(await notify(own, payment)).toBe(200)
    await shop.work()
    expect(await statusOf(shop, payment)).toBe('paid')
  })

  test('cancelling a payment revokes its code at the provider, so that it cannot be paid', async () => {
    const payment = await coded(shop)
    expect((await shop.api('/cancel-payment', { body: { invoice: payment.invoice_id } })).status).toBe(200)
    await detect(shop)
    const answer = await shop.sandbox('/transfers', { invoice_id: payment.invoice_id })
    expect([answer.status, answer.body.code]).toEqual([400, 'expired'])
  })

  test('a provider that refuses to make the code ends the payment at once, with the reason', async () => {
    const credentials = await makeSnapCredentials(shop.app.sql, shop.sandboxUrl, 'TOKO-A')
    await switchConnection(shop.app, shop.demo.accountId, { connectionId: own, isActive: false })
    const wrong = { ...credentials, merchant_id: 'TOKO-OF-SOMEBODY' }
    const common = { accountId: shop.demo.accountId, connector: 'snap', mode: 'test', label: 'Keliru' } as const
    await createConnection(shop.app, { ...common, credentials: wrong, window: sandboxWindow })
    shop.forgetKeys()
    const payment = await create(shop, mine)
    await shop.work()
    expect(await paidVia(shop, payment)).toMatchObject({ status: 'cancelled', end_reason: 'provider_refused' })
    const { data } = (await shop.api(`/explain-payment?invoice=${payment.invoice_id}`)).body
    expect(data).toMatchObject({ verdict: 'no_code', explanation: expect.stringContaining('Invalid Merchant') })
    const findings = await examineParts(shop.app, ['connections'])
    expect(findings.find(({ sentence }) => sentence.includes('"Keliru"'))).toMatchObject({
      state: 'wrong',
      sentence: expect.stringMatching(/makes no codes: .*Invalid Merchant/),
    })
  })
})

describe('the merchant’s own provider in the edition with verification', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true, settings: { EDITION: 'verification' } })
    await connect(shop, shop.demo, 'snap', 'TOKO-A')
  })
  afterAll(async () => {
    const violations = await findViolations(shop.app)
    await shop.close()
    expect(violations).toEqual([])
  })

  const waysOf = async (invoiceId: string) => {
    const { offers } = (await viewPayment(shop.app, invoiceId))!
    return Object.fromEntries(offers.map(({ method, state }) => [method, state]))
  }

  test('the own provider is one of all methods, and both codes are made when the payer chooses them', async () => {
    const payment = await create(shop, { payment_method: 'all' })
    await shop.work()
    expect(await waysOf(payment.invoice_id)).toEqual({
      wallet_qris: 'ready',
      wallet_direct: 'ready',
      qris_user: 'choosable',
      qris: 'choosable',
    })
    for (const method of ['qris', 'qris_user'] as const) await pickOffer(shop.app, payment.invoice_id, method)
    await shop.work()
    expect(await waysOf(payment.invoice_id)).toMatchObject({ qris_user: 'ready', qris: 'ready' })
    const { offers } = (await viewPayment(shop.app, payment.invoice_id))!
    await send(shop, { qris: offers.find(({ method }) => method === 'qris_user')!.qris })
    await detect(shop)
    expect(await paidVia(shop, payment)).toMatchObject({ status: 'paid', paid_via: 'qris_user' })
  })

  test('a payment by all methods stays open while one provider refuses and the other has not been asked', async () => {
    await shop.app.sql.write(
      "update connection set is_active = false where connector in ('wallet', 'merchant-wallet', 'bank')",
    )
    shop.forgetKeys()
    const payment = await create(shop, { payment_method: 'all' })
    expect(await waysOf(payment.invoice_id)).toEqual({ qris_user: 'choosable', qris: 'choosable' })
    expect(await count(shop, 'hold', `invoice_id = '${payment.invoice_id}'`)).toBe(0)
    await pickOffer(shop.app, payment.invoice_id, 'qris')
    await shop.app.sql.write("update charge set state = 'failed' where invoice_id = $1 and method = 'qris'", [
      payment.invoice_id,
    ])
    await pickOffer(shop.app, payment.invoice_id, 'qris_user')
    await shop.work()
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await paidVia(shop, payment)).toMatchObject({ status: 'paid', paid_via: 'qris_user' })
    await shop.app.sql.write("update connection set is_active = true where label <> 'Neighbour'")
    shop.forgetKeys()
  })

  test("use_qris_converter returns the bank's stored code, and either code can be paid", async () => {
    const ask = async () =>
      (await shop.api('/create-payment', { body: { amount: 20_000, ...mine, use_qris_converter: true } })).body.data
    const [byStored, byProvider] = [await ask(), await ask()]
    expect(byStored.qris_converter).toMatchObject({ enabled: true })
    await shop.work()
    await send(shop, { qris: byStored.qris_converter.converted_qris })
    await send(shop, { qris: (await viewPayment(shop.app, byProvider.invoice_id))!.qris })
    await detect(shop)
    for (const payment of [byStored, byProvider]) {
      expect(await paidVia(shop, payment)).toMatchObject({ status: 'paid', paid_via: 'qris_user' })
    }
  })
})

test("the operator's connection serves everyone's qris, and is not also offered as the operator's own", async () => {
  const shop = await createTestShop()
  try {
    const { requirements } = shop.app.edition
    expect(requirements(shop.operator, 'qris')).toEqual([])
    expect(requirements(shop.operator, 'qris_user')).toMatchObject([{ code: 'bank' }])
    expect(requirements(shop.demo, 'qris_user')).toMatchObject([{ code: 'bank' }])
  } finally {
    await shop.close()
  }
})
