import { randomUUID } from 'node:crypto'
import { Books } from '../kit/scenario/books.ts'
import { startReceiver } from '../kit/scenario/receiver.ts'
import type { ForeignShop, Warung } from '../kit/scenario/scenario.ts'
import type { InstalledSdk } from './installed-sdk.ts'

/**
 * A merchant's program that creates payments, verifies callbacks, reads payments and refunds them with an installed
 * SDK.
 */
export async function openSdkMerchant(warung: Warung, installed: InstalledSdk): Promise<ForeignShop> {
  const books = new Books(':memory:')
  const client = { url: warung.url, key: warung.key }

  async function call(name: string, id: string | null, params: object = {}) {
    const { value, error } = await installed.call({ call: name, client, ...(id ? { id } : {}), params })
    if (error) throw new Error(`${name}: ${error.message}`)
    return value
  }

  async function look(invoice: string): Promise<void> {
    const payment = await call('payments.get', invoice)
    const order = books.find(invoice)
    const states = { paid: 'paid', pending: 'pending' } as const
    const state = states[payment.status as 'paid'] ?? 'ended'
    books.apply({ order: order!.id, state, amount: payment.amount, refunded: payment.refunded_amount ?? 0 })
  }

  const receiver = await startReceiver(async (body, headers) => {
    const params = { headers, body, secret: warung.secret }
    const { value, error } = await installed.call({ call: 'webhooks.verify', params })
    if (error) return 401
    const { reference, invoice_id, amount } = value.data
    // As in the READMEs: the order of the reference is paid by the payment that was created for it.
    if (books.find(invoice_id)?.id === reference) books.apply({ order: reference, state: 'paid', amount })
    return 200
  })

  return {
    receiverUrl: () => receiver.url,
    async placeOrder(amount) {
      const order = `order-${randomUUID()}`
      books.place(order, amount)
      const callback_url = `${warung.relay.url}/callback`
      const { invoice_id } = await call('payments.create', null, {
        amount,
        reference: order,
        reuse: true,
        callback_url,
      })
      books.setPayment(order, invoice_id)
      return { order, invoice: invoice_id, ids: [order, invoice_id] }
    },
    readOrder: async order => books.read(order)!,
    lookAgain: ({ invoice }) => look(invoice),
    async cancelOrder({ order, invoice }) {
      await call('payments.cancel', invoice)
      books.cancel(order)
    },
    async abandonOrder({ order }) {
      books.cancel(order)
    },
    async refundOrder({ invoice, order }, amount) {
      const { amount: price, refunded } = books.read(order)!
      const isRest = refunded + amount === price
      await call('refunds.create', invoice, isRest ? {} : { amount })
      // The unique code is refunded too, but is not in these books.
      books.refund(order, refunded + amount)
    },
    async close() {
      await receiver.close()
      books.close()
    },
  }
}
