import { expect } from 'vitest'
import { totalSales } from '../../src/orders/statistics/total-sales.ts'
import type { ModelLine, ModelOrder, ModelPayment } from './model.ts'
import { allOf, sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Checks filtered lists and single orders of the API, and how often each option was sold. */
export async function checkLists(simulated: SimulatedShop): Promise<void> {
  await checkPaymentFilters(simulated)
  await checkTransferFilters(simulated)
  for (const order of simulated.model.orders) await checkOrder(simulated, order)
  await checkOrderFilters(simulated)
  await checkOptions(simulated)
}

async function checkPaymentFilters({ shop, model }: SimulatedShop): Promise<void> {
  const today = model.dayOf(model.now)
  const day = model.dayOf(model.now / 2)
  const isOn = (one: ModelPayment, from: string, to: string) =>
    model.dayOf(one.createdAt) >= from && model.dayOf(one.createdAt) <= to
  const [newest] = model.payments.slice(-1)
  const filters: [string, (payment: ModelPayment) => boolean][] = [
    ...['pending', 'paid', 'expired', 'cancelled'].map((status): (typeof filters)[0] => [
      `status=${status}`,
      one => one.status === status,
    ]),
    ['payment_method=qris', ({ method }) => method === 'qris'],
    ['payment_method=wallet_direct&status=paid', one => one.method === 'wallet_direct' && one.status === 'paid'],
    ['paid_via=qris', one => one.method === 'qris' && one.status === 'paid'],
    ['paid_via=wallet_direct', one => one.method === 'wallet_direct' && one.status === 'paid'],
    [`start_date=${today}`, one => isOn(one, today, '9')],
    [`end_date=${day}`, one => isOn(one, '0', day)],
    [`start_date=${day}&end_date=${day}&status=paid`, one => isOn(one, day, day) && one.status === 'paid'],
    [`search=${newest?.invoiceId}`, one => one === newest],
  ]
  for (const [filter, isListed] of filters) {
    const { body } = await shop.api(`/list-payments?${filter}&limit=100`)
    const expected = model.payments.filter(isListed).map(({ invoiceId }) => [invoiceId])
    const found = body.data.map((one: { invoice_id: string }) => [one.invoice_id])
    expect(body.pagination.total, `the total of list-payments, ${filter}`).toBe(expected.length)
    if (expected.length <= 100) expect(sorted(found), `list-payments, ${filter}`).toEqual(sorted(expected))
  }
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await shop.api(`/list-payments?limit=30${cursor && `&cursor=${cursor}`}`)
    found.push(...body.data.map((one: { invoice_id: string }) => one.invoice_id))
    cursor = body.pagination.next_cursor
  }
  expect(found.sort(), 'list-payments by cursor').toEqual(model.payments.map(({ invoiceId }) => invoiceId).sort())
}

async function checkTransferFilters({ shop, model }: SimulatedShop): Promise<void> {
  for (const state of ['settled', 'review', 'refunded', 'ignored']) {
    const found = (await allOf(shop, `/list-transfers?state=${state}`)).map(one => [one.reference])
    const expected = model.transfers.filter(one => one.state === state).map(({ reference }) => [reference])
    expect(sorted(found), `list-transfers, ${state}`).toEqual(sorted(expected))
  }
}

async function checkOrder({ shop, model, isAt }: SimulatedShop, order: ModelOrder): Promise<void> {
  const { data } = (await shop.api(`/msgstore-orders?order_number=${order.number}`)).body
  const { world } = model
  const found = {
    ...{ status: data.status, total: data.total, due: data.refund_due, refunded: data.refunded_amount },
    isCreatedThen: isAt(data.created_at, order.createdAt),
    isPaid: data.paid_at !== null,
    items: sorted(
      data.items.map((one: Record<string, unknown>) => [
        ...[one.product_name, one.price, one.quantity, one.surcharge, one.delivered_at !== null],
      ]),
    ),
    received: sorted(data.received.map((one: Record<string, unknown>) => [one.amount, one.in_review])),
  }
  const chosen = ({ goods, choices }: ModelLine) =>
    sum(
      world.goods[goods].options.filter(({ key }) => choices.includes(key)),
      'price',
    )
  const items = order.lines.map(line => {
    const { name, price } = world.goods[line.goods]
    const surcharge = chosen(line) * line.quantity
    return [name.replace(/ \(.*/, ''), price, line.quantity, surcharge, line.isDelivered]
  })
  const isTypedDelivered = order.person === null && order.status === 'completed'
  const typed = order.typed === 0 ? [] : [['Penjualan bebas', order.typed, 1, 0, isTypedDelivered]]
  const money = model.transfers.filter(({ payment, state }) => payment?.order === order && /settled|review/.test(state))
  const received = money.map(({ amount, state, payment }) => [
    ...[state === 'settled' ? amount - payment!.refunded : amount, state === 'review'],
  ])
  expect(found, `msgstore-orders ${order.number}`).toEqual({
    ...{ status: order.status, total: model.totalOf(order), due: order.isRefundDue },
    refunded: sum(order.payments, 'refunded'),
    isCreatedThen: true,
    isPaid: order.wasPaid,
    items: sorted([...items, ...typed]),
    received: sorted(received.filter(([amount]) => Number(amount) > 0)),
  })
}

async function checkOrderFilters({ shop, model }: SimulatedShop): Promise<void> {
  const all = [...model.orders, ...model.sales]
  for (const status of ['waiting_payment', 'pending', 'paid', 'processing', 'completed', 'cancelled']) {
    const { body } = await shop.api(`/msgstore-orders?status=${status}&limit=100`)
    const expected = all.filter(one => one.status === status).map(({ number }) => [number])
    expect(body.total, `the total of msgstore-orders, ${status}`).toBe(expected.length)
    const found = body.data.map((one: { order_number: string }) => [one.order_number])
    if (expected.length <= 100) expect(sorted(found), `msgstore-orders, ${status}`).toEqual(sorted(expected))
  }
}

/** Checks the options of goods that were sold, once the shop has totalled its sales. */
async function checkOptions({ shop, model }: SimulatedShop): Promise<void> {
  while ((await totalSales(shop.app)) > 0);
  const { data } = (await shop.api('/get-statistics')).body
  const found = data.options.map((one: Record<string, unknown>) => [one.option_name, one.quantity, one.revenue])
  const sold = [
    ...model.orders.filter(({ status }) => /^(paid|processing|completed)$/.test(status)),
    ...model.sales,
  ].flatMap(({ lines }) => lines)
  const expected = model.world.goods.latte.options.flatMap(({ key, name, price }) => {
    const count = sum(
      sold.filter(({ choices }) => choices.includes(key)),
      'quantity',
    )
    return count === 0 ? [] : [[name, count, count * price]]
  })
  expect(sorted(found), 'the options of get-statistics').toEqual(sorted(expected))
}
