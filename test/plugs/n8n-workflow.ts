import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Books } from '../kit/scenario/books.ts'
import { startReceiver } from '../kit/scenario/receiver.ts'
import type { ForeignShop, Warung } from '../kit/scenario/scenario.ts'

const folder = path.join(import.meta.dirname, '../../packages/n8n')

// biome-ignore lint/suspicious/noExplicitAny: the package's own compiler checks these types
export async function importNode(file: string): Promise<any> {
  return import(pathToFileURL(path.join(folder, file)).href)
}

/** Opens a workflow's books, kept by the built node and trigger with fakes of n8n. */
export async function openN8nWorkflow(warung: Warung): Promise<ForeignShop> {
  const { Warung: WarungNode } = await importNode('dist/nodes/Warung/Warung.node.js')
  const { WarungTrigger } = await importNode('dist/nodes/Warung/WarungTrigger.node.js')
  const { fakeExecution, fakeHook, fakeDelivery } = await importNode('test/fakes.mts')
  const [node, trigger, shop] = [new WarungNode(), new WarungTrigger(), { url: warung.url, key: warung.key }]
  const books = new Books(':memory:')
  const memory: { secret?: string } = {}
  let executions = 0

  async function execute(resource: string, operation: string, parameters: object) {
    const execution = { items: [{ resource, operation, ...parameters }], executionId: String(++executions) }
    const [[{ json }]] = await node.execute.call(fakeExecution(shop, execution))
    return json
  }

  const receiver = await startReceiver(async (body, headers) => {
    const answered: { status?: number } = {}
    const delivery = { headers, body: Buffer.from(body), memory }
    const { workflowData } = await trigger.webhook.call(fakeDelivery(delivery, answered))
    if (!workflowData) return answered.status!
    book(workflowData[0][0].json)
    return 200
  })

  // The later nodes of a workflow.
  // biome-ignore lint/suspicious/noExplicitAny: an event of any type
  function book({ type, data }: any): void {
    if (type === 'transfer.in_review') {
      const order = books.find(data.likely_invoice_id ?? data.invoice_id ?? '')
      if (order) books.hold(order.id)
      return
    }
    if (books.find(data.invoice_id)?.id !== data.reference) return
    const states = { 'payment.paid': 'paid', 'payment.expired': 'ended', 'payment.cancelled': 'ended' } as const
    const state = states[type as 'payment.paid']
    if (state) books.apply({ order: data.reference, state, amount: data.amount })
    if (type === 'payment.refunded') books.refund(data.reference, Math.min(data.refunded_amount, data.amount))
  }

  const events = ['payment.paid', 'payment.expired', 'payment.cancelled', 'payment.refunded', 'transfer.in_review']
  const hook = fakeHook(shop, { url: `${warung.relay.url}/webhook/1`, events, memory })
  await trigger.webhookMethods.default.create.call(hook)

  return {
    receiverUrl: () => receiver.url,
    secret: memory.secret!,
    async placeOrder(amount) {
      const order = `order-${randomUUID()}`
      books.place(order, amount)
      const optional = { reference: order, reuse: true }
      const { invoice_id } = await execute('payment', 'create', { amount, optional })
      books.setPayment(order, invoice_id)
      return { order, invoice: invoice_id, ids: [order, invoice_id] }
    },
    readOrder: async order => books.read(order)!,
    async lookAgain({ order, invoice }) {
      const { status, amount } = await execute('payment', 'get', { invoice })
      if (status === 'paid') books.apply({ order, state: 'paid', amount })
    },
    async cancelOrder({ order, invoice }) {
      await execute('payment', 'cancel', { invoice })
      books.cancel(order)
    },
    async abandonOrder({ order }) {
      books.cancel(order)
    },
    async close() {
      await trigger.webhookMethods.default.delete.call(hook)
      await receiver.close()
      books.close()
    },
  }
}
