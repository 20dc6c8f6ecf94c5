import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { detailedDialect } from '../../../src/api/dialects/detailed.ts'
import { selectShape } from '../../../src/api/dialects/dialect.ts'
import { simpleDialect } from '../../../src/api/dialects/simple.ts'
import type { Endpoint } from '../../../src/api/endpoint.ts'
import { buildOpenApiDocuments } from '../../../src/api/openapi.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { generateInvoiceId } from '../../../src/lib/ids.ts'
import { listOperations, type OpenApiDocument } from '../../../src/modules/docs/web/openapi-document.ts'
import { apiParts, endpoints } from '../../kit/parts.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import { create } from '../../payments/scenario.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

const run = promisify(execFile)

let shop: WebShop
let stall: Stall
let folder: string
let liveKey: string

beforeAll(async () => {
  shop = await createWebShop({}, {}, { ownCodes: true })
  const goods = `products:
  - { key: shave, name: Cukur, kind: service, price: 30000, stock: unlimited }
  - { key: kopi-susu, name: Kopi Susu, kind: physical, variants: [{ key: besar, name: Besar, price: 24000, stock: 9 }] }
`
  stall = await openStall(shop.app, shop.demo, goods)
  liveKey = await createKey(shop.app, { accountId: shop.demo.accountId, mode: 'live', label: 'Backend' })
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-examples-'))
  await writeFile(path.join(folder, 'resep.pdf'), '%PDF-1.7')
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  await writeFile(path.join(folder, 'kopi.png'), Buffer.from(pixel, 'base64'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await shop.close()
})

/** The ids in the documents' examples, with those of this shop, because every reader has to replace them. */
const placeholders: [written: string, here: () => Promise<string>][] = [
  ['INV-CZSRHR2XGY9QFHM5YCHN', async () => (await create(shop)).invoice_id],
  ['"transfer_id":12', async () => `"transfer_id":${await transferInReview()}`],
  ['ORD-261121-7F3KQ2', () => paidOrder()],
  ['EP-7F3KQ2M9XDVW4T6RB', newEndpoint],
  ['BILL-7F3KQ2M9XDVW4T6RB', newBill],
  ['"delivery_id":12', async () => `"delivery_id":${await sentExample()}`],
]

async function transferInReview(): Promise<number> {
  const { invoice_id } = await create(shop)
  await shop.api('/simulate-payment', { body: { invoice: invoice_id, simulation: 'twice' } })
  return (await shop.api('/list-transfers?state=review')).body.data[0].transfer_id
}

async function newBill(): Promise<string> {
  return (await shop.api('/create-bill', { body: { title: 'Iuran', amount: 50_000 } })).body.bill
}

async function newEndpoint(): Promise<string> {
  const body = { url: 'https://shop.example/events' }
  return (await shop.api('/create-endpoint', { body })).body.endpoint_id
}

async function sentExample(): Promise<number> {
  const body = { endpoint_id: await newEndpoint(), type: 'order.placed' }
  const { delivery_id } = (await shop.api('/test-endpoint', { body })).body
  await shop.app.sql.write("update endpoint_delivery set state = 'exhausted' where id = $1", [delivery_id])
  return delivery_id
}

async function paidOrder(goods?: Record<string, number>): Promise<string> {
  const { body } = await shop.api(`/msgstore-orders?search=${await paidInvoice(goods)}`)
  return body.data[0].order_number
}

async function paidInvoice(goods: Record<string, number> = { shave: 1 }): Promise<string> {
  const { payment } = await invoice(stall, await newCustomer(stall), goods)
  await pay(stall, payment.invoiceId)
  return payment.invoiceId
}

// Earns money by hand: only live money can be withdrawn, and no live provider is available here.
async function earn(amount: number): Promise<void> {
  const invoiceId = generateInvoiceId(new Date())
  await shop.app.sql.write(
    `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
       created_at, expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
     values ($1, $2, 'live', 'qris', $3::bigint, 0, $3::bigint, 'paid', now(), now() + interval '1 hour', now(),
       $3::bigint, 'qris', 'R', now())`,
    [invoiceId, shop.demo.accountId, amount],
  )
  await shop.app.sql.write(
    `insert into movement (account_id, mode, kind, invoice_id, amount, net, created_at)
     values ($1, 'live', 'sale', $2, $3::bigint, $3::bigint, now())`,
    [shop.demo.accountId, invoiceId, amount],
  )
}

const documents = buildOpenApiDocuments(apiParts, 'http://localhost:3000') as unknown as Record<string, OpenApiDocument>

const names = endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe.each(Object.entries({ detailed: detailedDialect, simple: simpleDialect }))(
  'the examples in the reference of the %s dialect',
  (dialect, answers) => {
    test.each(names)('the example of %s works when pasted into a shell', async (_name, endpoint) => {
      const command = await exampleWithThings(endpoint, dialect)
      // Callbacks of the previous format have to leave first.
      if (endpoint.path === '/redeliver') await shop.work()
      const isLive = endpoint.path === '/request-withdrawal'
      if (isLive) await earn(50_000)
      const { schema, file } = selectShape(answers, endpoint.answer)
      const text = await paste(command, isLive ? liveKey : shop.keys.demo)
      const answer = file ? text : JSON.parse(text)
      if (file) expect(text).toMatch(/^time,type,.*\r\ntotal,/s)
      else expect(answer).toMatchObject({ success: true })
      const read = strict(schema).safeParse(answer)
      expect(read.error?.issues ?? []).toEqual([])
    })
  },
)

/** Returns the example with the ids of existing objects. */
async function exampleWithThings(endpoint: Endpoint, dialect: string): Promise<string> {
  let command = await exampleOf(endpoint, dialect)
  if (['/note-refund', '/refund-payment'].includes(endpoint.path))
    command = command.replace('INV-CZSRHR2XGY9QFHM5YCHN', await paidInvoice())
  if (endpoint.path === '/msgstore-ship') {
    command = command.replace('ORD-261121-7F3KQ2', await paidOrder({ 'kopi-susu/besar': 1 }))
  }
  if (endpoint.path === '/request-withdrawal') command = command.replace('first-one', `first-${dialect}`)
  for (const [written, here] of placeholders) {
    if (command.includes(written)) command = command.replace(written, await here())
  }
  return command
}

async function exampleOf({ method, path }: Endpoint, dialect: string): Promise<string> {
  const { slug } = listOperations(documents[dialect]!).find(one => one.method === method && one.path === `/api${path}`)!
  const { text } = await shop.page(`/docs/api/${slug}?lang=en&dialect=${dialect}`)
  const [, example] = /data-sample="curl".*?<pre[^>]*><code>(.*?)<\/code>/s.exec(text)!
  return example!
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

async function paste(command: string, key: string): Promise<string> {
  const { PATH = '' } = process.env
  const { stdout } = await run('sh', ['-c', command], { cwd: folder, env: { PATH, KEY: key } })
  return stdout
}

// Makes a schema strict: an undocumented field is as wrong as a missing one.
function strict(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? z.strictObject(schema.shape) : schema
}
