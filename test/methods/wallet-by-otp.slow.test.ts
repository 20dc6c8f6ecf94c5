import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerConnectAttempt } from '../../src/connecting/answer-connect-attempt.ts'
import { startConnectAttempt } from '../../src/connecting/start-connect-attempt.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { setBridge } from '../../src/connections/set-bridge.ts'
import { storeOwnCode } from '../../src/connections/store-own-code.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import { makeBridgeAccess, makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { makeStaticCode } from '../../src/connectors/simulator/qris-code.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { takesOwnCode } from '../../src/methods/edition.ts'
import { viewPayment } from '../../src/payments/view-payment.ts'
import { convertQris } from '../../src/qris/convert-qris.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, detect, send } from '../payments/scenario.ts'

const phone = '081234567890'
const code = makeStaticCode(phone, 'SITI RAHMA')

/** Opens a shop whose operator's account has only a wallet that was connected by OTP and PIN. */
async function shopWithWallet(edition: 'subscription' | 'verification') {
  const shop = await createTestShop({ settings: { EDITION: edition } })
  const owner = { accountId: shop.second.accountId, mode: 'test' as const }
  // The test shop's own wallet was connected without an OTP.
  const { id: given } = shop.second.connections.find(({ isOwn }) => isOwn)!
  await switchConnection(shop.app, owner.accountId, { connectionId: given, isActive: false })
  const { base_url: baseUrl, key } = makeBridgeAccess(shop.sandboxUrl, 'wallet')
  await setBridge(shop.app, { connector: 'wallet', mode: 'test', baseUrl, key })
  return { shop, owner }
}

async function connectByOtp({ app }: TestShop, owner: { accountId: number; mode: 'test' }) {
  const { id } = await startConnectAttempt(app, { ...owner, connector: 'wallet', fields: { phone } })
  await answerConnectAttempt(app, owner, id, { code: '123456' })
  const { connectionId } = await answerConnectAttempt(app, owner, id, { code: '112233' })
  return connectionId!
}

async function walletQris(shop: TestShop) {
  shop.forgetKeys()
  const { body } = await shop.api('/get-payment-methods', { key: shop.keys.second })
  const { payment_methods, user_status } = body.data
  const { available, requirements } = payment_methods.find(({ id }: { id: string }) => id === 'wallet_qris')
  return { available, requirements, isConnected: user_status.has_wallet_qris_connected }
}

const withAmount = (qris: string, amount: number) => convertQris(qris, amount).converted

const payerSees = async (shop: TestShop, invoiceId: string) => {
  const { qris, receivingAccount } = (await viewPayment(shop.app, invoiceId))!
  return { qris, number: receivingAccount?.number ?? null }
}

describe('wallet_qris in the edition with verification', () => {
  let shop: TestShop
  let owner: { accountId: number; mode: 'test' }
  let connectionId: number

  beforeAll(async () => {
    ;({ shop, owner } = await shopWithWallet('verification'))
  })
  afterAll(() => shop.close())

  type Asked = CreatedPayment & { qris_converter?: { enabled: boolean; converted_qris: string } }
  const ask = (asked: object): Promise<Asked> =>
    create(shop, { payment_method: 'wallet_qris', ...asked }, shop.keys.second)
  const paidVia = async (invoiceId: string) => {
    const [row] = await shop.app.sql.query<{ status: string; paid_via: string }>(
      'select status, paid_via from payment where invoice_id = $1',
      [invoiceId],
    )
    return row!
  }

  test('wallet_qris requires a wallet connected by OTP, and says so', async () => {
    expect(await walletQris(shop)).toEqual({
      available: false,
      isConnected: false,
      requirements: [expect.stringContaining('connected by OTP')],
    })
  })

  test('wallet_qris also requires the static code of that wallet', async () => {
    connectionId = await connectByOtp(shop, owner)
    expect(await walletQris(shop)).toEqual({
      available: false,
      isConnected: true,
      requirements: ['The QRIS image of the wallet or merchant wallet is not stored'],
    })
    await storeOwnCode(shop.app, owner, connectionId, { qris: code })
    expect(await walletQris(shop)).toEqual({ available: true, isConnected: true, requirements: [] })
  })

  test("a payment is paid by the wallet's code, and found by its amount", async () => {
    const payment = await ask({})
    const qris = withAmount(code, payment.final_amount)
    expect(await payerSees(shop, payment.invoice_id)).toEqual({ qris, number: null })
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await paidVia(payment.invoice_id)).toEqual({ status: 'paid', paid_via: 'wallet_qris' })
  })

  test('wallet_qris converts the code of the wallet', async () => {
    const payment = await ask({ use_qris_converter: true })
    expect(parseQris(payment.qris_converter!.converted_qris)).toMatchObject({
      amount: payment.final_amount,
      isValid: true,
    })
  })

  test("wallet_direct with the wallet's code shows the converted code instead of the number", async () => {
    const asked = { payment_method: 'wallet_direct', use_qris_converter: true, qris_string: code }
    const { invoice_id, qris_converter } = await ask(asked)
    expect(qris_converter!.converted_qris).toEqual(expect.any(String))
    expect(await payerSees(shop, invoice_id)).toEqual({ qris: qris_converter!.converted_qris, number: null })
  })

  test('the same wallet keeps its number for wallet_direct', async () => {
    const payment = await ask({ payment_method: 'wallet_direct' })
    expect(await payerSees(shop, payment.invoice_id)).toEqual({ qris: null, number: phone })
  })

  test('`all` offers the wallet once if both ways lead to it', async () => {
    const payment = await ask({ payment_method: 'all' })
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    expect(await paidVia(payment.invoice_id)).toEqual({ status: 'paid', paid_via: 'wallet_qris' })
  })

  test('a merchant wallet also serves the method, and its pasted token is a second way', async () => {
    const credentials = makeBridgedCredentials(shop.sandboxUrl, 'merchant-wallet', 'G200')
    const token = { ...owner, connector: 'merchant-wallet', label: 'Outlet', credentials }
    const outlet = await createConnection(shop.app, token)
    // Its code is not stored yet, and the wallet continues to work.
    const before = await ask({})
    const walletCode = withAmount(code, before.final_amount)
    expect(await payerSees(shop, before.invoice_id)).toEqual({ qris: walletCode, number: null })
    const outletCode = makeStaticCode('G200', 'WARUNG KOPI DEMO')
    await storeOwnCode(shop.app, owner, outlet, { qris: outletCode })
    shop.forgetKeys()
    const after = await ask({})
    const shown = withAmount(outletCode, after.final_amount)
    expect(await payerSees(shop, after.invoice_id)).toEqual({ qris: shown, number: null })
    // The account has both codes, so either may be used.
    const given = await ask({ use_qris_converter: true, qris_string: code })
    expect(given.qris_converter!.enabled).toBe(true)
  })
})

test('in the edition with subscriptions a wallet serves only wallet_direct', async () => {
  const { shop, owner } = await shopWithWallet('subscription')
  const connectionId = await connectByOtp(shop, owner)
  await storeOwnCode(shop.app, owner, connectionId, { qris: code })
  expect(await walletQris(shop)).toEqual({
    available: false,
    isConnected: false,
    requirements: ['No merchant wallet is connected'],
  })
  const payment = await create(shop, { payment_method: 'wallet_direct' }, shop.keys.second)
  expect(await payerSees(shop, payment.invoice_id)).toEqual({ qris: null, number: phone })
  expect(takesOwnCode(shop.app.edition, { connector: 'wallet', method: '' })).toBe(false)
  expect((await findStandingByAccount(shop.app, owner.accountId, 'test'))!.connections).toHaveLength(2)
  await shop.close()
})
