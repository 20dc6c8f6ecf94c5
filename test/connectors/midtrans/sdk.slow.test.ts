import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'
import { npmSdk, pypiSdk } from '../install-sdk.ts'

// The official SDKs, unchanged except for the address, which is in a field: npmjs.com/package/midtrans-client and
// pypi.org/project/midtransclient.
const nodeSdk = await npmSdk('midtrans-client', '1.4.3')
const pythonSdk = await pypiSdk('midtransclient', '1.4.2')

const serverKey = 'SB-Mid-server-SDK'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const order = (order_id: string) => ({
  payment_type: 'qris',
  transaction_details: { order_id, gross_amount: 25_036 },
  qris: { acquirer: 'gopay' },
})

describe.skipIf(nodeSdk === null)('midtrans-client 1.4.3 of npm (skipped if npm cannot install it)', () => {
  const openClient = () => {
    const config = nodeSdk!('midtrans-client/lib/apiConfig.js')
    config.CORE_SANDBOX_BASE_URL = `${sandbox.url}/midtrans`
    return new (nodeSdk!('midtrans-client').CoreApi)({ isProduction: false, serverKey, clientKey: 'unused' })
  }

  test('the npm SDK creates a code, sees it paid and refunds it', async () => {
    const client = openClient()
    const made = await client.charge(order('node-1'))
    expect(made).toMatchObject({ status_code: '201', transaction_status: 'pending', gross_amount: '25036.00' })
    await sandbox.call('POST', '/transfers', { qris: made.qr_string })
    expect(await client.transaction.status(made.transaction_id)).toMatchObject({ transaction_status: 'settlement' })
    const refunded = await client.transaction.refundDirect('node-1', { refund_key: 'r1', amount: 36, reason: 'x' })
    expect(refunded).toMatchObject({ transaction_status: 'partial_refund' })
  })

  test('the npm SDK expires and cancels a code, and reads the notification by checking it', async () => {
    const client = openClient()
    const [one, two] = [await client.charge(order('node-2')), await client.charge(order('node-3'))]
    // The SDK treats HTTP 200 with 407 inside as a success.
    expect(await client.transaction.expire('node-2')).toMatchObject({
      status_code: '407',
      transaction_status: 'expire',
    })
    expect(await client.transaction.cancel('node-3')).toMatchObject({ transaction_status: 'cancel' })
    const notified = await client.transaction.notification({ transaction_id: one.transaction_id })
    expect(notified).toMatchObject({ order_id: 'node-2', transaction_status: 'expire' })
    expect(two.order_id).toBe('node-3')
  })

  test('the npm SDK throws for a used order, an unknown order, and a client key', async () => {
    const client = openClient()
    await client.charge(order('node-4'))
    await expect(client.charge(order('node-4'))).rejects.toMatchObject({ httpStatusCode: 406 })
    await expect(client.transaction.status('nowhere')).rejects.toMatchObject({ httpStatusCode: 404 })
    client.apiConfig.set({ serverKey: 'SB-Mid-client-SDK' })
    await expect(client.transaction.status('node-4')).rejects.toMatchObject({ httpStatusCode: 401 })
  })
})

describe.skipIf(pythonSdk === null)('midtransclient 1.4.2 of PyPI (skipped if pip cannot install it)', () => {
  const program = `
import json, sys, midtransclient
from midtransclient.config import ApiConfig
ApiConfig.CORE_SANDBOX_BASE_URL = sys.argv[1]
client = midtransclient.CoreApi(is_production=False, server_key=sys.argv[2], client_key='unused')
def charge(order_id):
    return client.charge({'payment_type': 'qris', 'transaction_details': {'order_id': order_id, 'gross_amount': 25036}})
def failure(work):
    try:
        work()
    except midtransclient.error_midtrans.MidtransAPIError as error:
        return error.http_status_code
made = charge('python-1')
print(json.dumps({
    'made': made,
    'pending': client.transactions.status(made['transaction_id']),
    'expired': client.transactions.expire('python-1'),
    'cancelled': (charge('python-2'), client.transactions.cancel('python-2'))[1],
    'used': failure(lambda: charge('python-1')),
    'unknown': failure(lambda: client.transactions.status('nowhere')),
}))
`

  test("the Python SDK creates, expires and cancels codes, and raises on Midtrans's refusals", async () => {
    expect(await pythonSdk!(program, `${sandbox.url}/midtrans`, serverKey)).toMatchObject({
      made: { status_code: '201', gross_amount: '25036.00', qr_string: expect.stringMatching(/^000201/) },
      pending: { status_code: '201', transaction_status: 'pending' },
      expired: { status_code: '407', transaction_status: 'expire' },
      cancelled: { status_code: '200', transaction_status: 'cancel' },
      used: 406,
      unknown: 404,
    })
  })
})
