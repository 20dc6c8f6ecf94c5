import { beforeAll, describe, expect } from 'vitest'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { invoice, newCustomer, openStall, order, pay, type Stall } from '../orders/store.ts'
import { type Check, openShops, row, shopOf, type Variant } from './spec.ts'

openShops()

const stalls = new Map<string, Stall>()

beforeAll(async () => {
  for (const edition of ['subscription', 'verification'] as const) {
    const shop = shopOf(edition)
    const goods = `
products:
  - { key: shave, name: Cukur, kind: service, price: 30000, stock: unlimited }
`
    stalls.set(edition, await openStall(shop.app, shop.demo, goods))
  }
})

const stallOf = ({ edition }: Variant) => stalls.get(edition)!
const goods = { shave: 1 }

/** Returns the number of an order in the requested state. */
async function orderIn(variant: Variant, status: string, name = 'Budi'): Promise<string> {
  const stall = stallOf(variant)
  const customer = await newCustomer(stall, name)
  if (status === 'pending') return (await order(stall, customer, goods)).orderNumber
  const { payment } = await invoice(stall, customer, goods)
  const [placed] = await stall.app.sql.query<{ order_number: string }>(
    'select o.order_number from store_order o join order_invoice i on i.order_id = o.id where i.invoice_id = $1',
    [payment.invoiceId],
  )
  const orderNumber = placed!.order_number
  if (status === 'waiting_payment') return orderNumber
  await pay(stall, payment.invoiceId)
  const move = (to: 'processing' | 'completed' | 'cancelled') =>
    updateOrderStatus(stall.app, stall.standing, { orderNumber, status: to, notify: false })
  if (status === 'processing' && (await statusOf(variant, orderNumber)) === 'paid') await move('processing')
  if (status === 'completed' || status === 'cancelled') await move(status)
  return orderNumber
}

async function statusOf({ api }: Variant, orderNumber: string): Promise<string> {
  return (await api(`/msgstore-orders?order_number=${orderNumber}`)).body.data.status
}

async function complete({ api }: Variant, order_number: string, asked: object = {}) {
  return api('/msgstore-complete', { body: { order_number, ...asked } })
}

async function noticesOf(variant: Variant): Promise<number> {
  const [counted] = await stallOf(variant).app.sql.query<{ n: number }>('select count(*) as n from notice')
  return counted!.n
}

describe('the states of an order', () => {
  row('3.2', 'States pending … cancelled exist', async variant => {
    for (const status of ['pending', 'waiting_payment', 'processing', 'completed', 'cancelled']) {
      expect(await statusOf(variant, await orderIn(variant, status))).toBe(status)
    }
    expect((await variant.api('/msgstore-orders?status=paid')).status).toBe(200)
  })

  row('3.2', 'paid → completed, customer notified when notify', async variant => {
    const orderNumber = await orderIn(variant, 'processing')
    const before = await noticesOf(variant)
    expect((await complete(variant, orderNumber, { notify: true })).status).toBe(200)
    expect(await noticesOf(variant)).toBeGreaterThan(before)
  })

  row('3.2', 'processing → completed', async variant => {
    const orderNumber = await orderIn(variant, 'processing')
    expect((await complete(variant, orderNumber)).body.order).toEqual({
      order_number: orderNumber,
      status: 'completed',
    })
  })

  row('3.2', 'pending, waiting, paid, processing → cancelled', async variant => {
    for (const status of ['pending', 'waiting_payment', 'processing']) {
      const orderNumber = await orderIn(variant, status)
      expect((await complete(variant, orderNumber, { status: 'cancelled' })).status, status).toBe(200)
      expect(await statusOf(variant, orderNumber)).toBe('cancelled')
    }
  })

  row('3.2', 'notify false: nothing sent', async variant => {
    const orderNumber = await orderIn(variant, 'processing')
    const toCustomers = async () => {
      const [counted] = await stallOf(variant).app.sql.query<{ n: number }>(
        'select count(*) as n from notice where chat_id in (select chat_id from customer)',
      )
      return counted!.n
    }
    const before = await toCustomers()
    await complete(variant, orderNumber, { notify: false })
    expect(await toCustomers()).toBe(before)
  })

  row('3.2', 'completed → cancelled refused, unchanged', async variant => {
    const orderNumber = await orderIn(variant, 'completed')
    expect((await complete(variant, orderNumber, { status: 'cancelled' })).status).toBe(400)
    expect(await statusOf(variant, orderNumber)).toBe('completed')
  })

  row('3.2', 'pending / waiting_payment → completed refused', async variant => {
    for (const status of ['pending', 'waiting_payment']) {
      const orderNumber = await orderIn(variant, status)
      expect((await complete(variant, orderNumber)).status).toBe(400)
      expect(await statusOf(variant, orderNumber)).toBe(status)
    }
  })

  row('3.2', '"any state except completed" may be cancelled: cancelled again', async variant => {
    const orderNumber = await orderIn(variant, 'cancelled')
    expect((await complete(variant, orderNumber, { status: 'cancelled' })).status).toBe(200)
    expect(await statusOf(variant, orderNumber)).toBe('cancelled')
  })
})

describe('GET /api/msgstore-orders', () => {
  row('2.7', 'Listed order: order_number, customer_name, status strings, total number', async variant => {
    const orderNumber = await orderIn(variant, 'pending', 'Wati')
    const [listed] = (await variant.api(`/msgstore-orders?search=${orderNumber}`)).body.data
    expect(listed).toMatchObject({ order_number: orderNumber, customer_name: 'Wati', status: 'pending', total: 30_000 })
  })

  row('1.7', 'Store orders listed, marked completed/cancelled, optional notification', async variant => {
    const orderNumber = await orderIn(variant, 'processing')
    expect((await variant.api('/msgstore-orders')).body.data[0].order_number).toBe(orderNumber)
    expect((await complete(variant, orderNumber, { status: 'completed', notify: false })).status).toBe(200)
  })

  row('4.5', 'orders: order_number → one order', async variant => {
    const orderNumber = await orderIn(variant, 'pending')
    const { body } = await variant.api(`/msgstore-orders?order_number=${orderNumber}`)
    expect(body.data).toMatchObject({ order_number: orderNumber, items: [{ product_name: 'Cukur', quantity: 1 }] })
    expect((await variant.api('/msgstore-orders?order_number=ORD-000000-XXXXXX')).status).toBe(404)
  })

  row('4.5', 'orders: status filter, six values', async variant => {
    await orderIn(variant, 'pending')
    for (const status of ['pending', 'waiting_payment', 'paid', 'processing', 'completed', 'cancelled']) {
      const { status: code, body } = await variant.api(`/msgstore-orders?status=${status}`)
      expect(code).toBe(200)
      for (const listed of body.data) expect(listed.status).toBe(status)
    }
    expect((await variant.api('/msgstore-orders?status=gone')).status).toBe(400)
  })

  row('4.5', 'orders: search number, name, phone, invoice id', async variant => {
    const name = `Nama${variant.edition}${variant.dialect}`
    const orderNumber = await orderIn(variant, 'waiting_payment', name)
    const [listed] = (await variant.api(`/msgstore-orders?search=${orderNumber}`)).body.data
    for (const text of [orderNumber, name, '0812-3456-7890', listed.invoice_id]) {
      const { body } = await variant.api(`/msgstore-orders?search=${encodeURIComponent(text)}`)
      const numbers = body.data.map((found: { order_number: string }) => found.order_number)
      expect(numbers, text).toContain(orderNumber)
    }
  })

  const limits: Check = async ({ api }) => {
    expect((await api('/msgstore-orders?limit=100')).status).toBe(200)
    expect((await api('/msgstore-orders?limit=101')).status).toBe(400)
    expect((await api('/msgstore-orders')).body.data.length).toBeLessThanOrEqual(50)
  }
  row('4.5', 'orders: limit default 50, maximum 100', limits)
  row('8', 'msgstore limit 50/100', limits)

  row('4.5', 'orders: offset', async variant => {
    await orderIn(variant, 'pending')
    await orderIn(variant, 'pending')
    const all = (await variant.api('/msgstore-orders?limit=2')).body.data
    const second = (await variant.api('/msgstore-orders?limit=1&offset=1')).body.data
    expect(second).toEqual([all[1]])
  })

  row('4.5', 'orders: {success, data, total}', async variant => {
    await orderIn(variant, 'pending')
    const { body } = await variant.api('/msgstore-orders')
    expect(body).toMatchObject({ success: true, data: expect.any(Array), total: expect.any(Number) })
  })
})

describe('POST /api/msgstore-complete', () => {
  row('4.5', 'complete: order_number required', async ({ api }) => {
    const { status, body } = await api('/msgstore-complete', { body: {} })
    expect(status).toBe(400)
    expect(body.fields[0].path).toBe('order_number')
  })

  row('4.5', 'complete: status optional default completed', async variant => {
    const orderNumber = await orderIn(variant, 'processing')
    expect((await complete(variant, orderNumber)).body.order.status).toBe('completed')
    expect((await complete(variant, orderNumber, { status: 'paid' })).status).toBe(400)
  })

  row('4.5', 'complete: notify default true', async variant => {
    const orderNumber = await orderIn(variant, 'processing')
    const before = await noticesOf(variant)
    await complete(variant, orderNumber)
    expect(await noticesOf(variant)).toBeGreaterThan(before)
  })

  row('4.5', 'complete answer {success, message, order{order_number,status}}', async variant => {
    const orderNumber = await orderIn(variant, 'processing')
    expect((await complete(variant, orderNumber)).body).toEqual({
      success: true,
      message: expect.any(String),
      order: { order_number: orderNumber, status: 'completed' },
    })
  })
})
