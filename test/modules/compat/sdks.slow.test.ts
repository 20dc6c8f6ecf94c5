import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npmSdk, pypiSdk } from '../../connectors/install-sdk.ts'
import { type CompatShop, createCompatShop } from './compat-shop.ts'

// The official SDKs, unchanged but for the address: npmjs.com/package/midtrans-client, npmjs.com/package/xendit-node,
// pypi.org/project/midtransclient and pypi.org/project/xendit-python. Each is skipped if it cannot be installed.
const midtransNode = await npmSdk('midtrans-client', '1.4.3')
const midtransPython = await pypiSdk('midtransclient', '1.4.2')
const xenditNode = await npmSdk('xendit-node', '7.0.0')
const xenditPython = await pypiSdk('xendit-python', '7.0.0')

let shop: CompatShop
beforeAll(async () => {
  shop = await createCompatShop()
})
afterAll(() => shop.close())

const order = (order_id: string) => ({
  payment_type: 'qris',
  transaction_details: { order_id, gross_amount: 25_036 },
  qris: { acquirer: 'gopay' },
})

describe.skipIf(midtransNode === null)('midtrans-client 1.4.3 of npm', () => {
  const openClient = (Client: 'CoreApi' | 'Snap', serverKey = shop.key) => {
    const config = midtransNode!('midtrans-client/lib/apiConfig.js')
    config.CORE_SANDBOX_BASE_URL = `${shop.compatUrl}/compat/midtrans`
    config.SNAP_SANDBOX_BASE_URL = `${shop.compatUrl}/compat/midtrans/snap/v1`
    return new (midtransNode!('midtrans-client')[Client])({ isProduction: false, serverKey, clientKey: 'unused' })
  }

  test('midtrans-client creates a code, sees it paid, reads its notification and refunds it', async () => {
    const client = openClient('CoreApi')
    const made = await client.charge(order('node-1'))
    expect(made).toMatchObject({ status_code: '201', gross_amount: '25036.00', fraud_status: 'accept' })
    await shop.pay(made.transaction_id)
    const notified = await client.transaction.notification({ transaction_id: made.transaction_id })
    expect(notified).toMatchObject({ order_id: 'node-1', transaction_status: 'settlement' })
    const part = await client.transaction.refundDirect('node-1', { refund_key: 'r1', amount: 36, reason: 'x' })
    expect(part).toMatchObject({ transaction_status: 'partial_refund' })
  })

  test('midtrans-client expires, cancels, opens Snap, and throws for a used order and an unknown key', async () => {
    const client = openClient('CoreApi')
    await client.charge(order('node-2'))
    await client.charge(order('node-3'))
    expect(await client.transaction.expire('node-2')).toMatchObject({ transaction_status: 'expire' })
    expect(await client.transaction.cancel('node-3')).toMatchObject({ transaction_status: 'cancel' })
    await expect(client.transaction.cancel('node-3')).rejects.toMatchObject({ httpStatusCode: '412' })
    await expect(client.charge(order('node-3'))).rejects.toMatchObject({ httpStatusCode: '406' })
    await expect(client.transaction.status('nowhere')).rejects.toMatchObject({ httpStatusCode: 404 })
    const { transaction_details } = order('node-4')
    const snap = await openClient('Snap').createTransaction({ transaction_details })
    expect((await fetch(snap.redirect_url)).status).toBe(200)
    await expect(openClient('CoreApi', shop.keys.demo).transaction.status('node-2')).rejects.toMatchObject({
      httpStatusCode: 401,
    })
  })
})

describe.skipIf(midtransPython === null)('midtransclient 1.4.2 of PyPI', () => {
  const program = `
import json, sys, midtransclient
from midtransclient.config import ApiConfig
ApiConfig.CORE_SANDBOX_BASE_URL = sys.argv[1]
ApiConfig.SNAP_SANDBOX_BASE_URL = sys.argv[1] + '/snap/v1'
client = midtransclient.CoreApi(is_production=False, server_key=sys.argv[2], client_key='unused')
snap = midtransclient.Snap(is_production=False, server_key=sys.argv[2], client_key='unused')
def details(order_id):
    return {'transaction_details': {'order_id': order_id, 'gross_amount': 25036}}
def charge(order_id):
    return client.charge({'payment_type': 'qris', **details(order_id)})
def failure(work):
    try:
        work()
    except midtransclient.error_midtrans.MidtransAPIError as error:
        return error.api_response_dict['status_code']
made = charge('python-1')
print(json.dumps({
    'made': made,
    'pending': client.transactions.status(made['transaction_id']),
    'expired': client.transactions.expire('python-1'),
    'cancelled': (charge('python-2'), client.transactions.cancel('python-2'))[1],
    'used': failure(lambda: charge('python-1')),
    'unknown': failure(lambda: client.transactions.status('nowhere')),
    'refunded': failure(lambda: client.transactions.refund('python-2', {'amount': 1})),
    'snap': snap.create_transaction(details('python-3')),
}))
`

  test('midtransclient creates, expires and cancels codes, opens Snap, and raises on refusals', async () => {
    expect(await midtransPython!(program, `${shop.compatUrl}/compat/midtrans`, shop.key)).toMatchObject({
      made: { status_code: '201', qr_string: expect.stringMatching(/^000201/) },
      pending: { status_code: '201', transaction_status: 'pending' },
      expired: { status_code: '407', transaction_status: 'expire' },
      cancelled: { status_code: '200', transaction_status: 'cancel' },
      used: '406',
      unknown: '404',
      refunded: '412',
      snap: { token: expect.any(String), redirect_url: expect.stringContaining('/snap/') },
    })
  })
})

describe.skipIf(xenditNode === null)('xendit-node 7.0.0 of npm', () => {
  const openClient = (secretKey = shop.key) =>
    new (xenditNode!('xendit-node').Xendit)({ secretKey, xenditURL: `${shop.compatUrl}/compat/xendit` })
  const paymentMethod = { type: 'QR_CODE', reusability: 'ONE_TIME_USE', qrCode: { channelCode: 'QRIS' } }

  test('xendit-node creates a code, simulates its payment, sees it paid, lists and refunds it', async () => {
    const client = openClient()
    const data = { referenceId: 'node-1', amount: 25_036, currency: 'IDR', paymentMethod }
    const made = await client.PaymentRequest.createPaymentRequest({ idempotencyKey: 'node-1', data })
    expect(made.paymentMethod.qrCode.channelProperties.qrString).toMatch(/^000201/)
    await client.PaymentMethod.simulatePayment({ paymentMethodId: made.paymentMethod.id, data: { amount: 25_036 } })
    const found = await client.PaymentRequest.getPaymentRequestByID({ paymentRequestId: made.id })
    expect(found.status).toBe('SUCCEEDED')
    const listed = await client.Transaction.getAllTransactions({ types: ['PAYMENT'], limit: 10 })
    expect(listed.data).toContainEqual(expect.objectContaining({ productId: made.id, status: 'SUCCESS' }))
    const refund = { paymentRequestId: made.id, amount: 36, currency: 'IDR', reason: 'OTHERS' }
    expect(await client.Refund.createRefund({ data: refund })).toMatchObject({ amount: 36, paymentRequestId: made.id })
    expect(await client.Balance.getBalance({})).toMatchObject({ balance: expect.any(Number) })
  })

  test('xendit-node creates, finds and expires an invoice, and fails to find an unknown one', async () => {
    const { Invoice } = openClient()
    const made = await Invoice.createInvoice({ data: { externalId: 'node-2', amount: 25_036, invoiceDuration: '900' } })
    expect(made).toMatchObject({ status: 'PENDING', amount: 25_036 })
    expect(await Invoice.getInvoices({ externalId: 'node-2' })).toMatchObject([{ id: made.id }])
    expect(await Invoice.expireInvoice({ invoiceId: made.id })).toMatchObject({ status: 'EXPIRED' })
    await expect(Invoice.getInvoiceById({ invoiceId: 'missing' })).rejects.toMatchObject({
      status: 404,
      errorCode: 'INVOICE_NOT_FOUND_ERROR',
    })
    await expect(openClient('xnd_development_x').Balance.getBalance({})).rejects.toMatchObject({ status: 401 })
  })
})

describe.skipIf(xenditPython === null)('xendit-python 7.0.0 of PyPI', () => {
  const program = `
import json, sys, xendit
from xendit.apis import BalanceApi, InvoiceApi, PaymentRequestApi, TransactionApi
from xendit.invoice.model import *
from xendit.payment_request.model.payment_request_parameters import PaymentRequestParameters
client = xendit.ApiClient(xendit.Configuration(host=sys.argv[1], api_key=sys.argv[2]))
requests, invoices = PaymentRequestApi(client), InvoiceApi(client)
method = {'type': 'QR_CODE', 'reusability': 'ONE_TIME_USE', 'qr_code': {'channel_code': 'QRIS'}}
options = {'_check_type': True, '_configuration': client.configuration, '_spec_property_naming': True}
parameters = PaymentRequestParameters._from_openapi_data(
    reference_id='python-1', amount=25036.0, currency='IDR', payment_method=method, **options)
made = requests.create_payment_request(payment_request_parameters=parameters)
invoice = invoices.create_invoice(CreateInvoiceRequest._from_openapi_data(
    external_id='python-2', amount=25036.0, invoice_duration=900.0, **options))
def failure(work):
    try:
        work()
    except xendit.XenditSdkException as error:
        return error.status
print(json.dumps({
    'status': str(made.status),
    'qris': made.payment_method.qr_code.channel_properties.qr_string,
    'again': str(requests.get_payment_request_by_id(made.id).status),
    'invoice': str(invoice.status),
    'expired': str(invoices.expire_invoice(invoice.id).status),
    'balance': BalanceApi(client).get_balance().balance >= 0,
    'listed': TransactionApi(client).get_all_transactions().has_more,
    'unknown': failure(lambda: requests.get_payment_request_by_id('pr-00000000-0000-0000-0000-000000000000')),
}))
`

  test('xendit-python creates a code and an invoice, and reads them, the balance and the transactions', async () => {
    expect(await xenditPython!(program, `${shop.compatUrl}/compat/xendit`, shop.key)).toEqual({
      status: 'PENDING',
      qris: expect.stringMatching(/^000201/),
      again: 'PENDING',
      invoice: 'PENDING',
      expired: 'EXPIRED',
      balance: true,
      listed: false,
      unknown: '404',
    })
  })
})
