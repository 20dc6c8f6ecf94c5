import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOwnCode } from '../../src/connections/store-own-code.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { convertQris } from '../../src/qris/convert-qris.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { demoAccounts, makeAccountAt } from '../kit/demo-accounts.ts'
import { count, create, detect, letExpire, send, statusOf, transfers } from '../payments/scenario.ts'

const ofSomebody =
  '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID5911TOKO MURAHA6005Medan61052011162070703A016304B85E'
const bankCode = makeAccountAt('bank', demoAccounts.bank).qris!
const walletCode = makeAccountAt('merchant-wallet', demoAccounts['merchant-wallet']).qris!

const paid = (shop: TestShop, invoiceId: string) =>
  shop.app.sql.query<{ status: string; paid_via: string }>(
    'select status, paid_via from payment where invoice_id = $1',
    [invoiceId],
  )
const callbackFor = async (shop: TestShop, invoiceId: string) =>
  (await shop.sandbox('/receiver/log')).body.filter((entry: { body: string }) => entry.body.includes(invoiceId))

describe.each([
  { method: 'qris_user', code: bankCode },
  { method: 'wallet_qris', code: walletCode },
] as const)('$method', ({ method, code }) => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true })
  })
  afterAll(() => shop.close())

  test('the method is paid end to end: a code with its amount, money found by amount, a callback', async () => {
    const payment = await create(shop, { payment_method: method, callback_url: `${shop.sandboxUrl}/receiver` })
    expect(payment.final_amount).toBe(payment.amount + payment.unique_code)
    const view = await viewPayment(shop.app, payment.invoice_id)
    expect(view).toMatchObject({ phase: 'payable', isStaticCode: false, receivingAccount: null })
    expect(view!.qris).toBe(convertQris(code, payment.final_amount).converted)

    await send(shop, { qris: code, amount: payment.final_amount })
    await detect(shop)
    expect(await paid(shop, payment.invoice_id)).toEqual([{ status: 'paid', paid_via: method }])
    expect(await callbackFor(shop, payment.invoice_id)).toHaveLength(1)
  })

  test('the sandbox pays the method with only the invoice id', async () => {
    const payment = await create(shop, { payment_method: method })
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await statusOf(shop, payment)).toBe('paid')
  })

  test('the method has no maximum of its own', async () => {
    const payment = await create(shop, { payment_method: method, amount: 75_000_000 })
    expect(payment.amount).toBe(75_000_000)
  })

  test('use_qris_converter returns true, and the page shows the code with the amount inside', async () => {
    const { body } = await shop.api('/create-payment', {
      body: { amount: 20_000, payment_method: method, use_qris_converter: true, qris_string: ofSomebody },
    })
    expect(body.data.qris_converter).toBe(true)
    const view = await viewPayment(shop.app, body.data.invoice_id)
    expect(view).toMatchObject({ isStaticCode: false, receivingAccount: null })
    expect(parseQris(view!.qris!)).toMatchObject({ isValid: true, isDynamic: true, amount: body.data.final_amount })
    expect(view!.qris).toBe(convertQris(code, body.data.final_amount).converted)

    await send(shop, { qris: view!.qris! })
    await detect(shop)
    expect(await paid(shop, body.data.invoice_id)).toEqual([{ status: 'paid', paid_via: method }])
  })

  test('an unpaid payment expires, and late money waits for the merchant', async () => {
    const payment = await create(shop, { payment_method: method })
    await letExpire(shop)
    expect(await statusOf(shop, payment)).toBe('expired')
    const { reference } = await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect((await transfers(shop)).find(row => row.reference === reference)).toMatchObject({
      state: 'review',
      reason: 'late',
      invoice_id: payment.invoice_id,
    })
  })
})

describe('use_qris_converter in the edition with subscriptions', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true })
  })
  afterAll(() => shop.close())

  test.each(['qris', 'wallet_direct'])('use_qris_converter is ignored for %s', async payment_method => {
    const { body } = await shop.api('/create-payment', {
      body: { amount: 20_000, payment_method, use_qris_converter: true, qris_string: bankCode },
    })
    expect(body.data.qris_converter).toBe(false)
    expect(await count(shop, 'hold', `invoice_id = '${body.data.invoice_id}' and static_qris is not null`)).toBe(0)
  })
})

describe('use_qris_converter in the edition with verification', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true, settings: { EDITION: 'verification' } })
  })
  afterAll(() => shop.close())

  const convert = (body: object) =>
    shop.api('/create-payment', { body: { amount: 30_000, use_qris_converter: true, ...body } })

  test.each([
    ['qris', bankCode, 'qris_user'],
    ['qris', walletCode, 'wallet_qris'],
    ['wallet_direct', bankCode, 'qris_user'],
    ['wallet_qris', bankCode, 'qris_user'],
    ['qris_user', bankCode, 'qris_user'],
  ])(
    "a payment of %s with an own connection's code can also be paid by that code",
    async (payment_method, code, via) => {
      const { body } = await convert({ payment_method, qris_string: code })
      const { invoice_id, final_amount, qris_converter } = body.data
      expect(qris_converter.enabled).toBe(true)
      expect(parseQris(qris_converter.converted_qris).amount).toBe(final_amount)
      await send(shop, { qris: qris_converter.converted_qris })
      await detect(shop)
      expect(await paid(shop, invoice_id)).toEqual([{ status: 'paid', paid_via: via }])
    },
  )

  test('a payment with a converted code can still be paid by its own method', async () => {
    const { body } = await convert({ payment_method: 'wallet_direct', qris_string: bankCode })
    const view = await viewPayment(shop.app, body.data.invoice_id)
    expect(view!.receivingAccount!.number).toBe(demoAccounts.wallet)
    expect(view!.qris).toBe(body.data.qris_converter.converted_qris)
    const wallet = (await shop.sandbox('/transfers', { connector: 'wallet', amount: body.data.final_amount })).status
    expect(wallet).toBe(200)
    await detect(shop)
    expect(await paid(shop, body.data.invoice_id)).toEqual([{ status: 'paid', paid_via: 'wallet_direct' }])
  })

  test('the second money for a converted code is put in review', async () => {
    const { body } = await convert({ payment_method: 'wallet_direct', qris_string: bankCode })
    await send(shop, { connector: 'wallet', amount: body.data.final_amount })
    await detect(shop)
    const { reference } = await send(shop, { qris: body.data.qris_converter.converted_qris })
    await detect(shop)
    expect((await transfers(shop)).find(row => row.reference === reference)).toMatchObject({
      state: 'review',
      reason: 'paid_twice',
    })
  })

  test('without qris_string the stored code is converted', async () => {
    const { body } = await convert({ payment_method: 'qris_user' })
    expect(body.data.qris_converter.converted_qris).toBe(convertQris(bankCode, body.data.final_amount).converted)
  })

  test("another merchant's code is refused with the reason, and writes nothing", async () => {
    const before = await count(shop, 'payment')
    const answer = await convert({ payment_method: 'qris', qris_string: ofSomebody })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'qris_string' }] } })
    expect(answer.body.error).toContain('never be seen')
    expect(await count(shop, 'payment')).toBe(before)
  })

  test("another account's code is refused like a stranger's", async () => {
    const answer = await shop.api('/create-payment', {
      key: shop.keys.second,
      body: { amount: 30_000, payment_method: 'wallet_direct', use_qris_converter: true, qris_string: bankCode },
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'qris_string' }] } })
  })

  test('simultaneous payments on two receiving accounts never share an amount', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        turn % 2 === 0
          ? convert({ amount: 40_000, payment_method: 'wallet_direct', qris_string: bankCode })
          : shop.api('/create-payment', {
              body: { amount: 40_000, payment_method: turn % 4 === 1 ? 'qris_user' : 'wallet_direct' },
            }),
      ),
    )
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const doubled = await shop.app.sql.query(
      `select receiving_account_id, final_amount from hold where held_until = 'infinity'
       group by receiving_account_id, final_amount having count(*) > 1`,
    )
    expect(doubled).toEqual([])
    const stray = await shop.app.sql.query(
      `select 1 from reservation r where held_until > now() and not exists (
         select 1 from hold h where h.invoice_id = r.invoice_id and h.receiving_account_id = r.receiving_account_id)`,
    )
    expect(stray).toEqual([])
  })
})

describe('a code stored with a connection', () => {
  let shop: TestShop
  const owner = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
  const bankId = () => shop.demo.connections.find(({ connector }) => connector === 'bank')!.id

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true })
  })
  afterAll(() => shop.close())

  test('a stored code must be static, complete and in rupiah', async () => {
    for (const qris of [
      'hello',
      bankCode.slice(0, -1),
      convertQris(bankCode, 5_000).converted,
      bankCode.replace('DEMO', 'DAMO'),
    ]) {
      await expect(storeOwnCode(shop.app, owner(), bankId(), { qris })).rejects.toMatchObject({
        fields: [{ path: 'qris' }],
      })
    }
    expect(await storeOwnCode(shop.app, owner(), bankId(), { qris: `  ${ofSomebody}\n` })).toMatchObject({
      merchantName: 'TOKO MURAHA',
    })
  })

  test('a stored code of another account cannot be changed', async () => {
    const other = { accountId: shop.second.accountId, mode: 'test' as const }
    await expect(storeOwnCode(shop.app, other, bankId(), { qris: bankCode })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a missing stored code is stated as a requirement', async () => {
    await shop.app.sql.write('update connection set static_qris = null where id = $1', [bankId()])
    const answer = await shop.api('/create-payment', {
      key: shop.keys.demo,
      body: { amount: 10_000, payment_method: 'qris_user' },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'method_unavailable' } })
    expect(answer.body.error).toContain('The QRIS image of the bank is not stored')
  })
})
