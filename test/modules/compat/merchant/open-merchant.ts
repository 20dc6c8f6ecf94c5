import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import Koa from 'koa'
import { createCompatKey } from '../../../../src/modules/compat/create-compat-key.ts'
import { createCompatRouter } from '../../../../src/modules/compat/web/compat-router.ts'
import { makeChildEnv } from '../../../kit/child-env.ts'
import type { Message } from '../../../kit/scenario/relay.ts'
import type { ForeignShop, Warung } from '../../../kit/scenario/scenario.ts'
import { midtransSigned } from './midtrans-signed.ts'

interface MerchantOptions {
  gateway: 'midtrans' | 'xendit'
  /** The folder where the SDK is installed. */
  sdk: string
}

/** Starts a merchant who uses the official SDK of another gateway, with only the address and the key changed. */
export async function openMerchant(warung: Warung, { gateway, sdk }: MerchantOptions): Promise<ForeignShop> {
  const compat = await serveCompat(warung)
  const notifyUrl = `${warung.relay.url}/notify`
  const owner = { accountId: warung.shop.demo.accountId, mode: 'test' } as const
  const key = await createCompatKey(warung.shop.app, { ...owner, label: gateway, notifyUrl })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merchant-'))
  const env = {
    ...makeChildEnv(),
    MERCHANT_GATEWAY: gateway,
    MERCHANT_SDK: path.join(sdk, 'package.json'),
    MERCHANT_BOOKS: path.join(folder, 'books.sqlite'),
    MERCHANT_URL: compat.url,
    MERCHANT_KEY: key,
    MERCHANT_NOTIFY: notifyUrl,
  }
  let child: ChildProcess
  let url = ''

  async function start(): Promise<void> {
    const program = path.join(import.meta.dirname, 'merchant.ts')
    child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const { value, done } = await createInterface({ input: child.stdout! })[Symbol.asyncIterator]().next()
    if (done) throw new Error('the merchant ended before it listened')
    url = `http://127.0.0.1:${value}`
  }

  async function kill(): Promise<void> {
    const ended = new Promise(resolve => child.once('exit', resolve))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await ended
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: each act answers something else
  async function call(act: string, order: string, body: object = {}): Promise<any> {
    const answer = await fetch(`${url}/${act}/${order}`, { method: 'POST', body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(`${act}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  await start()
  return {
    receiverUrl: () => url,
    async placeOrder(amount) {
      const order = `order-${randomUUID()}`
      const { payment } = await call('place', order, { amount })
      const rows = await warung.shop.app.sql.query<{ invoice: string }>(
        'select invoice_id as invoice from compat_charge where id = $1',
        [payment],
      )
      const { invoice } = rows[0]!
      return { order, invoice, ids: [order, payment, invoice] }
    },
    readOrder: order => call('read', order),
    lookAgain: ({ order }) => call('look', order),
    ...(gateway === 'midtrans' ? { cancelOrder: ({ order }) => call('cancel', order) } : {}),
    abandonOrder: ({ order }) => call('abandon', order),
    refundOrder: ({ order }, amount) => call('refund', order, { amount }),
    resign: (message: Message) => (gateway === 'midtrans' ? midtransSigned(message, key) : message),
    killReceiver: kill,
    startReceiver: start,
    async close() {
      await kill()
      await compat.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function serveCompat({ shop }: Warung): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const koa = new Koa()
  koa.use(createCompatRouter({ ...shop.app, config: { ...shop.app.config, baseUrl: url } }).routes())
  server.on('request', koa.callback())
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
