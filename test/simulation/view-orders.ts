import type { ModelLine, ModelOrder, ModelPayment, ModelSale } from './model-types.ts'
import { sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { type Viewer, viewRefunds } from './views.ts'
import { type GoodsName, goodsNames, type World } from './world.ts'

/** The name of a typed amount in a sale. */
export const typedName = 'Penjualan bebas'

/** Returns an order as lists of the API show it. */
export function viewListedOrder(viewer: Viewer, order: ModelOrder) {
  const { world } = viewer.model
  const invoice_id = findShownPayment(order)?.invoiceId ?? null
  return { ...viewFields(viewer, order), invoice_id, summary: summarize(world, order) }
}

/** Returns a sale for cash as lists of the API show it. */
export function viewSale({ model, write }: Viewer, sale: ModelSale) {
  const { number: order_number, status, total, at } = sale
  const nothing = { refund_due: false, refunded_amount: 0, refunded_at: null, cancelled_at: null, invoice_id: null }
  const texts = { customer_name: null, customer_phone: null, note: null, address: null }
  const times = { created_at: write(at), paid_at: write(at), completed_at: status === 'completed' ? write(at) : null }
  const way = { receiving: null, delivery_fee: 0, delivery_zone: null, table_number: null }
  const summary = summarize(model.world, sale)
  return { order_number, status, total, ...texts, ...nothing, ...times, ...way, ...viewParcel(write, null), summary }
}

/** Returns an order as the API answers it. */
export function viewOrder(viewer: Viewer, order: ModelOrder) {
  const { model, write } = viewer
  const payment = findShownPayment(order)
  const isTypedDelivered = order.person === null && order.status === 'completed'
  const items = order.lines.map(line => viewItem(viewer, line))
  const typed = {
    product_name: typedName,
    variant_name: null,
    price: order.typed,
    quantity: 1,
    surcharge: 0,
    options: [],
    delivered_at: isTypedDelivered ? write(order.completedAt) : null,
  }
  const money = model.transfers.filter(one => one.payment?.order === order && /settled|review/.test(one.state))
  const received = money.map(({ amount, state, payment }) => ({
    amount: state === 'settled' ? amount - payment!.refunded : amount,
    in_review: state === 'review',
  }))
  return {
    ...viewFields(viewer, order),
    cancelled_by: order.cancelledBy,
    payment: payment ? viewPaymentOfOrder(viewer, payment) : null,
    items: [...items, ...(order.typed === 0 ? [] : [typed])],
    received: received.filter(({ amount }) => amount > 0),
  }
}

function viewFields({ model, write }: Viewer, order: ModelOrder) {
  const { way = null, zone = null, table = null, fee = 0 } = order.handing ?? {}
  const refunded = order.payments.filter(one => one.refundedAt !== null || one.refunded > 0)
  const latest = Math.max(...refunded.map(({ refundedAt }) => refundedAt!))
  return {
    order_number: order.number,
    ...viewCustomer(model.world, order),
    status: order.status,
    total: model.totalOf(order),
    refund_due: order.isRefundDue,
    refunded_amount: sum(order.payments, 'refunded'),
    refunded_at: refunded.length === 0 ? null : write(latest),
    created_at: write(order.createdAt),
    paid_at: write(order.paidAt),
    completed_at: write(order.completedAt),
    cancelled_at: write(order.cancelledAt),
    receiving: way,
    delivery_fee: fee,
    delivery_zone: zone,
    table_number: table,
    ...viewParcel(write, order.parcel),
  }
}

/** Returns the customer of an order, as the API answers it; the shop's own names at the counter are not known. */
function viewCustomer({ people }: World, { person: number, phone, note, address }: ModelOrder) {
  if (number === null) return { customer_name: null, customer_phone: null, note: null, address: null }
  return { customer_name: people[number]!.name, customer_phone: phone, note, address }
}

/** Returns the payment that is shown with an order. */
function findShownPayment({ payments }: ModelOrder): ModelPayment | undefined {
  const best = payments.find(one => one.status === 'paid' && one.refunded < one.paidBy!.amount)
  return best ?? payments.find(({ status }) => status === 'paid') ?? payments.at(-1)
}

function viewPaymentOfOrder(viewer: Viewer, payment: ModelPayment) {
  const { invoiceId: invoice_id, status, method: payment_method, amount, finalAmount: final_amount } = payment
  return {
    invoice_id,
    status,
    payment_method,
    amount,
    final_amount,
    paid_at: viewer.write(payment.paidAt),
    paid_reff_num: payment.paidBy?.reference ?? null,
    expires_at: viewer.write(payment.createdAt + payment.lifetime),
    ...viewRefunds(viewer, payment),
  }
}

const trackingPages: Record<string, (number: string) => string> = {
  jne: number => `https://cekresi.jne.co.id/${encodeURIComponent(number)}`,
  jnt: () => 'https://jet.co.id/track',
  anteraja: number => `https://anteraja.id/id/tracking/${encodeURIComponent(number)}`,
}

/** Returns the page on which a parcel can be followed, or null. */
export const trackingUrlOf = (courier: string, number: string | null) =>
  number === null ? null : (trackingPages[courier]?.(number) ?? null)

function viewParcel(write: SimulatedShop['write'], parcel: ModelOrder['parcel']) {
  const { courier = null, number = null, at = null, receivedAt = null } = parcel ?? {}
  const tracking_url = courier === null ? null : trackingUrlOf(courier, number)
  return {
    shipped_at: write(at),
    courier,
    tracking_number: number,
    tracking_url,
    received_at: write(receivedAt),
  }
}

/** Returns the name of goods without that of their variant, and that of the variant. */
function splitName(name: string): [string, string | null] {
  const [, product = name, variant = null] = /^(.*) \((.*)\)$/.exec(name) ?? []
  return [product, variant]
}

const groupNames: Record<string, string> = { milk: 'Susu', more: 'Tambahan' }

function viewItem({ model, write }: Viewer, { goods, quantity, choices, deliveredAt }: ModelLine) {
  const { name, price, options } = model.world.goods[goods]
  const [product_name, variant_name] = splitName(name)
  const chosen = options.filter(({ key }) => choices.includes(key))
  const extra = sum(chosen, 'price')
  const making = {
    quantity,
    price: extra,
    choices: chosen.map(({ key, name: option_name, price }) => {
      const [group = '', option] = key.split(':')
      return { group, group_name: groupNames[group], option, option_name, price }
    }),
  }
  return {
    product_name,
    variant_name,
    price,
    quantity,
    surcharge: extra * quantity,
    options: chosen.length === 0 ? [] : [making],
    delivered_at: write(deliveredAt),
  }
}

/** Returns counted goods as the API shows their stock. */
export function viewStock({ world, stock }: SimulatedShop['model'], goods: GoodsName) {
  const { product, variant, name, price, weight, isSent } = world.goods[goods]
  const [product_name, variant_name] = splitName(name)
  const { available, reserved } = stock.levels[goods]
  return {
    product,
    variant,
    product_name,
    variant_name,
    price,
    is_active: true,
    available,
    kind: isSent ? 'digital' : weight === null ? 'service' : 'physical',
    stock_mode: isSent ? 'serial' : 'counter',
    // The number of held serial lines is not listed.
    reserved: isSent ? null : reserved,
  }
}

/** Returns the goods as lists name them, such as `Mug × 2, Latte`, in the order of the catalogue. */
export function summarize(world: World, { lines, typed }: Pick<ModelSale, 'lines' | 'typed'>): string {
  const inOrder = goodsNames.flatMap(name => lines.find(({ goods }) => goods === name) ?? [])
  const names = inOrder.map(({ goods, quantity }) => world.goods[goods].name + (quantity > 1 ? ` × ${quantity}` : ''))
  return [...names, ...(typed > 0 ? [typedName] : [])].join(', ')
}
