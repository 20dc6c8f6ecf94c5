import assert from 'node:assert/strict'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import type { IDataObject } from 'n8n-workflow'
import { fakeDelivery, fakeExecution, type RecordedRequest } from './fakes.mts'

// The built nodes, with a shop whose answers are defined here. test/plugs/n8n.slow.test.ts runs them with a real shop.

const { Warung } = await import('../dist/nodes/Warung/Warung.node.js')
const { WarungTrigger } = await import('../dist/nodes/Warung/WarungTrigger.node.js')
const { resources } = await import('../dist/nodes/Warung/operations.js')
const { eventTypes } = await import('../dist/nodes/Warung/event-types.js')
const root = path.join(import.meta.dirname, '../../..')
const warung = new Warung()
const trigger = new WarungTrigger()

interface Step {
  status: number
  body: unknown
}

let steps: Step[] = []
let seen: { method: string; url: string; headers: http.IncomingHttpHeaders }[] = []
const server = http.createServer((request, response) => {
  seen.push({ method: request.method!, url: request.url!, headers: request.headers })
  const { status, body } = steps.shift() ?? { status: 418, body: 'over' }
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
  response.end(isText ? body : JSON.stringify(body))
})
const shop = { url: '', key: 'wrg_test_key' }

before(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => void server.close().closeAllConnections())
beforeEach(() => {
  steps = []
  seen = []
})

const ok = (data: unknown, more: object = {}): Step => ({ status: 200, body: { success: true, data, ...more } })
const refused: Step = {
  status: 400,
  body: {
    success: false,
    error: 'The amount is too small',
    code: 'amount_out_of_range',
    fields: [{ path: 'amount', error: 'is at least 1000' }],
    request_id: 'req-1',
  },
}
const create = (amount: number, optional: IDataObject = {}) => ({
  resource: 'payment',
  operation: 'create',
  amount,
  optional,
})

test('each try of an execution has the same Idempotency-Key, another run, item or execution has another', async () => {
  const asked: RecordedRequest[] = []
  const item = create(15_000)
  const run = async (executionId: string, runIndex: number) => {
    steps = [ok({}), ok({})]
    await warung.execute.call(fakeExecution(shop, { items: [item, item], executionId, runIndex }, asked))
  }
  await run('1', 0)
  await run('1', 0)
  await run('1', 1)
  await run('2', 0)
  const keys = asked.map(({ headers }) => String(headers['Idempotency-Key']))
  assert.deepEqual(keys.slice(0, 2), keys.slice(2, 4))
  assert.equal(new Set(keys).size, 6)
})

test('fields that were added and left empty are not sent', async () => {
  steps = [ok({ invoice_id: 'INV-1' })]
  const asked: RecordedRequest[] = []
  const items = [create(15_000, { reference: 'ORDER-7', reuse: true, description: '' })]
  const [results] = await warung.execute.call(fakeExecution(shop, { items }, asked))
  assert.deepEqual(asked[0]!.fields, { amount: 15_000, reference: 'ORDER-7', reuse: true })
  assert.deepEqual(results, [{ json: { invoice_id: 'INV-1' }, pairedItem: { item: 0 } }])
})

test('a refusal throws the sentence, the code, the fields and the request of the shop', async () => {
  steps = [refused]
  await assert.rejects(warung.execute.call(fakeExecution(shop, { items: [create(1)] })), {
    name: 'NodeApiError',
    message: 'The amount is too small',
    httpCode: '400',
    description: 'amount: is at least 1000; code: amount_out_of_range; request: req-1',
  })
})

test('an item that is refused does not stop the others if the node continues on failures', async () => {
  steps = [refused, ok({ invoice_id: 'INV-2' })]
  const execution = { items: [create(1), create(15_000)], continueOnFail: true }
  const [results] = await warung.execute.call(fakeExecution(shop, execution))
  assert.equal(results![0]!.json.error, 'The amount is too small')
  assert.deepEqual(results![1], { json: { invoice_id: 'INV-2' }, pairedItem: { item: 1 } })
})

test('a page that is not a Warung is refused as such, and so is an address where no server listens', async () => {
  steps = [{ status: 200, body: '<html>' }]
  const execute = (url: string) => warung.execute.call(fakeExecution({ ...shop, url }, { items: [create(15_000)] }))
  await assert.rejects(execute(shop.url), { message: /not as a Warung/ })
  await assert.rejects(execute('http://127.0.0.1:9'), { message: 'The shop could not be reached' })
})

test('an address with slashes at its end is called without them', async () => {
  steps = [ok({})]
  await warung.execute.call(fakeExecution({ ...shop, url: `${shop.url}// ` }, { items: [create(15_000)] }))
  assert.equal(seen[0]!.url, '/api/create-payment')
})

test('a list is read to its end, or to its limit', async () => {
  const entries = (count: number) => Array.from({ length: count }, (_, number) => ({ number }))
  const list = { resource: 'payment', operation: 'getAll', optional: { status: 'paid' } }
  steps = [ok(entries(100), { pagination: { next_cursor: 'c1' } }), ok(entries(30), { pagination: {} })]
  const [all] = await warung.execute.call(fakeExecution(shop, { items: [{ ...list, returnAll: true }] }))
  assert.equal(all!.length, 130)
  assert.deepEqual(
    seen.map(({ url }) => url),
    ['/api/list-payments?status=paid&limit=100', '/api/list-payments?status=paid&cursor=c1&limit=100'],
  )
  steps = [ok(entries(7), { pagination: { next_cursor: 'c2' } })]
  const [some] = await warung.execute.call(fakeExecution(shop, { items: [{ ...list, limit: 7 }] }))
  assert.equal(some!.length, 7)
  assert.match(seen.at(-1)!.url, /limit=7$/)
})

test('every field of every operation is one that the API takes', () => {
  const { paths } = JSON.parse(fs.readFileSync(path.join(root, 'docs/openapi.json'), 'utf8'))
  for (const { operations } of resources) {
    for (const { path: address, method, required, optional } of operations) {
      const described = paths[`/api${address}`][method.toLowerCase()]
      const known =
        method === 'GET'
          ? described.parameters.map(({ name }: { name: string }) => name)
          : Object.keys(described.requestBody.content['application/json'].schema.properties)
      for (const { name, options } of [...required, ...optional]) {
        assert.ok(known.includes(name), `${address} takes ${name}`)
        const schema = described.parameters?.find((one: { name: string }) => one.name === name)?.schema
        if (options && schema?.enum)
          assert.deepEqual(
            options.map(option => ('value' in option ? option.value : null)).sort(),
            [...schema.enum].sort(),
            `${address} ${name}`,
          )
      }
    }
  }
})

test('the trigger offers every type of event that the API has', () => {
  const { paths } = JSON.parse(fs.readFileSync(path.join(root, 'docs/openapi.json'), 'utf8'))
  const { types } = paths['/api/create-endpoint'].post.requestBody.content['application/json'].schema.properties
  assert.deepEqual([...eventTypes].sort(), [...types.items.enum].sort())
})

interface Vector {
  name: string
  secrets: string[]
  now: number
  headers: Record<string, string>
  body: string
  /** The content of the message, or the reason why it is refused. */
  expected: { id: string } | string
}

// The vectors of the SDKs: good, forged, replayed, old, reordered and unicode messages.
const vectors: Vector[] = JSON.parse(fs.readFileSync(path.join(root, 'packages/sdk-vectors.json'), 'utf8'))

for (const { name, secrets, now, headers, body, expected } of vectors) {
  test(`the trigger judges a message as the SDKs do: ${name}`, async context => {
    context.mock.timers.enable({ apis: ['Date'], now: now * 1000 })
    const lower = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]))
    const answers = await Promise.all(
      secrets.map(async secret => {
        const answered: { status?: number } = {}
        const delivery = { headers: lower, body: Buffer.from(body), memory: { secret, endpointId: 'EP-1' } }
        const result = await trigger.webhook.call(fakeDelivery(delivery, answered))
        return { isTaken: 'workflowData' in result, ...answered }
      }),
    )
    const isTaken = answers.some(answer => answer.isTaken)
    assert.equal(isTaken, typeof expected !== 'string', JSON.stringify(expected))
    if (!isTaken) assert.ok(answers.every(({ status }) => status === 401 || status === 400))
  })
}

test('a trigger that has no endpoint refuses every message', async () => {
  const answered: { status?: number } = {}
  const delivery = { headers: {}, body: Buffer.from('{}'), memory: {} }
  assert.deepEqual(await trigger.webhook.call(fakeDelivery(delivery, answered)), { noWebhookResponse: true })
  assert.equal(answered.status, 401)
})
