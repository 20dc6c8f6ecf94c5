import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CompatShop, createCompatShop } from './compat-shop.ts'

// midtrans-php 2.6.2 itself (github.com/Midtrans/midtrans-php, commit 8ed7fc5), with the Config.php from
// docs/compat.md, and xendit-php 7.0.0 (github.com/xendit/xendit-php, commit 4c6e1b9) with another host. npm does not
// have them: PHP_SDK_DIR names a folder in which Composer has installed both, and without it this test is skipped:
// composer require midtrans/midtrans-php:2.6.2 xendit/xendit-php:7.0.0 PHP_SDK_DIR=../php-sdks npm test --
// test/modules/compat/php-sdks.slow.test.ts

const sdks = process.env.PHP_SDK_DIR && path.join(process.env.PHP_SDK_DIR, 'vendor')
const page = path.join(import.meta.dirname, '../../../docs/compat.md')
const run = promisify(execFile)
const has = (name: string) => Boolean(sdks && fs.existsSync(path.join(sdks, name)))

/** Returns the shell's and PHP's blocks of one section of the page. */
function pageBlocks(title: string): { shell: string; php: string } {
  const text = fs.readFileSync(page, 'utf8')
  const [section = ''] = text.slice(text.indexOf(`## ${title}`) + 3).split('\n## ')
  const block = (fence: string) => new RegExp(`\`\`\`${fence}\\n(.*?)\`\`\``, 's').exec(section)![1]!
  return { shell: block('sh'), php: block('php') }
}

let shop: CompatShop
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'php-sdks-'))

beforeAll(async () => {
  shop = await createCompatShop()
  if (sdks) fs.cpSync(sdks, path.join(folder, 'vendor'), { recursive: true })
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await shop.close()
})

/** Runs a program in the folder, with this shop's addresses. */
async function php(program: string): Promise<string> {
  const ours = program.replace('http://localhost:3000', shop.compatUrl)
  // Xendit's models were written for an older version of PHP.
  fs.writeFileSync(path.join(folder, 'program.php'), `<?php\nerror_reporting(E_ALL & ~E_DEPRECATED);\n${ours}`)
  const env = { PATH: process.env.PATH, COMPAT_KEY: shop.key }
  return (await run('php', ['program.php'], { cwd: folder, env })).stdout
}

describe.skipIf(!has('midtrans/midtrans-php'))('midtrans-php with a replaced Config.php', () => {
  beforeAll(async () => {
    const replace = pageBlocks('midtrans-php').shell.replace(/^composer .*$/m, '')
    await run('sh', ['-c', replace.replace('http://localhost:3000', shop.compatUrl)], { cwd: folder })
  })

  const begin = `
    require __DIR__ . '/Config.php';
    require __DIR__ . '/vendor/autoload.php';
    use Midtrans\\Config; use Midtrans\\CoreApi; use Midtrans\\Snap;
    use Midtrans\\Transaction; use Midtrans\\Notification;
    Config::$serverKey = getenv('COMPAT_KEY');
    function order($id) {
      return ['payment_type' => 'qris', 'transaction_details' => ['order_id' => $id, 'gross_amount' => 15000]];
    }
    function failure($work) { try { $work(); return null; } catch (Exception $e) { return $e->getCode(); } }
  `

  test('the program on the page about midtrans-php creates a code', async () => {
    expect(await php(pageBlocks('midtrans-php').php)).toContain('[qr_string] => 000201')
  })

  test('midtrans-php charges, expires, cancels, opens Snap and gets refusals', async () => {
    const output = await php(`${begin}
      $made = CoreApi::charge(order('php-1'));
      CoreApi::charge(order('php-2'));
      echo json_encode([
        'made' => $made,
        'pending' => Transaction::status($made->transaction_id),
        'expired' => Transaction::expire('php-1'),
        'cancelled' => Transaction::cancel('php-2'),
        'used' => failure(fn () => CoreApi::charge(order('php-1'))),
        'unknown' => failure(fn () => Transaction::status('nowhere')),
        'refunded' => failure(fn () => Transaction::refund('php-2', ['amount' => 1])),
        'snap' => Snap::createTransaction(['transaction_details' => order('php-3')['transaction_details']]),
      ]);`)
    expect(JSON.parse(output)).toMatchObject({
      made: { status_code: '201', qr_string: expect.stringMatching(/^000201/), gross_amount: '15000.00' },
      pending: { transaction_status: 'pending' },
      expired: { status_code: '407', transaction_status: 'expire' },
      // Transaction::cancel of the SDK returns only the code.
      cancelled: '200',
      used: 406,
      unknown: 404,
      refunded: 412,
      snap: { token: expect.any(String), redirect_url: expect.stringContaining('/snap/') },
    })
  })

  test('midtrans-php reads the notification of a paid charge, and refunds a part of it', async () => {
    const notify = `${shop.receiver.url}/midtrans`
    const charged = await php(`${begin}
      Config::$overrideNotifUrl = '${notify}';
      echo json_encode(CoreApi::charge(order('php-4')));`)
    await shop.pay(JSON.parse(charged).transaction_id)
    await shop.notify()
    const { body } = shop.receiver.received.find(({ path: at }) => at === '/midtrans')!
    fs.writeFileSync(path.join(folder, 'notification.json'), JSON.stringify(body))
    const output = await php(`${begin}
      $notified = new Notification(__DIR__ . '/notification.json');
      echo json_encode([
        'order' => $notified->order_id,
        'status' => $notified->transaction_status,
        'refund' => Transaction::refund('php-4', ['refund_key' => 'r1', 'amount' => 500, 'reason' => 'x']),
      ]);`)
    expect(JSON.parse(output)).toMatchObject({
      order: 'php-4',
      status: 'settlement',
      refund: { transaction_status: 'partial_refund', refund_amount: '500.00' },
    })
  })
})

describe.skipIf(!has('xendit/xendit-php'))('xendit-php with another host', () => {
  const begin = `
    require __DIR__ . '/vendor/autoload.php';
    use Xendit\\BalanceAndTransaction\\BalanceApi; use Xendit\\BalanceAndTransaction\\TransactionApi;
    use Xendit\\Configuration; use Xendit\\Invoice\\InvoiceApi;
    use Xendit\\PaymentMethod\\PaymentMethodApi; use Xendit\\PaymentRequest\\PaymentRequestApi;
    use Xendit\\Refund\\RefundApi; use Xendit\\XenditSdkException;
    Configuration::getDefaultConfiguration()->setHost('http://localhost:3000/compat/xendit');
    Configuration::setXenditKey(getenv('COMPAT_KEY'));
    $requests = new PaymentRequestApi(); $invoices = new InvoiceApi();
    function failure($work) { try { $work(); return null; } catch (XenditSdkException $e) { return $e->getCode(); } }
  `

  test('the program on the page about xendit-php creates an invoice', async () => {
    expect((await php(pageBlocks('xendit-php').php)).trim()).toMatch(/^http:.*[/]pay[?]invoice=INV-/)
  })

  test('xendit-php creates a code, sees it paid, refunds a part of it and reads balance and transactions', async () => {
    const output = await php(`${begin}
      $method = ['type' => 'QR_CODE', 'reusability' => 'ONE_TIME_USE', 'qr_code' => ['channel_code' => 'QRIS']];
      $made = $requests->createPaymentRequest('php-1', null, null, new Xendit\\PaymentRequest\\PaymentRequestParameters(
        ['reference_id' => 'php-1', 'amount' => 25036, 'currency' => 'IDR', 'payment_method' => $method]));
      (new PaymentMethodApi())->simulatePayment($made->getPaymentMethod()->getId(),
        new Xendit\\PaymentMethod\\SimulatePaymentRequest(['amount' => 25036]));
      $refund = (new RefundApi())->createRefund(null, null, new Xendit\\Refund\\CreateRefund(
        ['payment_request_id' => $made->getId(), 'amount' => 36, 'currency' => 'IDR', 'reason' => 'OTHERS']));
      $listed = (new TransactionApi())->getAllTransactions();
      echo json_encode([
        'status' => $made->getStatus(),
        'qris' => $made->getPaymentMethod()->getQrCode()->getChannelProperties()->getQrString(),
        'paid' => $requests->getPaymentRequestByID($made->getId())->getStatus(),
        'refunded' => $refund->getAmount(),
        'balance' => (new BalanceApi())->getBalance('CASH')->getBalance() >= 0,
        'products' => array_map(fn ($one) => $one->getProductId() === $made->getId(), $listed->getData()),
        'unknown' => failure(fn () => $requests->getPaymentRequestByID('pr-00000000-0000-0000-0000-000000000000')),
      ]);`)
    expect(JSON.parse(output)).toEqual({
      status: 'PENDING',
      qris: expect.stringMatching(/^000201/),
      paid: 'SUCCEEDED',
      refunded: 36,
      balance: true,
      products: expect.arrayContaining([true]),
      unknown: 404,
    })
  })

  test('xendit-php creates, finds and expires an invoice, and fails to find an unknown one', async () => {
    const output = await php(`${begin}
      $made = $invoices->createInvoice(new Xendit\\Invoice\\CreateInvoiceRequest(
        ['external_id' => 'php-2', 'amount' => 25036, 'invoice_duration' => 900]));
      echo json_encode([
        'status' => $made->getStatus(),
        'found' => array_map(fn ($one) => $one->getId(), $invoices->getInvoices(null, 'php-2')) === [$made->getId()],
        'expired' => $invoices->expireInvoice($made->getId())->getStatus(),
        'missing' => failure(fn () => $invoices->getInvoiceById('missing')),
      ]);`)
    expect(JSON.parse(output)).toEqual({ status: 'PENDING', found: true, expired: 'EXPIRED', missing: 404 })
  })
})
