import { expect } from 'vitest'
import { addUnits } from '../../src/catalog/stock/add-units.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { chooseReceiving } from '../../src/orders/choose-receiving.ts'
import { editOrder } from '../../src/orders/edit-order.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { reviewOrder } from '../../src/orders/reviews/review-order.ts'
import { receiveOrder } from '../../src/orders/shipping/receive-order.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { newCustomer } from '../orders/store.ts'
import { ownerOf, undoRefund, useCoupon } from './of-modules.ts'
import { variantOf } from './perform-orders.ts'
import { expectRefusal, type Performers, type Scene } from './scene.ts'

const nobody = { invoice: `INV-${'0'.repeat(20)}`, order: 'ORD-260101-000000' }

/** Requests that are refused and change nothing: impossible values, and what belongs to others. */
export function performWrongs(scene: Scene): Performers<'wrong'> {
  return {
    async wrong() {
      const before = await digest(scene)
      await sendWrongValues(scene)
      await askForOthers(scene)
      await orderWrongly(scene)
      expect(await digest(scene), 'the tables after requests that were refused').toEqual(before)
    },
  }
}

const tables = [
  ...['payment', 'hold', 'reservation', 'charge', 'transfer', 'movement', 'refund', 'delivery', 'event', 'notice'],
  ...['store_order', 'order_item', 'order_invoice', 'stock', 'stock_change', 'stock_unit', 'audit_entry', 'review'],
]

/** Returns a hash of the contents of each table that a refused request must not change. */
async function digest({ shop }: Scene): Promise<Record<string, string>> {
  const hashes = tables.map(
    name =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from ${name} t`,
  )
  const rows = await shop.app.sql.query<{ name: string; hash: string }>(hashes.join(' union all '), [])
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

async function sendWrongValues({ shop, model }: Scene): Promise<void> {
  const stock = (body: object, path: string) => ['/set-stock', body, path] as const
  const requests: (readonly [string, object, string])[] = [
    ['/create-payment', { amount: 999, payment_method: 'qris' }, 'amount'],
    ['/create-payment', { amount: 500_001, payment_method: 'qris' }, 'amount'],
    ['/create-payment', { amount: 10_000, reuse: true }, 'reference'],
    stock({ product: 'mug' }, 'available'),
    stock({ product: 'mug', available: 1, delta: 1 }, 'available'),
    stock({ product: 'mug', available: -1 }, 'available'),
    stock({ product: 'mug', available: 1_000_001 }, 'available'),
    stock({ product: 'mug', delta: 1_000_001 }, 'delta'),
    stock({ product: 'mug', delta: 1_000_000 }, 'delta'),
    stock({ product: 'tea', available: 1 }, 'variant'),
    stock({ product: 'tea', variant: 'huge', available: 1 }, 'variant'),
    stock({ product: 'cut', available: 1 }, 'variant'),
    // Its number is known to the seller's server alone.
    stock({ product: 'voucher', delta: 1 }, 'delta'),
    stock({ product: 'mug', delta: -1_000_001 }, 'delta'),
    stock({ product: 'token', available: 1 }, 'variant'),
    ['/create-payment', { amount: 10_000, payment_method: 'nothing' }, 'payment_method'],
    ['/create-payment', { amount: 10_000.5, payment_method: 'qris' }, 'amount'],
    ['/create-payment', { amount: 10_000, reference: 'x'.repeat(101) }, 'reference'],
    ['/create-payment', { amount: 10_000, customer_email: 'no address' }, 'customer_email'],
    ['/create-payment', { amount: 10_000, file_id: 1_000_000 }, 'file_id'],
    ['/review-transfer', { transfer_id: 1, action: 'assign' }, 'invoice'],
    ['/review-transfer', { transfer_id: 1, action: 'accept', invoice: nobody.invoice }, 'invoice'],
    ['/review-transfer', { transfer_id: 1, action: 'ignore', note: 'x'.repeat(501) }, 'note'],
    ['/review-transfer', { transfer_id: 1, action: 'keep' }, 'action'],
    ...wrongParcels.map(([more, field]) => {
      return ['/msgstore-ship', { order_number: nobody.order, courier: 'jne', ...more }, field] as const
    }),
  ]
  const paid = model.payments.find(({ paidBy, refunded }) => paidBy !== null && refunded < paidBy.amount)
  for (const amount of paid ? [0, -1, 1.5] : [])
    requests.push(['/refund-payment', { invoice: paid!.invoiceId, amount }, 'amount'])
  for (const [path, body, field] of requests) {
    // A sum of more than a million needs some stock.
    if ('delta' in body && body.delta === 1_000_000 && model.stock.levels.mug.available === 0) continue
    const answer = await shop.api(path, { body })
    expect(answer.body.fields, `${path} ${JSON.stringify(body)}`).toMatchObject([{ path: field }])
  }
}

const wrongParcels: [object, string][] = [
  [{ courier: 'pigeon' }, 'courier'],
  [{ tracking_number: 'x'.repeat(41) }, 'tracking_number'],
  [{ tracking_number: 'AB_12' }, 'tracking_number'],
  [{ tracking_url: 'http://kurir.example/1' }, 'tracking_url'],
  [{ tracking_url: `https://kurir.example/${'x'.repeat(500)}` }, 'tracking_url'],
  [{ tracking_url: 'https://user@kurir.example/1' }, 'tracking_url'],
]

/** Asks for what does not exist, or belongs to another account, mode or customer. */
async function askForOthers({ shop, stall, model, liveKey }: Scene): Promise<void> {
  const { invoiceId: invoice = nobody.invoice } = model.payments.at(-1) ?? {}
  const order = model.orders.at(-1)
  const [row] = await shop.app.sql.query<{ id: number | null }>(
    `select max(t.id) as id from transfer t join connection c on c.id = t.connection_id
     where c.account_id = $1 and c.mode = 'test'`,
    [shop.demo.accountId],
  )
  const requests = (invoice: string, number: string, transfer: number | null): [string, object?][] => [
    [`/check-payment?invoice=${invoice}`],
    ['/cancel-payment', { invoice }],
    ['/refund-payment', { invoice }],
    [`/msgstore-orders?order_number=${number}`],
    ['/msgstore-complete', { order_number: number, status: 'completed' }],
    ['/msgstore-ship', { order_number: number, courier: 'own' }],
    ['/note-refund', { invoice }],
    ...(transfer === null
      ? []
      : [['/review-transfer', { transfer_id: transfer, action: 'ignore' }] as [string, object]]),
    ['/set-stock', { product: 'nothing', available: 1 }],
  ]
  const keys = [shop.keys.live, shop.keys.second, liveKey]
  const ofOthers = keys.map(key => ({ key, asked: requests(invoice, order?.number ?? nobody.order, row!.id) }))
  const unknown = { key: shop.keys.demo, asked: requests(nobody.invoice, nobody.order, 1_000_000) }
  for (const { key, asked } of [...ofOthers, unknown]) {
    for (const [path, body] of asked) {
      const answer = await shop.api(path, { key, ...(body && { body }) })
      expect(answer.body, `${path} ${JSON.stringify(body)}`).toMatchObject({ code: 'not_found' })
    }
  }
  const { accountId } = shop.demo
  const refund = model.refunds.at(-1)
  const which = { invoiceId: refund?.payment.invoiceId ?? nobody.invoice, key: '00000000-0000-4000-8000-000000000000' }
  if (refund) await expectRefusal(undoRefund(shop.app, { accountId, mode: 'test' }, which, ownerOf(shop)), 'not_found')
  if (!order) return
  const stranger = await newCustomer(stall, 'Orang lain')
  const step = { orderNumber: order.number, status: 'cancelled', notify: true } as const
  await expectRefusal(updateOrderStatus(shop.app, { accountId, mode: 'live' }, step), 'not_found')
  await expectRefusal(undoMove(shop.app, shop.second.accountId, order.number), 'not_found')
  await expectRefusal(cancelOrder(shop.app, accountId, stranger, order.token), 'not_found')
  const asking = { token: order.token, customerId: stranger }
  const owner = { ...stall.standing, customerId: stranger }
  await expectRefusal(editOrder(shop.app, owner, order.token, { note: 'Punya saya' }), 'refused_transition')
  await expectRefusal(chooseReceiving(shop.app, owner, { token: order.token, receiving: 'pickup' }), 'not_found')
  await expectRefusal(useCoupon(shop.app, owner, { token: order.token, code: model.world.coupon.code }), 'not_found')
  await expectRefusal(reviewOrder(shop.app, owner, { token: order.token, stars: 1 }), 'not_found')
  await expectRefusal(receiveOrder(shop.app, accountId, stranger, order.token), 'not_found')
  await expectRefusal(requestPayment(shop.app, stall.standing, asking), 'not_found')
}

/** Orders what cannot be ordered. */
async function orderWrongly(scene: Scene): Promise<void> {
  const { shop, stall, model } = scene
  const { standing } = stall
  const customerId = await newCustomer(stall, 'Ragu')
  const cut = variantOf(stall, model.world.goods.cut)
  const fill = (variantId: string, quantity: number, choices?: string[]) =>
    fillCart(shop.app, standing, customerId, { variantId, quantity, ...(choices && { choices }) })
  for (const quantity of [-1, 1.5, 100]) await expectRefusal(fill(cut, quantity), 'invalid_request', 'quantity')
  await stockWrongly(scene)
  await expectRefusal(fill('neighbourneighbour0002', 1), 'not_found')
  const latte = variantOf(stall, model.world.goods.latte)
  await expectRefusal(fill(latte, 1, []), 'invalid_request', 'options')
  await expectRefusal(placeOrder(shop.app, standing, customerId), 'invalid_request', 'cart')
  const only = { variantId: cut, quantity: 2 }
  const { price } = model.world.goods.cut
  const wrongly = (input: object) => placeOrder(shop.app, standing, customerId, { only, ...input })
  await expectRefusal(wrongly({ expectedTotal: 2 * price + 1 }), 'price_changed')
  await expectRefusal(wrongly({ expectedTotal: 2 * price, expectedFee: 1 }), 'price_changed')
  await expectRefusal(wrongly({ phone: 'tidak tahu' }), 'invalid_request', 'phone')
  await expectRefusal(wrongly({ address: 'x'.repeat(501) }), 'invalid_request', 'address')
}

/** Adds what cannot be added to the stock. */
async function stockWrongly({ shop, stall, model }: Scene): Promise<void> {
  const { mug, token, cut } = model.world.goods
  const owner = { ...ownerOf(shop), mode: 'test' } as const
  const add = (goods: typeof mug, delta: number) =>
    restockVariant(shop.app, owner, { variantId: variantOf(stall, goods), delta })
  for (const delta of [0, 1.5, 1_000_001, -1_000_001]) await expectRefusal(add(mug, delta), 'invalid_request', 'delta')
  for (const goods of [token, cut]) await expectRefusal(add(goods, 1), 'invalid_request', 'variant')
  const unknown = { variantId: 'neighbourneighbour0002', delta: 1 }
  await expectRefusal(restockVariant(shop.app, owner, unknown), 'not_found')
  const write = (goods: typeof mug, text: string) => addUnits(shop.app, ownerOf(shop), variantOf(stall, goods), text)
  await expectRefusal(write(mug, 'KEY-A'), 'invalid_request', 'variant')
  for (const text of ['', ' \n ', 'x'.repeat(501), 'y\n'.repeat(10_001)])
    await expectRefusal(write(token, text), 'invalid_request', 'text')
}
