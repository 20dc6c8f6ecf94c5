import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { findFreePort, waitUntil } from '../kit/shop-process.ts'
import { deliver, deliveryOf, paidPayment } from './receiver.ts'

const names = ['X-Webhook-Event', 'X-Webhook-Signature', 'X-Webhook-Timestamp', 'X-Invoice-ID', 'Content-Type']

let port: number
let shop: TestShop

beforeEach(async () => {
  port = await findFreePort()
  shop = await createTestShop({ settings: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } })
})
afterEach(() => shop.close())

test('header names are sent exactly as the specification writes them', async () => {
  let bytes = ''
  const receiver = net.createServer(socket => {
    socket.on('data', data => {
      bytes += data.toString('latin1')
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  })
  await new Promise<void>(resolve => receiver.listen(port, '127.0.0.1', resolve))
  expect((receiver.address() as AddressInfo).port).toBe(port)
  await paidPayment(shop, `http://127.0.0.1:${port}/hook`)
  await deliver(shop)
  const head = bytes.split('\r\n\r\n')[0]!.split('\r\n')
  for (const name of names) expect(head.filter(line => line.startsWith(`${name}: `))).toHaveLength(1)
  await new Promise(resolve => receiver.close(resolve))
})

// Written like a merchant's script that copies the names from the specification.
const script = `<?php
$headers = getallheaders();
$body = json_decode(file_get_contents('php://input'), true);
$text = $body['invoice_id'] . '|' . $body['status'] . '|' . $body['final_amount'] . '|'
  . $headers['X-Webhook-Timestamp'];
$is_ours = $headers['X-Webhook-Event'] === 'payment.paid' && $headers['X-Invoice-ID'] === $body['invoice_id']
  && hash_equals(hash_hmac('sha256', $text, getenv('SECRET')), $headers['X-Webhook-Signature']);
http_response_code($is_ours ? 200 : 401);
`

const hasPhp = spawnSync('php', ['-v']).status === 0
if (!hasPhp) process.stderr.write('\nNo php here (apt-get install php-cli): the receiver in plain PHP is left out.\n')

test.skipIf(!hasPhp)('a receiver in plain PHP checks the signature with getallheaders()', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-php-'))
  await writeFile(path.join(folder, 'hook.php'), script)
  const php = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', folder], { env: { ...process.env, SECRET: shop.secret } })
  try {
    const asked = () => fetch(`http://127.0.0.1:${port}/hook.php`, { method: 'POST', body: '{}' })
    await waitUntil(async () => (await asked()).status > 0, 10_000)
    expect((await asked()).status).not.toBe(200)
    const invoiceId = await paidPayment(shop, `http://127.0.0.1:${port}/hook.php`)
    await deliver(shop)
    expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'delivered', attempts: 1 })
  } finally {
    php.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
