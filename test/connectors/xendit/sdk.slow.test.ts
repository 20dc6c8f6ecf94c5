import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'
import { npmSdk, pypiSdk } from '../install-sdk.ts'

// The official SDKs, unchanged: their address is an option. They use the version before 2024-11-11:
// npmjs.com/package/xendit-node and pypi.org/project/xendit-python.
const nodeSdk = await npmSdk('xendit-node', '7.0.0')
const pythonSdk = await pypiSdk('xendit-python', '7.0.0')

const secretKey = 'xnd_development_SDK'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

describe.skipIf(nodeSdk === null)('xendit-node 7.0.0 of npm (skipped if npm cannot install it)', () => {
  const openClient = (key = secretKey) =>
    new (nodeSdk!('xendit-node').Xendit)({ secretKey: key, xenditURL: `${sandbox.url}/xendit` })
  const order = (referenceId: string) => ({
    referenceId,
    amount: 25_036,
    currency: 'IDR',
    paymentMethod: { type: 'QR_CODE', reusability: 'ONE_TIME_USE', qrCode: { channelCode: 'QRIS' } },
  })

  test('the npm SDK creates a code, pays it in test mode, sees it paid, lists and refunds it', async () => {
    const client = openClient()
    const made = await client.PaymentRequest.createPaymentRequest({ idempotencyKey: 'node-1', data: order('node-1') })
    expect(made).toMatchObject({ status: 'PENDING', referenceId: 'node-1', amount: 25_036 })
    expect(made.paymentMethod.qrCode.channelProperties.qrString).toMatch(/^000201/)
    await client.PaymentMethod.simulatePayment({ paymentMethodId: made.paymentMethod.id, data: { amount: 25_036 } })
    expect(await client.PaymentRequest.getPaymentRequestByID({ paymentRequestId: made.id })).toMatchObject({
      status: 'SUCCEEDED',
    })
    const listed = await client.Transaction.getAllTransactions({ types: ['PAYMENT'], limit: 10 })
    expect(listed).toMatchObject({
      hasMore: false,
      data: [{ referenceId: 'node-1', amount: 25_036, status: 'SUCCESS' }],
    })
    const refund = { paymentRequestId: made.id, amount: 36, currency: 'IDR', reason: 'OTHERS' }
    expect(await client.Refund.createRefund({ data: refund })).toMatchObject({ amount: 36, paymentRequestId: made.id })
  })

  test('the npm SDK reads the balance, and throws for an unknown code and an invalid key', async () => {
    expect(await openClient().Balance.getBalance({})).toMatchObject({ balance: expect.any(Number) })
    const missing = { paymentRequestId: 'pr-00000000-0000-0000-0000-000000000000' }
    await expect(openClient().PaymentRequest.getPaymentRequestByID(missing)).rejects.toMatchObject({
      status: 404,
      errorCode: 'DATA_NOT_FOUND',
    })
    await expect(openClient('xnd_public_development_SDK').Balance.getBalance({})).rejects.toMatchObject({
      status: 401,
      errorCode: 'INVALID_API_KEY',
    })
  })
})

describe.skipIf(pythonSdk === null)('xendit-python 7.0.0 of PyPI (skipped if pip cannot install it)', () => {
  const program = `
import json, sys, xendit
from xendit.apis import BalanceApi, PaymentRequestApi, TransactionApi
from xendit.payment_request.model.payment_request_parameters import PaymentRequestParameters
client = xendit.ApiClient(xendit.Configuration(host=sys.argv[1], api_key=sys.argv[2]))
requests = PaymentRequestApi(client)
method = {'type': 'QR_CODE', 'reusability': 'ONE_TIME_USE', 'qr_code': {'channel_code': 'QRIS'}}
parameters = PaymentRequestParameters._from_openapi_data(
    reference_id='python-1', amount=25036.0, currency='IDR', payment_method=method,
    _check_type=True, _configuration=client.configuration, _spec_property_naming=True)
made = requests.create_payment_request(payment_request_parameters=parameters)
def failure(work):
    try:
        work()
    except xendit.XenditSdkException as error:
        return error.status
print(json.dumps({
    'status': str(made.status),
    'qris': made.payment_method.qr_code.channel_properties.qr_string,
    'again': str(requests.get_payment_request_by_id(made.id).status),
    'balance': BalanceApi(client).get_balance().balance,
    'listed': TransactionApi(client).get_all_transactions().has_more,
    'unknown': failure(lambda: requests.get_payment_request_by_id('pr-00000000-0000-0000-0000-000000000000')),
}))
`

  test('the Python SDK creates a code and reads it, the balance and the transactions', async () => {
    expect(await pythonSdk!(program, `${sandbox.url}/xendit`, secretKey)).toEqual({
      status: 'PENDING',
      qris: expect.stringMatching(/^000201/),
      again: 'PENDING',
      balance: 1_000_000,
      listed: false,
      unknown: '404',
    })
  })
})
