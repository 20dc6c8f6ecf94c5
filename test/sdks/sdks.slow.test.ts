import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { drawItems } from '../kit/draws/draw-items.ts'
import { testScenario } from '../kit/scenario/scenario.ts'
import { newCustomer, openStall, order, type Stall } from '../orders/store.ts'
import { type Call, InstalledSdk, missing, run, type Said, sdks } from './installed-sdk.ts'
import { ScriptedShop, type Step } from './scripted-shop.ts'
import { openSdkMerchant } from './sdk-merchant.ts'

// Builds each SDK like its user, installs it in an empty folder, and uses it there with a real shop and a scripted one.

const root = path.join(import.meta.dirname, '../..')
const sampleLinesMax = 10

// A static QRIS code from the API's own tests.
const code =
  '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID5911TOKO MURAHA6005Medan61052011162070703A016304B85E'

let shop: TestShop
let stall: Stall
const scripted = new ScriptedShop()
let scriptedUrl: string
let isOver = false
let working: Promise<void>

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
  scriptedUrl = await scripted.listen()
  working = work()
})

afterAll(async () => {
  isOver = true
  await working
  await scripted.close()
  await shop.close()
})

/** Runs the shop's work during the SDKs' calls: its provider creates codes, and it finds money. */
async function work(): Promise<void> {
  while (!isOver) {
    await shop.work()
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

const programs = drawItems(sdks, 2)

describe.each(sdks)('the SDK for $language, installed in an empty folder', sdk => {
  const lacking = missing(sdk)
  if (lacking) test.skip(`left out: ${lacking} is not installed here`, () => {})
  const installed = new InstalledSdk(sdk)
  const reference = `SDK-${sdk.language}`

  beforeAll(async () => {
    if (!lacking) await installed.install()
  }, 300_000)
  afterAll(() => installed.close())

  const say = (call: Omit<Call, 'client'>, key = shop.keys.demo): Promise<Said> =>
    installed.call({ ...call, client: { url: shop.url, key } })

  async function value(call: string, id?: string | number | null, params: object = {}, more: object = {}) {
    const said = await say({ call, ...(id ? { id } : {}), params, ...more })
    expect(said.error, call).toBeUndefined()
    return said.value
  }

  async function error(call: string, id?: string | null, params: object = {}, key?: string) {
    const said = await say({ call, ...(id ? { id } : {}), params }, key)
    expect(said.value, call).toBeUndefined()
    return said.error
  }

  test.skipIf(lacking)('the SDK has a licence, a change log, and a first payment of at most ten lines', () => {
    const files = fs.readdirSync(path.join(root, 'packages', sdk.package))
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md']))
    const { install, code: sample } = installed.readmeSample()
    const lines = `${install}\n${sample}`.split('\n').filter(line => line.trim() !== '')
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.length).toBeLessThanOrEqual(sampleLinesMax)
  })

  test.skipIf(lacking)("the SDK runs the README's first payment to its end", async () => {
    const { code: sample } = installed.readmeSample()
    const ours = sample.replace('https://shop.example', shop.url).replace('wrg_test_...', shop.keys.demo)
    const output = await installed.runSample(ours.replace('ORDER-7', `${reference}-readme`))
    expect(output.trim().split('\n').at(-1)).toBe('paid')
    const { data } = (await shop.api(`/list-payments?reference=${reference}-readme`)).body
    expect(data).toMatchObject([{ status: 'paid', amount: 15_000 }])
  })

  test.skipIf(lacking)('the SDK passes its own tests', async () => {
    await run(sdk.test, path.join(root, 'packages', sdk.package))
  })

  test.skipIf(lacking)('the SDK takes a payment from its creation to its refund', async () => {
    const params = { amount: 21_000, reference, reuse: true, metadata: { meja: 'é 7' } }
    const { invoice_id } = await value('payments.create', null, params)
    expect((await value('payments.create', null, params)).invoice_id).toBe(invoice_id)
    expect(await value('payments.get', invoice_id)).toMatchObject({ status: 'pending', metadata: { meja: 'é 7' } })
    expect(await value('payments.simulate', invoice_id)).toMatchObject({ status: 'paid' })
    expect(await value('payments.get', invoice_id)).toMatchObject({ status: 'paid', amount: 21_000 })
    expect(await value('payments.explain', invoice_id)).toMatchObject({ status: 'paid' })
    expect(await value('refunds.note', invoice_id)).toMatchObject({ type: 'refund_note', invoice_id })
    expect((await value('payments.get', invoice_id)).refunded_amount).toBeGreaterThanOrEqual(21_000)
    const again = await value('payments.create', null, params)
    expect(again.invoice_id).not.toBe(invoice_id)
    expect(await value('payments.cancel', again.invoice_id)).toMatchObject({ status: 'cancelled' })
  })

  test.skipIf(lacking)('the SDK refunds a part of a payment, then the rest, and never more than was paid', async () => {
    const { invoice_id } = await value('payments.create', null, { amount: 21_000 })
    await value('payments.simulate', invoice_id)
    const { final_amount } = await value('payments.get', invoice_id)
    const part = { amount: 6_000, reason: 'Cangkir pecah' }
    const first = await value('refunds.create', invoice_id, part, { key: `${reference}-refund` })
    expect(first).toMatchObject({ invoice_id, status: 'paid', refunded_amount: 6_000, refunds: [part] })
    expect(await value('refunds.create', invoice_id, part, { key: `${reference}-refund` })).toEqual(first)
    const tooMuch = await error('refunds.create', invoice_id, { amount: final_amount })
    expect(tooMuch).toMatchObject({ kind: 'InvalidRequestError', fields: [{ path: 'amount' }] })
    const second = await value('refunds.create', invoice_id)
    expect(second.refunds).toMatchObject([part, { amount: final_amount - 6_000, status: 'succeeded' }])
    expect(await value('payments.get', invoice_id)).toMatchObject({ refunded_amount: final_amount })
    expect(await error('refunds.create', invoice_id)).toMatchObject({ code: 'refused_transition' })
  })

  test.skipIf(lacking)('the SDK does once what is sent twice with one Idempotency-Key', async () => {
    const params = { amount: 22_000 }
    const first = await value('payments.create', null, params, { key: `${reference}-once` })
    const second = await value('payments.create', null, params, { key: `${reference}-once` })
    expect(second.invoice_id).toBe(first.invoice_id)
    const other = await say({ call: 'payments.create', params: { amount: 23_000 }, key: `${reference}-once` })
    expect(other.error).toMatchObject({ kind: 'ConflictError', code: 'idempotency_mismatch', status: 422 })
    const empty = await say({ call: 'payments.create', params, key: '' })
    expect(empty.error).toMatchObject({ kind: 'InvalidRequestError', fields: [{ path: 'Idempotency-Key' }] })
  })

  test.skipIf(lacking)('the SDK reports money that is late, under, over or double as the shop does', async () => {
    for (const simulation of ['late', 'under', 'over', 'twice']) {
      const { invoice_id } = await value('payments.create', null, { amount: 24_000 })
      const { status } = await value('payments.simulate', invoice_id, { simulation })
      expect([simulation, status]).toEqual([
        simulation,
        simulation === 'twice' ? 'paid' : expect.not.stringMatching('paid'),
      ])
      const review = await value('transfers.list', null, { state: 'review', invoice: invoice_id }, { max: 10 })
      expect(review.length, simulation).toBe(1)
      const { transfer_id } = review[0]
      expect(await value('transfers.review', transfer_id, { action: 'refund' })).toMatchObject({ state: 'refunded' })
    }
  })

  test.skipIf(lacking)('the SDK iterates over all pages of a list, each entry once', async () => {
    const made = []
    for (let count = 0; count < 5; count++) {
      const { invoice_id } = await value('payments.create', null, {
        amount: 25_000 + count,
        description: `${reference} pages`,
      })
      made.unshift(invoice_id)
    }
    const listed = await value('payments.list', null, { search: `${reference} pages`, limit: 2 }, { max: 100 })
    expect(listed.map((payment: { invoice_id: string }) => payment.invoice_id)).toEqual(made)
    expect(await value('payments.list', null, { reference: `${reference} none` }, { max: 5 })).toEqual([])
  })

  test.skipIf(lacking)('the SDK throws typed errors with code, fields and request id', async () => {
    const refused = await error('payments.create', null, { amount: 1 })
    expect(refused).toMatchObject({ kind: 'InvalidRequestError', code: 'amount_out_of_range', status: 400 })
    expect(refused).toMatchObject({ fields: [{ path: 'amount' }], request_id: 'test' })
    expect(refused.message).toContain(refused.fields[0].error)
    const unknown = 'INV-00000000000000000000'
    expect(await error('payments.get', unknown)).toMatchObject({ kind: 'NotFoundError', code: 'not_found' })
    const wrong = await error('payments.get', unknown, {}, `${shop.keys.demo}x`)
    expect(wrong).toMatchObject({ kind: 'AuthenticationError', code: 'unauthorized', status: 401 })
    const { invoice_id } = await value('payments.create', null, { amount: 26_000, reference: `${reference}-taken` })
    const taken = await error('payments.create', null, { amount: 27_000, reference: `${reference}-taken` })
    expect(taken).toMatchObject({ kind: 'InvalidRequestError', code: 'reference_taken', body: { invoice_id } })
  })

  test.skipIf(lacking)('the SDK creates, changes and closes a bill', async () => {
    const { bill } = await value('bills.create', null, { title: 'Iuran', amount: 30_000, reference })
    expect(await value('bills.update', bill, { title: 'Iuran RT', reminders: false })).toMatchObject({
      title: 'Iuran RT',
    })
    expect(await value('bills.get', bill)).toMatchObject({ bill, status: 'open', payments: [] })
    expect(await value('bills.list', null, { reference }, { max: 10 })).toMatchObject([{ bill }])
    expect(await value('bills.close', bill)).toMatchObject({ status: 'closed' })
  })

  test.skipIf(lacking)('the SDK sets stock, even to 0, and completes an order', async () => {
    expect(await value('stock.set', 'mug', { available: 0 })).toMatchObject({ available: 0 })
    expect(await value('stock.set', 'mug', { delta: 5 })).toMatchObject({ available: 5 })
    const listed = await value('stock.list', null, { limit: 2 }, { max: 50 })
    expect(new Set(listed.map((one: { product: string }) => one.product))).toEqual(
      new Set(['mug', 'shave', 'token', 'guide']),
    )
    const placed = await order(stall, await newCustomer(stall), { mug: 1 })
    expect(await value('orders.get', placed.orderNumber)).toMatchObject({ order_number: placed.orderNumber })
    const orders = await value('orders.list', null, { limit: 1 }, { max: 50 })
    const numbers = orders.map((one: { order_number: string }) => one.order_number)
    expect(numbers).toContain(placed.orderNumber)
    expect(new Set(numbers).size).toBe(numbers.length)
    const cancelled = await value('orders.complete', placed.orderNumber, { status: 'cancelled', notify: false })
    expect(cancelled).toMatchObject({ status: 'cancelled' })
  })

  test.skipIf(lacking)('the SDK reads events by cursor, and verifies what the shop signs', async () => {
    const settle = () => shop.app.sql.write("update event set recorded_at = recorded_at - interval '2 seconds'")
    await settle()
    const all = await value('events.iterate', null, { limit: 100 }, { max: 1000 })
    expect(all.length).toBeGreaterThan(5)
    const page = await value('events.list', null, { limit: 3 })
    expect(page.data.map((one: { id: string }) => one.id)).toEqual(all.slice(0, 3).map((one: { id: string }) => one.id))
    const next = await value('events.list', null, { limit: 1, cursor: page.next_cursor, signed: true })
    expect(next.data[0].id).toBe(all[3].id)
    const { headers, body } = next.data[0].delivery
    const verified = await value('webhooks.verify', null, { headers, body, secret: shop.secret })
    expect(verified).toMatchObject({ id: next.data[0].id, type: next.data[0].type })
    const changed = await installed.call({
      call: 'webhooks.verify',
      params: { headers, body: `${body} `, secret: shop.secret },
    })
    expect(changed.error).toMatchObject({ kind: 'SignatureError', reason: 'bad_signature' })
  })

  test.skipIf(lacking)(
    "the README's webhook settles what the shop signed, and gets it again if that fails",
    async ctx => {
      const webhook = await installed.startWebhook(shop.secret)
      if (!webhook) return ctx.skip('the framework of the sample cannot be installed here')
      try {
        const signed = async (type: string, name: string) => {
          await shop.app.sql.write("update event set recorded_at = recorded_at - interval '2 seconds'")
          const { data } = (await shop.api(`/events?type=${type}&limit=100&signed=true`)).body
          const { delivery } = data.find((event: { delivery: { body: string } }) => event.delivery.body.includes(name))
          return delivery as { headers: Record<string, string>; body: string }
        }
        const post = async ({ headers, body }: { headers: Record<string, string>; body: string }) =>
          (await fetch(webhook.url, { method: 'POST', headers, body })).status
        const settled = () => webhook.output.match(/settled \S+ INV-\w+/g) ?? []

        const [name, stuck] = [`${reference}-webhook`, `stuck-${reference}`]
        const { invoice_id } = await value('payments.create', null, { amount: 28_000, reference: name })
        const other = await value('payments.create', null, { amount: 28_000, reference: stuck })
        for (const invoice of [invoice_id, other.invoice_id]) await value('payments.simulate', invoice)
        const paid = await signed('payment.paid', name)
        expect(await post(paid)).toBe(200)
        await expect.poll(settled).toEqual([`settled ${name} ${invoice_id}`])

        const { 'webhook-signature': _signature, ...unsigned } = paid.headers
        expect(await post({ ...paid, body: paid.body.replace('28000', '28001') })).toBe(401)
        expect(await post({ ...paid, headers: unsigned })).toBe(401)
        expect(await post(await signed('payment.paid', stuck))).toBe(500)

        const { invoice_id: open } = await value('payments.create', null, { amount: 28_000, reference: `${name}-open` })
        await value('payments.cancel', open)
        expect(await post(await signed('payment.cancelled', `${name}-open`))).toBe(200)
        expect(settled()).toHaveLength(1)
      } finally {
        webhook.close()
      }
    },
  )

  test.skipIf(lacking)('the SDK reads and converts a QRIS code', async () => {
    expect(await value('qris.info', null, { qris: code })).toMatchObject({ is_valid: true, merchant_city: 'Medan' })
    expect(await value('qris.convert', null, { qris: code, nominal: 25_017 })).toMatchObject({ nominal: 25_017 })
    expect(await error('qris.info', null, { qris: 'x' })).toMatchObject({ kind: 'InvalidRequestError' })
  })

  test.skipIf(lacking || sdk.language !== 'TypeScript')('the SDK has types that refuse an unknown field', async () => {
    const compile = async (params: string, more = '') => {
      const program = `import { Warung } from 'warung-sdk'
const warung = new Warung('https://shop.example', 'wrg_test_')
const payment = await warung.payments.create(${params})
const status: 'pending' | 'paid' | 'expired' | 'cancelled' = payment.status
export { status }\n${more}`
      fs.writeFileSync(path.join(installed.folder, 'program.ts'), program)
      const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', '']
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
      await run([process.execPath, compiler, ...flags, 'program.ts'], installed.folder)
    }
    await compile('{ amount: 15000, reuse: true }')
    const webhook = `declare const express: { raw(options: object): unknown }
declare const process: { env: Record<string, string | undefined> }
interface Request { body: Uint8Array; headers: Record<string, string> }
type Handle = (request: Request, response: { sendStatus(status: number): void }) => Promise<void>
declare const app: { post(path: string, raw: unknown, handle: Handle): void }
declare function settleOnce(reference: unknown, invoice: unknown): Promise<void>\n`
    await compile('{ amount: 15000 }', webhook + installed.webhookSample())
    await expect(compile('{ amount: 15000, nominal: 1 }')).rejects.toThrow()
  })

  // Runs packages/scenario.json on a merchant's program that uses the SDK as its README describes, limited to the steps
  // that such a program can do: those of two SDKs in each run.
  describe.skipIf(lacking || !programs.includes(sdk))('the program of a merchant', () => {
    testScenario(`a program with the SDK for ${sdk.language}`, {
      can: ['looks', 'cancels', 'abandons', 'refunds', 'checks-signatures', 'checks-content', 'checks-time'],
      open: warung => openSdkMerchant(warung, installed),
    })
  })

  describe('when the shop is down', () => {
    const ok: Step = { status: 200, body: { success: true, data: { invoice_id: 'INV-1' } } }
    const refusal = (status: number, code: string, headers: Record<string, string> = {}): Step => ({
      status,
      headers,
      body: { success: false, error: 'later', code, request_id: 'req-1' },
    })
    const create = (limits: object = {}): Promise<Said> => {
      const client = { url: `${scriptedUrl}/`, key: 'wrg_test_key', ...limits }
      return installed.call({ call: 'payments.create', client, params: { amount: 5000 } })
    }

    test.skipIf(lacking)('the SDK retries 429 and 503 after Retry-After, with one Idempotency-Key', async () => {
      scripted.script(
        refusal(429, 'rate_limited', { 'retry-after': '1' }),
        refusal(503, 'unavailable', { 'retry-after': '0' }),
        refusal(503, 'unavailable', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
        ok,
      )
      expect((await create()).value).toEqual(expect.objectContaining({ invoice_id: 'INV-1' }))
      const [first, second] = scripted.seen
      expect(second!.at - first!.at).toBeGreaterThan(950)
      expect(new Set(scripted.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
      expect(scripted.seen.map(({ body }) => JSON.parse(body))).toEqual(Array(4).fill({ amount: 5000 }))
      expect(first).toMatchObject({ method: 'POST', path: '/api/create-payment' })
      expect(first!.headers).toMatchObject({ 'x-api-key': 'wrg_test_key', 'x-api-variant': 'detailed' })
      const [used] = scripted.seen
      scripted.script(ok)
      await create()
      expect(scripted.seen[0]!.headers['idempotency-key']).not.toBe(used!.headers['idempotency-key'])
    })

    test.skipIf(lacking)('the SDK does not wait beyond its limit, but throws with the time to wait', async () => {
      scripted.script(refusal(429, 'amounts_exhausted', { 'retry-after': '3600' }))
      expect((await create()).error).toMatchObject({
        kind: 'RateLimitError',
        code: 'amounts_exhausted',
        status: 429,
        retry_after: 3600,
        request_id: 'req-1',
      })
      expect(scripted.seen.length).toBe(1)
    })

    test.skipIf(lacking)('the SDK gives up if the shop always asks to retry', async () => {
      scripted.script(...Array(20).fill(refusal(503, 'unavailable', { 'retry-after': '0' })))
      expect((await create()).error).toMatchObject({ kind: 'ServerError', code: 'unavailable', status: 503 })
      expect(scripted.seen.length).toBe(6)
    })

    test.skipIf(lacking)('the SDK retries a network failure twice, then throws', async () => {
      scripted.script('reset', 'reset', ok)
      expect((await create()).value).toEqual(expect.objectContaining({ invoice_id: 'INV-1' }))
      expect(new Set(scripted.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
      scripted.script('reset', 'reset', 'reset', ok)
      expect((await create()).error).toMatchObject({ kind: 'NetworkError', code: 'network_failure', status: 0 })
      expect(scripted.seen.length).toBe(3)
    })

    test.skipIf(lacking)('the SDK waits for a response no longer than its time limit', async () => {
      // A busy machine needs time for the answer.
      scripted.script('hang', ok)
      expect((await create({ timeoutS: 4 })).value).toEqual(expect.objectContaining({ invoice_id: 'INV-1' }))
      scripted.script('hang', 'hang', 'hang', ok)
      expect((await create({ timeoutS: 0.2 })).error).toMatchObject({ kind: 'NetworkError' })
    })

    test.skipIf(lacking)('the SDK retries a request that is still being processed', async () => {
      scripted.script(refusal(409, 'idempotency_conflict', { 'retry-after': '0' }), ok)
      expect((await create()).value).toEqual(expect.objectContaining({ invoice_id: 'INV-1' }))
    })

    test.skipIf(lacking)(
      'the SDK retries no refusal, follows no redirect, and takes no page for a response',
      async () => {
        scripted.script(refusal(500, 'internal'), ok)
        expect((await create()).error).toMatchObject({ kind: 'ServerError', code: 'internal' })
        expect(scripted.seen.length).toBe(1)
        scripted.script({ status: 302, headers: { location: `${scriptedUrl}/elsewhere` }, body: '' }, ok)
        expect((await create()).error).toMatchObject({ kind: 'ServerError', code: 'unexpected_answer', status: 302 })
        expect(scripted.seen.length).toBe(1)
        const foreign: [number, string][] = [
          [200, '<html>not a shop</html>'],
          [404, '<html>not a shop</html>'],
          [200, '[]'],
          [404, '{"code":404,"error":{"message":"no route"}}'],
          [200, `{"success":true,"data":{"invoice_id":"${'x'.repeat(40 * 1024 * 1024)}"}}`],
        ]
        for (const [status, body] of foreign) {
          scripted.script({ status, headers: { 'x-request-id': 'req-2' }, body }, ok)
          expect((await create()).error, body.slice(0, 50)).toMatchObject({
            kind: 'ServerError',
            code: 'unexpected_answer',
            request_id: 'req-2',
          })
        }
        scripted.script(refusal(401, 'forbidden'))
        expect((await create()).error).toMatchObject({ kind: 'ForbiddenError' })
      },
    )

    test.skipIf(lacking)("the SDK retries a gateway's 502 whose JSON is not the shop's", async () => {
      scripted.script({ status: 502, body: { code: 502, error: { message: 'bad gateway' } } }, ok)
      expect((await create()).value).toEqual(expect.objectContaining({ invoice_id: 'INV-1' }))
    })

    test.skipIf(lacking)('the SDK ends a list whose shop repeats a cursor', async () => {
      const page = { data: [{ id: 'event-1' }], pagination: { next_cursor: 'cursor-1', has_more: true } }
      scripted.script(...Array(20).fill({ status: 200, body: { success: true, ...page } }))
      const client = { url: scriptedUrl, key: 'wrg_test_key' }
      const { error } = await installed.call({ call: 'events.iterate', client, params: {}, max: 100 })
      expect(error).toMatchObject({ kind: 'ServerError', code: 'unexpected_answer' })
      expect(scripted.seen.map(({ path }) => path)).toEqual(['/api/events', '/api/events?cursor=cursor-1'])
    })

    test.skipIf(lacking)('the SDK sends a key without the line break that it was read with', async () => {
      scripted.script(ok)
      await create({ key: 'wrg_test_key\n' })
      expect(scripted.seen[0]!.headers['x-api-key']).toBe('wrg_test_key')
    })
  })
})
