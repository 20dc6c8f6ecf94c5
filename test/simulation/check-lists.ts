import { expect } from 'vitest'
import { totalSales } from '../../src/orders/statistics/total-sales.ts'
import { listPayments } from '../../src/payments/list-payments.ts'
import type { ModelLine, ModelOrder, ModelPayment } from './model-types.ts'
import { allOf, sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { sumModel } from './sum-model.ts'
import type { World } from './world.ts'

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
    ['paid_via=qris&status=expired', () => false],
    ['', () => true],
    [`start_date=${today}`, one => isOn(one, today, '9')],
    [`end_date=${day}`, one => isOn(one, '0', day)],
    [`start_date=${day}&end_date=${day}&status=paid`, one => isOn(one, day, day) && one.status === 'paid'],
    [`search=${newest?.invoiceId}`, one => one === newest],
    ...['expired', 'paid'].map((status): (typeof filters)[0] => [
      `search=${newest?.invoiceId}&status=${status}&start_date=${today}`,
      one => one === newest && one.status === status && isOn(one, today, '9'),
    ]),
    ...searches(model).map((text): (typeof filters)[0] => [
      `search=${encodeURIComponent(text)}`,
      one => matches(one, text),
    ]),
    ...['REF-1', 'REF-2', 'REF-5'].map((reference): (typeof filters)[0] => [
      `reference=${reference}`,
      one => one.details?.reference === reference,
    ]),
    ['reference=REF-2&status=paid', one => one.details?.reference === 'REF-2' && one.status === 'paid'],
    [`reference=REF-5&end_date=${day}`, one => one.details?.reference === 'REF-5' && isOn(one, '0', day)],
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
  expect(found.toSorted(), 'list-payments by cursor').toEqual(model.payments.map(({ invoiceId }) => invoiceId).sort())
  const { body } = await shop.api('/list-payments?limit=7&page=2')
  const second = body.data.map((one: { invoice_id: string }) => one.invoice_id)
  expect(second, 'the second page of list-payments').toEqual(found.slice(7, 14))
  const past = await shop.api(`/list-payments?search=${newest?.invoiceId}&page=2`)
  expect(past.body.data, 'the second page of one payment').toEqual([])
  const byId = new Map(model.payments.map(one => [one.invoiceId, one.createdAt]))
  const times = found.map(id => byId.get(id)!)
  expect(times, 'the order of list-payments').toEqual(times.toSorted((one, other) => other - one))
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const { revenue } = await listPayments(shop.app, scope, { page: 1, limit: 1 })
  expect(revenue, 'the revenue of list-payments').toBe(sumModel(model).revenue)
}

/** Returns texts to search for, of each kind. */
function searches({ world, payments }: SimulatedShop['model']): string[] {
  const [{ name, phone }, other] = [world.people[0]!, world.people[1]!]
  const order = payments.findLast(payment => payment.order && payment.details)?.order
  return [
    ...[name.slice(1, 6).toUpperCase(), phone, other.phone.replaceAll('-', '').slice(1), 'pelanggan4@warung', 'EF-7'],
    ...['no. 3/', 'eja 4', '/2', '%', ...(order ? [order.number.slice(4).toLowerCase()] : [])],
  ]
}

/** Returns whether one of the texts of a payment contains another one; for a phone, its digits. */
function matches({ invoiceId, details }: ModelPayment, text: string): boolean {
  const { metadata = {}, customer_phone = null, ...texts } = details ?? {}
  const digits = (customer_phone ?? '').replaceAll('-', '').slice(1)
  const wanted = text.toLowerCase()
  const isPhone = /^[\d-]+$/.test(text) && digits !== '' && digits.includes(text.replaceAll('-', '').replace(/^0/, ''))
  const all = [invoiceId, ...Object.values(texts), ...Object.values(metadata)]
  return isPhone || all.some(one => one?.toLowerCase().includes(wanted))
}

async function checkTransferFilters({ shop, model }: SimulatedShop): Promise<void> {
  const { payment, likely } = model.transfers.findLast(one => one.payment ?? one.likely) ?? {}
  const invoice = (payment ?? likely)?.invoiceId
  const own = (await allOf(shop, `/list-transfers?invoice=${invoice}`)).map(one => [one.reference])
  const isOwn = ({ invoiceId }: Partial<ModelPayment>) => invoice !== undefined && invoiceId === invoice
  const belonging = model.transfers.filter(one => isOwn(one.payment ?? {}) || isOwn(one.likely ?? {}))
  expect(sorted(own), 'list-transfers of a payment').toEqual(sorted(belonging.map(({ reference }) => [reference])))
  for (const reason of ['late', 'unmatched', 'inexact', 'paid_twice']) {
    const found = (await allOf(shop, `/list-transfers?reason=${reason}`)).map(one => [one.reference])
    const expected = model.transfers.filter(one => one.reason === reason).map(({ reference }) => [reference])
    expect(sorted(found), `list-transfers, ${reason}`).toEqual(sorted(expected))
  }
  const { body } = await shop.api('/list-transfers?limit=3&page=2')
  const newest = await allOf(shop, '/list-transfers')
  expect(body.data, 'the second page of list-transfers').toEqual(newest.slice(3, 6))
  const ids = newest.map(one => one.transfer_id)
  expect(ids, 'the order of list-transfers').toEqual(ids.toSorted((one, other) => other - one))
  for (const state of ['settled', 'review', 'refunded', 'ignored']) {
    const found = (await allOf(shop, `/list-transfers?state=${state}`)).map(one => [one.reference])
    const expected = model.transfers.filter(one => one.state === state).map(({ reference }) => [reference])
    expect(sorted(found), `list-transfers, ${state}`).toEqual(sorted(expected))
  }
}

async function checkOrder({ shop, model, isAt, minuteOf }: SimulatedShop, order: ModelOrder): Promise<void> {
  const { data } = (await shop.api(`/msgstore-orders?order_number=${order.number}`)).body
  const { world } = model
  const found = {
    ...{ status: data.status, total: data.total, due: data.refund_due, refunded: data.refunded_amount },
    isCreatedThen: isAt(data.created_at, order.createdAt),
    isPaid: data.paid_at !== null,
    ...{ by: data.cancelled_by, payment: data.payment?.invoice_id ?? null },
    who: order.person === null ? [] : [data.customer_name, data.customer_phone, data.note, data.address],
    how: [data.receiving, data.delivery_zone, data.table_number, data.delivery_fee],
    items: sorted(
      data.items.map((one: Record<string, string | null>) => [
        ...[one.product_name, one.price, one.quantity, one.surcharge],
        one.delivered_at === null ? 'waits' : one.product_name === typedName ? 'done' : minuteOf(one.delivered_at!),
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
    return [name.replace(/ \(.*/, ''), price, line.quantity, surcharge, line.deliveredAt ?? 'waits']
  })
  const isTypedDelivered = order.person === null && order.status === 'completed'
  const typed = order.typed === 0 ? [] : [[typedName, order.typed, 1, 0, isTypedDelivered ? 'done' : 'waits']]
  const best = order.payments.find(one => one.status === 'paid' && one.refunded < one.paidBy!.amount)
  const payment = best ?? order.payments.find(({ status }) => status === 'paid') ?? order.payments.at(-1)
  const money = model.transfers.filter(({ payment, state }) => payment?.order === order && /settled|review/.test(state))
  const received = money.map(({ amount, state, payment }) => [
    ...[state === 'settled' ? amount - payment!.refunded : amount, state === 'review'],
  ])
  expect(found, `msgstore-orders ${order.number}`).toEqual({
    ...{ status: order.status, total: model.totalOf(order), due: order.isRefundDue },
    refunded: sum(order.payments, 'refunded'),
    isCreatedThen: true,
    isPaid: order.wasPaid,
    ...{ by: order.cancelledBy, payment: payment?.invoiceId ?? null },
    ...{ who: customerOf(world, order), how: handingOf(order) },
    items: sorted([...items, ...typed]),
    received: sorted(received.filter(([amount]) => Number(amount) > 0)),
  })
}

/** Returns the customer of an order, as the API answers it; none at the counter. */
function customerOf({ people }: World, { person: number, phone, note, handing }: ModelOrder) {
  if (number === null) return []
  const { name, address } = people[number]!
  return [name, phone, note, handing?.way === 'delivery' ? address : null]
}

/** Returns how an order reaches its customer, as the API answers it. */
function handingOf({ handing }: ModelOrder) {
  const { way = null, zone = null, table = null, fee = 0 } = handing ?? {}
  return [way, zone, table, fee]
}

/** The name of a typed amount in a sale. */
const typedName = 'Penjualan bebas'

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
