import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CompatShop, createCompatShop } from './compat-shop.ts'

// midtrans-php 2.6.2 itself (github.com/Midtrans/midtrans-php, commit 8ed7fc5), with the Config.php that docs/compat.md
// makes. It is in no registry of npm: PHP_SDK_DIR names a checkout, and without one this is left out:
// PHP_SDK_DIR=../midtrans-php npm test -- test/modules/compat/midtrans-php.slow.test.ts

const sdk = process.env.PHP_SDK_DIR
const page = path.join(import.meta.dirname, '../../../docs/compat.md')
const run = promisify(execFile)

/** The blocks of the page's section about midtrans-php: the shell's and PHP's. */
function pageBlocks(): { shell: string; php: string } {
  const text = fs.readFileSync(page, 'utf8')
  const section = text.slice(text.indexOf('## midtrans-php'), text.indexOf('## xendit-node'))
  const block = (fence: string) => new RegExp(`\`\`\`${fence}\\n(.*?)\`\`\``, 's').exec(section)![1]!
  return { shell: block('sh'), php: block('php') }
}

describe.skipIf(!sdk)('midtrans-php with a replaced Config.php', () => {
  let shop: CompatShop
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'midtrans-php-'))

  beforeAll(async () => {
    shop = await createCompatShop()
    // Composer would put the package and this loader there.
    fs.cpSync(sdk!, path.join(folder, 'vendor/midtrans/midtrans-php'), { recursive: true })
    fs.writeFileSync(
      path.join(folder, 'vendor/autoload.php'),
      `<?php spl_autoload_register(function ($class) {
        $file = __DIR__ . '/midtrans/midtrans-php/' . str_replace('\\\\', '/', $class) . '.php';
        if (is_file($file)) require $file;
      });`,
    )
    const replace = pageBlocks().shell.replace(/^composer .*$/m, '')
    await run('sh', ['-c', replace.replace('http://localhost:3000', shop.compatUrl)], { cwd: folder })
  })
  afterAll(async () => {
    fs.rmSync(folder, { recursive: true, force: true })
    await shop.close()
  })

  async function php(program: string): Promise<string> {
    fs.writeFileSync(path.join(folder, 'program.php'), `<?php\n${program}`)
    const env = { PATH: process.env.PATH, COMPAT_KEY: shop.key }
    return (await run('php', ['program.php'], { cwd: folder, env })).stdout
  }

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

  test('the program of the page about midtrans-php makes a code', async () => {
    expect(await php(pageBlocks().php)).toContain('[qr_string] => 000201')
  })

  test('midtrans-php charges, expires, cancels, opens Snap and is refused', async () => {
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
      // Transaction::cancel of the SDK returns the code alone.
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
