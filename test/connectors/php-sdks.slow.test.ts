import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDuitkuCallback, makeDuitkuContract } from '../../src/connectors/duitku/simulator.ts'
import { makeIpaymuContract } from '../../src/connectors/ipaymu/simulator.ts'
import type { CodeRow } from '../../src/connectors/simulator/code.ts'
import { makeTripayContract } from '../../src/connectors/tripay/simulator.ts'
import { makeKeys } from '../../src/connectors/xendit/simulator-account.ts'
import { type Sandbox, startSandbox } from '../sandbox/harness.ts'
import { hasPhpClass, noPhp, openPhp } from './php-sdk.ts'

// The official SDKs for PHP, unchanged: github.com/Midtrans/midtrans-php, xendit/xendit-php, duitkupg/duitku-php,
// trijayadigital/tripay-php and ipaymu/ipaymu-php-api, in the folder PHP_SDK_DIR.
let sandbox: Sandbox
let php: Awaited<ReturnType<typeof openPhp>>
beforeAll(async () => {
  if (noPhp !== null) return
  sandbox = await startSandbox()
  php = await openPhp(sandbox.url)
})
afterAll(async () => {
  await php?.stop()
  await sandbox?.stop()
})

const why = noPhp === null ? '' : ` (skipped: ${noPhp})`
const caught =
  'function failure($work) { try { return $work(); } catch (\\Throwable $e) { return [get_class($e), $e->getCode(), $e->getMessage()]; } }'
const qris = expect.stringMatching(/^000201/)

describe.skipIf(!hasPhpClass('Midtrans\\CoreApi'))(`midtrans-php${why}`, () => {
  test('the Midtrans SDK creates, checks, expires, cancels and refunds codes, and throws on refusals', async () => {
    const start = `${caught}
      \\Midtrans\\Config::$serverKey = 'SB-Mid-server-PHP';
      \\Midtrans\\Config::$overrideNotifUrl = 'https://toko.example/hooks/midtrans/7';
      function charge($id) {
        // It sends the headers of all earlier requests as well, which are kept here.
        \\Midtrans\\Config::$curlOptions = [];
        \\Midtrans\\Config::$paymentIdempotencyKey = $id;
        $order = ['order_id' => $id, 'gross_amount' => 25036];
        return \\Midtrans\\CoreApi::charge(['payment_type' => 'qris', 'transaction_details' => $order]);
      }`
    const first = await php.run(`${start}
      echo json_encode([
        'made' => $made = charge('php-1'),
        'again' => charge('php-1'),
        'pending' => \\Midtrans\\Transaction::status($made->transaction_id),
        'cancelled' => [charge('php-2'), \\Midtrans\\Transaction::cancel('php-2')][1],
        'expired' => [charge('php-3'), \\Midtrans\\Transaction::expire('php-3')][1],
        'unknown' => failure(fn() => \\Midtrans\\Transaction::status('nowhere')),
      ]);`)
    expect(first).toMatchObject({
      made: { status_code: '201', gross_amount: '25036.00', qr_string: qris },
      again: { transaction_id: first.made.transaction_id },
      pending: { status_code: '201', transaction_status: 'pending' },
      // The SDK returns the code 200 of a cancellation, and no body.
      cancelled: '200',
      expired: { status_code: '407', transaction_status: 'expire' },
      unknown: ['Exception', 404, expect.stringContaining("Transaction doesn't exist.")],
    })
    await sandbox.call('POST', '/transfers', { qris: first.made.qr_string })
    const after = await php.run(`${start}
      echo json_encode([
        'paid' => \\Midtrans\\Transaction::status('php-1'),
        'refunded' => \\Midtrans\\Transaction::refundDirect('php-1', ['refund_key' => 'r1', 'amount' => 36]),
        'key' => failure(function () {
          \\Midtrans\\Config::$serverKey = 'SB-Mid-client-PHP';
          return \\Midtrans\\Transaction::status('php-1');
        }),
      ]);`)
    expect(after).toMatchObject({
      paid: { status_code: '200', transaction_status: 'settlement' },
      refunded: { transaction_status: 'partial_refund', refund_amount: '36.00' },
      key: ['Exception', 401, expect.stringContaining('cannot be authorized')],
    })
  })
})

describe.skipIf(!hasPhpClass('GuzzleHttp\\Client') || !hasPhpClass('Xendit\\Configuration'))(`xendit-php${why}`, () => {
  test('the Xendit SDK reads the balance, creates a code, sees it paid and refunds it', async () => {
    const start = `${caught}
      \\Xendit\\Configuration::setXenditKey('${makeKeys('PHP').secret_key}');
      $requests = new \\Xendit\\PaymentRequest\\PaymentRequestApi();`
    const made = await php.run(`${start}
      $body = ['reference_id' => 'php-1', 'amount' => 25036, 'currency' => 'IDR', 'payment_method' => [
        'type' => 'QR_CODE', 'reusability' => 'ONE_TIME_USE', 'qr_code' => ['channel_code' => 'QRIS']]];
      $parameters = new \\Xendit\\PaymentRequest\\PaymentRequestParameters($body);
      echo json_encode([
        'balance' => (new \\Xendit\\BalanceAndTransaction\\BalanceApi())->getBalance('CASH'),
        'made' => $requests->createPaymentRequest('php-1', null, null, $parameters),
        'unknown' => failure(fn() => $requests->getPaymentRequestByID('pr-none')),
      ]);`)
    expect(made).toMatchObject({
      balance: { balance: expect.any(Number) },
      made: { reference_id: 'php-1', amount: 25_036, status: 'PENDING' },
      unknown: ['Xendit\\XenditSdkException', 404, expect.any(String)],
    })
    const code = made.made.payment_method.qr_code.channel_properties.qr_string
    expect(code).toEqual(qris)
    await sandbox.call('POST', '/transfers', { qris: code })
    const paid = await php.run(`${start}
      $id = '${made.made.id}';
      echo json_encode([
        'paid' => $requests->getPaymentRequestByID($id),
        'listed' => (new \\Xendit\\BalanceAndTransaction\\TransactionApi())->getAllTransactions(),
      ]);`)
    expect(paid).toMatchObject({
      paid: { status: 'SUCCEEDED' },
      listed: { data: [{ reference_id: 'php-1', status: 'SUCCESS', amount: 25_036 }] },
    })
  })
})

describe.skipIf(!hasPhpClass('Duitku\\Api'))(`duitku-php${why}`, () => {
  // It signs in the format from before April 2026.
  const { merchant_code, api_key } = makeDuitkuContract('', 'DPHP', 'old')

  test('the Duitku SDK lists the methods, creates a code, sees it paid, and accepts the callback', async () => {
    const start = `${caught}
      $config = new \\Duitku\\Config('${api_key}', '${merchant_code}', true, true, false);`
    const made = await php.run(`${start}
      $order = ['paymentAmount' => 25036, 'paymentMethod' => 'SP', 'merchantOrderId' => 'php-1',
        'productDetails' => 'Kopi', 'email' => 'pembeli@example.com', 'customerVaName' => 'Pembeli',
        'callbackUrl' => 'https://toko.example/hooks/duitku/7', 'returnUrl' => 'https://toko.example',
        'expiryPeriod' => 15];
      echo json_encode([
        'methods' => json_decode(\\Duitku\\Api::getPaymentMethod(25036, $config)),
        'made' => json_decode(\\Duitku\\Api::createInvoice($order, $config)),
        'again' => failure(fn() => \\Duitku\\Api::createInvoice($order, $config)),
        'pending' => json_decode(\\Duitku\\Api::transactionStatus('php-1', $config)),
      ]);`)
    expect(made).toMatchObject({
      methods: {
        responseCode: '00',
        paymentFee: expect.arrayContaining([expect.objectContaining({ paymentMethod: 'SP' })]),
      },
      made: { merchantCode: merchant_code, statusCode: '00', qrString: qris, amount: '25036' },
      again: ['Exception', 0, expect.stringContaining('409')],
      pending: { statusCode: '01', merchantOrderId: 'php-1' },
    })
    await sandbox.call('POST', '/transfers', { qris: made.made.qrString })
    const code = { mid: `duitku ${merchant_code}`, client_reference: 'php-1', amount: 25_036, id: 7 } as CodeRow
    const fields = JSON.stringify(Object.fromEntries(new URLSearchParams(makeDuitkuCallback(code, '').body)))
    const paid = await php.run(`${start}
      $_POST = json_decode('${fields}', true);
      echo json_encode([
        'status' => json_decode(\\Duitku\\Api::transactionStatus('php-1', $config)),
        'callback' => json_decode(\\Duitku\\Api::callback($config)),
      ]);`)
    expect(paid).toMatchObject({
      status: { statusCode: '00', amount: '25036', reference: made.made.reference },
      callback: { resultCode: '00', merchantOrderId: 'php-1' },
    })
  })
})

describe.skipIf(!hasPhpClass('Tripay\\Transaction'))(`tripay-php${why}`, () => {
  const { merchant_code, api_key, private_key } = makeTripayContract('', 'TPHP', 'sandbox')

  test('the Tripay SDK lists the channels, creates a code from a form, and sees it paid', async () => {
    const start = `
      $payment = (new \\Tripay\\Transaction('DEVELOPMENT'))->apiKey('${api_key}')->privateKey('${private_key}')
        ->merchantCode('${merchant_code}')->channelCode('QRIS2')->merchantRef('php-1')->forClosedPayment();
      $shop = (new \\Tripay\\Merchant('DEVELOPMENT'))->apiKey('${api_key}')->channelCode('QRIS2');`
    const made = await php.run(`${start}
      $payment->customerName('Pembeli')->customerEmail('pembeli@example.com')->customerPhone('081234567890')
        ->addItem('Kopi', 12518, 2)->returnUrl('https://toko.example')->expiresAfter(15);
      echo json_encode(['channels' => $shop->channels(), 'made' => $payment->process()]);`)
    expect(made).toMatchObject({
      channels: { success: true, data: [{ code: 'QRIS2', active: true }] },
      made: {
        success: true,
        message: '',
        data: { merchant_ref: 'php-1', amount: 25_036, status: 'UNPAID', qr_string: qris },
      },
    })
    await sandbox.call('POST', '/transfers', { qris: made.made.data.qr_string })
    const paid = await php.run(`${start}
      echo json_encode([
        'detail' => $payment->detail('${made.made.data.reference}'),
        'listed' => $shop->transactions(),
      ]);`)
    expect(paid).toMatchObject({
      detail: { success: true, data: { merchant_ref: 'php-1', status: 'PAID' } },
      listed: { success: true, data: [{ merchant_ref: 'php-1', amount: 25_036, status: 'PAID' }] },
    })
  })
})

describe.skipIf(!hasPhpClass('iPaymu\\iPaymu'))(`ipaymu-php-api${why}`, () => {
  const { va, api_key } = makeIpaymuContract('', '1179000012345678')

  test('the iPaymu SDK reads the balance, creates a code whose fee the payer pays, and finds it paid', async () => {
    const start = `${caught} $ipaymu = new \\iPaymu\\iPaymu('${api_key}', '${va}', false);`
    const made = await php.run(`${start}
      $ipaymu->setURL(['unotify' => 'https://toko.example/hooks/ipaymu/7']);
      $ipaymu->setBuyer(['name' => 'Pembeli', 'phone' => '081234567890', 'email' => 'pembeli@example.com']);
      $ipaymu->setReferenceId('php-1');
      $ipaymu->setPaymentMethod('qris');
      $ipaymu->setPaymentChannel('mpm');
      $ipaymu->add('1', 'Kopi', 50000, 2, 'Kopi', 1, 1, 1, 1);
      echo json_encode(['balance' => $ipaymu->checkBalance(), 'made' => $ipaymu->directPayment()]);`)
    // The SDK does not know `feeDirection`.
    expect(made).toMatchObject({
      balance: { Status: 200, Data: { Va: va } },
      made: { Status: 200, Data: { ReferenceId: 'php-1', SubTotal: 100_000, Total: 100_700, QrString: qris } },
    })
    await sandbox.call('POST', '/transfers', { qris: made.made.Data.QrString })
    const paid = await php.run(`${start}
      echo json_encode([
        'paid' => $ipaymu->checkTransaction(${made.made.Data.TransactionId}),
        'key' => failure(fn() => (new \\iPaymu\\iPaymu('wrong', '${va}', false))->checkBalance()),
      ]);`)
    expect(paid).toMatchObject({
      paid: { Status: 200, Data: { ReferenceId: 'php-1', Status: 6, Amount: 100_700 } },
      key: ['iPaymu\\Exceptions\\Unauthorized', expect.anything(), expect.anything()],
    })
  })
})
