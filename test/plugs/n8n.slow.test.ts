import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { makeChildEnv } from '../kit/child-env.ts'
import { testScenario } from '../kit/scenario/scenario.ts'
import { newCustomer, openStall, order, type Stall } from '../orders/store.ts'
import { importNode, openN8nWorkflow } from './n8n-workflow.ts'

// packages/n8n, built and linted by n8n's own tools, with a real shop. `npm ci` in its folder installs its own
// packages; without them this is skipped.

const folder = path.join(import.meta.dirname, '../../packages/n8n')
const isInstalled = existsSync(path.join(folder, 'node_modules/@n8n/node-cli'))
const env = {
  ...makeChildEnv(),
  CI: '1',
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
}
const npmRun = (script: string) => promisify(execFile)('npm', ['run', script], { cwd: folder, env })
const buildWithinMs = 300_000

describe.skipIf(!isInstalled)('packages/n8n', () => {
  beforeAll(async () => {
    await npmRun('build')
  }, buildWithinMs)

  test('the n8n package passes the linter of n8n, its compiler and its own tests', async () => {
    for (const script of ['lint', 'types', 'test']) {
      const { stdout } = await npmRun(script).catch(error => ({ stdout: `error: ${error.stdout}${error.stderr}` }))
      expect(stdout, script).not.toMatch(/\b(warning|error)\b/)
    }
  })

  describe('with a shop', () => {
    let shop: TestShop
    let stall: Stall
    beforeAll(async () => {
      shop = await createTestShop()
      stall = await openStall(shop.app, shop.demo)
    })
    afterAll(() => shop.close())

    // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
    async function execute(resource: string, operation: string, parameters: object = {}): Promise<any[]> {
      const { Warung } = await importNode('dist/nodes/Warung/Warung.node.js')
      const { fakeExecution } = await importNode('test/fakes.mts')
      const execution = { items: [{ resource, operation, ...parameters }], executionId: crypto.randomUUID() }
      const [results] = await new Warung().execute.call(
        fakeExecution({ url: shop.url, key: shop.keys.demo }, execution),
      )
      return results.map(({ json }: { json: unknown }) => json)
    }

    test('the node for n8n takes a payment from its creation to its refund', async () => {
      const optional = { reference: 'n8n-1', reuse: true, description: 'Kopi' }
      const [made] = await execute('payment', 'create', { amount: 21_000, optional })
      const { invoice_id: invoice } = made
      expect((await execute('payment', 'create', { amount: 21_000, optional }))[0].invoice_id).toBe(invoice)
      await shop.work()
      await shop.api('/simulate-payment', { body: { invoice } })
      expect(await execute('payment', 'get', { invoice })).toMatchObject([{ status: 'paid', amount: 21_000 }])
      expect(await execute('payment', 'explain', { invoice })).toMatchObject([{ status: 'paid' }])
      const listed = await execute('payment', 'getAll', { limit: 5, optional: { reference: 'n8n-1' } })
      expect(listed).toMatchObject([{ invoice_id: invoice }])
      await execute('refund', 'create', { invoice, optional: { amount: 6_000, reason: 'Cangkir pecah' } })
      expect(await execute('payment', 'getAll', { returnAll: true, optional: { reference: 'n8n-1' } })).toMatchObject([
        { refunded_amount: 6_000 },
      ])
      const [other] = await execute('payment', 'create', { amount: 22_000 })
      expect(await execute('payment', 'cancel', { invoice: other.invoice_id })).toMatchObject([{ status: 'cancelled' }])
    })

    test('the node for n8n sets stock, lists it, and lists and completes orders', async () => {
      expect(await execute('stock', 'set', { product: 'mug', optional: { available: 7 } })).toMatchObject([
        { available: 7 },
      ])
      const stock = await execute('stock', 'getAll', { returnAll: true })
      expect(stock.map(({ product }) => product)).toContain('mug')
      const { orderNumber: order_number } = await order(stall, await newCustomer(stall), { mug: 1 })
      const orders = await execute('order', 'getAll', { limit: 10 })
      expect(orders.map(one => one.order_number)).toContain(order_number)
      const optional = { status: 'cancelled', notify: false }
      const completed = await execute('order', 'complete', { order_number, optional })
      expect(completed).toMatchObject([{ order: { order_number, status: 'cancelled' } }])
    })

    test('the node for n8n lists money that waits for a person, and decides on it', async () => {
      const [{ invoice_id: invoice }] = await execute('payment', 'create', { amount: 23_000 })
      await shop.work()
      await shop.api('/simulate-payment', { body: { invoice, simulation: 'over' } })
      const filters = { returnAll: true, optional: { invoice, state: 'review' } }
      const [{ transfer_id }] = await execute('transfer', 'getAll', filters)
      await execute('transfer', 'review', { transfer_id, action: 'accept', optional: { note: 'Rounded up' } })
      expect(await execute('payment', 'get', { invoice })).toMatchObject([{ status: 'paid' }])
    })

    test('the trigger for n8n creates its webhook, keeps it as configured, and deletes it', async () => {
      const { WarungTrigger } = await importNode('dist/nodes/Warung/WarungTrigger.node.js')
      const { fakeHook } = await importNode('test/fakes.mts')
      const { checkExists, create, delete: remove } = new WarungTrigger().webhookMethods.default
      const memory: { endpointId?: string } = {}
      const url = `${shop.sandboxUrl}/receiver`
      const hook = (events: string[]) => fakeHook({ url: shop.url, key: shop.keys.demo }, { url, events, memory })
      const listed = async () => (await shop.api('/list-endpoints')).body.data
      expect(await checkExists.call(hook(['payment.paid']))).toBe(false)
      expect(await create.call(hook(['payment.paid']))).toBe(true)
      expect(await listed()).toMatchObject([{ endpoint_id: memory.endpointId, types: ['payment.paid'], url }])
      expect(await checkExists.call(hook(['order.paid', 'payment.paid']))).toBe(true)
      expect((await listed())[0].types.toSorted()).toEqual(['order.paid', 'payment.paid'])
      expect(await remove.call(hook(['payment.paid']))).toBe(true)
      expect(await listed()).toEqual([])
      expect(memory).toEqual({})
      expect(await remove.call(hook(['payment.paid']))).toBe(true)
    })
  })

  testScenario('an n8n workflow', {
    can: [
      ...(['looks', 'cancels', 'abandons', 'hears-endings', 'hears-reviews', 'hears-refunds'] as const),
      ...(['checks-signatures', 'checks-content', 'checks-time'] as const),
    ],
    open: openN8nWorkflow,
  })
})
