import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../src/lib/money.ts'
import type { OrderRequest } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { shipOrder } from '../../src/orders/shipping/ship-order.ts'
import { writeStepTexts } from '../../src/orders/shipping/step-texts.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { look, newCustomer, openStall, order, pay, type Stall } from './store.ts'

let shop: TestShop
let stall: Stall
const price = 20_000 + randomInt(9_000)
const merchant = 'Warung Kopi & Teh'

beforeAll(async () => {
  shop = await createTestShop()
  const goods = `
shop: { pickup: Jl. Melati 5 }
products:
  - { key: bean, name: Biji, kind: physical, price: ${price}, stock: unlimited, handovers: [delivery, pickup] }`
  stall = await openStall(shop.app, shop.demo, goods)
})
afterAll(() => shop.close())

async function place(placing: OrderRequest) {
  const customerId = await newCustomer(stall, 'Rina')
  const { token, orderNumber } = await order(stall, customerId, { bean: 1 }, placing)
  return {
    orderNumber,
    async pay() {
      const { payment } = await requestPayment(shop.app, stall.standing, { customerId, token })
      await shop.work()
      await pay(stall, payment.invoiceId)
    },
    move: (status: 'processing' | 'completed' | 'cancelled') =>
      updateOrderStatus(shop.app, stall.standing, { orderNumber, status, notify: false }),
    texts: async (language: 'id' | 'en' = 'id') =>
      writeStepTexts(await look(stall, { customerId, token }), merchant, language),
  }
}
const stepsOf = (texts: { step: string }[]) => texts.map(({ step }) => step)

test('an unpaid order has no message about its progress', async () => {
  const { texts } = await place({ receiving: 'delivery' })
  expect(await texts()).toEqual([])
})

test('an order that is picked up is being prepared, then ready, then complete', async () => {
  const { orderNumber, texts, move, ...placed } = await place({ receiving: 'pickup' })
  await placed.pay()
  const open = await texts()
  expect(stepsOf(open)).toEqual(['processing', 'ready'])
  const [processing, ready] = open.map(({ text }) => text.split('\n'))
  expect(processing![0]).toBe(`Halo Rina, pesanan ${orderNumber} sudah dibayar dan sedang disiapkan ${merchant}.`)
  expect(ready![0]).toBe(`Halo Rina, pesanan ${orderNumber} dari ${merchant} sudah siap.`)
  for (const lines of [processing!, ready!]) expect(lines.slice(1).join('\n')).toContain(formatRupiah(price))
  await move('processing')
  expect(stepsOf(await texts())).toEqual(['processing', 'ready'])
  await move('completed')
  const [completed] = await texts('en')
  expect(completed!.step).toBe('completed')
  expect(completed!.text).toContain(`Hello Rina, order ${orderNumber} is complete.`)
})

test('an order that is delivered is being prepared, then on its way with its number', async () => {
  const { orderNumber, texts, ...placed } = await place({ receiving: 'delivery' })
  await placed.pay()
  expect(stepsOf(await texts())).toEqual(['processing'])
  const trackingNumber = `JX${randomInt(1e6, 9e6)}`
  await shipOrder(shop.app, stall.standing, { orderNumber, courier: 'jne', trackingNumber, notify: false })
  const shipped = await texts()
  expect(stepsOf(shipped)).toEqual(['shipped'])
  expect(shipped[0]!.text).toContain(`resi ${trackingNumber}`)
})

test('a cancelled order has only a message that says so', async () => {
  const { orderNumber, texts, move } = await place({ receiving: 'pickup' })
  await move('cancelled')
  const cancelled = await texts()
  expect(stepsOf(cancelled)).toEqual(['cancelled'])
  expect(cancelled[0]!.text).toContain(`maaf, pesanan ${orderNumber} dari ${merchant} dibatalkan.`)
})
