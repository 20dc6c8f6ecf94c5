import type { Standing } from '../../../src/keys/standing.ts'
import { moveDay } from '../../../src/lib/calendar.ts'
import type { App } from '../../../src/needs.ts'
import { newCustomer, openStall, type Stall } from '../../orders/store.ts'

/** Returns the same draws for the same seed. */
export function drawsOf(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    of: <One>(list: readonly One[]) => list[Math.floor(next() * list.length)]!,
  }
}

export type Draws = ReturnType<typeof drawsOf>

export const firstDay = '2026-02-26'
const daysMax = 6
const catalog = `
products:
  - { key: kopi, name: Kopi, kind: service, price: 15000, stock: unlimited }
  - { key: teh, name: Teh, kind: service, price: 8000, stock: unlimited }
`

/** Returns a random time in the first days of the simulation. */
function moment({ calendar }: App, draws: Draws): Date {
  const start = calendar.startOfDay(moveDay(firstDay, draws.below(daysMax)))!
  return new Date(start.getTime() + draws.below(86_400) * 1000)
}

let invoices = 0

export async function createPayment(app: App, { accountId }: Standing, draws: Draws): Promise<void> {
  const invoice = `INV-R${String(++invoices).padStart(19, '0')}`
  const values = [
    invoice,
    accountId,
    draws.of(['qris', 'wallet_direct']),
    moment(app, draws),
    10_000 + draws.below(90_000),
  ]
  await app.sql.write(
    `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount,
       created_at, expires_at)
     values ($1, $2, 'test', $3, $5, 1, $5::bigint + 1, $4, $4::timestamptz + interval '30 minutes')`,
    values,
  )
}

/** Pays a random payment, in time or late, or expires or cancels it. */
export async function movePayment(app: App, { accountId }: Standing, draws: Draws): Promise<void> {
  const status = draws.of(['paid', 'paid', 'expired', 'cancelled'])
  await app.sql.write(
    `update payment set status = $2, ended_at = now(), paid_at = case $2 when 'paid' then now() end,
       paid_amount = case $2 when 'paid' then final_amount end, paid_via = case $2 when 'paid' then payment_method end
     where invoice_id = (
       select invoice_id from payment
       where account_id = $1 and (status = 'pending' or (status = 'expired' and $2 = 'paid'))
       order by md5(invoice_id || $3::text) limit 1)
       and (status = 'pending' or (status = 'expired' and $2 = 'paid'))`,
    [accountId, status, draws.below(1000)],
  )
}

export interface RandomStall extends Stall {
  /** The last one is the customer in whose name the counter sells. */
  customers: number[]
  items: number[]
}

export async function openRandomStall(app: App, standing: Standing): Promise<RandomStall> {
  const stall = await openStall(app, standing, catalog)
  const customers = [await newCustomer(stall), await newCustomer(stall), await newCustomer(stall)]
  const items = await app.sql.query<{ id: number }>('select id from variant where account_id = $1 order by id', [
    standing.accountId,
  ])
  return { ...stall, customers, items: items.map(({ id }) => id) }
}

let orders = 0

export async function placeRandomOrder({ app, standing, customers, items }: RandomStall, draws: Draws): Promise<void> {
  const number = String(++orders).padStart(6, '0')
  const quantities = items.map(() => draws.below(4))
  const price = 15_000
  const goods = quantities.reduce((sum, quantity) => sum + quantity * price, 0)
  if (goods === 0) return
  const coupon = draws.below(3) === 0
  const customer = draws.of(customers)
  const values = [
    ...[standing.accountId, `ORD-260226-${number}`, `random-order-token${number}`.slice(-22).padStart(22, 'x')],
    ...[
      customer,
      goods - (coupon ? 1000 : 0),
      coupon ? 1000 : 0,
      coupon ? 'HEMAT' : null,
      moment(app, draws),
      customer === customers.at(-1) ? 'counter' : 'chat',
    ],
  ]
  const ordered = items.map((variant, at) => ({ variant, quantity: quantities[at]! })).filter(item => item.quantity > 0)
  const lines = [ordered.map(({ variant }) => variant), ordered.map(({ quantity }) => quantity), price]
  // One statement, like one transaction of the shop; otherwise an order would be counted without its goods.
  await app.sql.write(
    `with placed as (
       insert into store_order (account_id, mode, order_number, token, customer_id, total, discount, coupon_code,
         created_at, customer_name, pending_since, door)
       values ($1, 'test', $2, $3, $4, $5, $6, $7, $8, 'Budi', $8, $9) returning id)
     insert into order_item (account_id, mode, order_id, variant_id, position, product_name, variant_name,
       kind, stock_mode, price, quantity)
     select $1, 'test', placed.id, item.variant_id, item.position - 1, 'Barang', '', 'service', 'unlimited', $12,
       item.quantity
     from placed
     cross join unnest($10::bigint[], $11::integer[]) with ordinality item(variant_id, quantity, position)`,
    [...values, ...lines],
  )
}

const moves = {
  pay: `status = 'paid', paid_at = now() where status = 'pending'`,
  complete: `status = 'completed', completed_at = now() where status in ('paid', 'processing')`,
  cancel: `status = 'cancelled', cancelled_at = now(), cancelled_by = 'merchant', refund_due = paid_at is not null
    where status in ('pending', 'paid', 'processing')`,
  undo: `status = 'paid', cancelled_at = null, cancelled_by = null, refund_due = false, undo_count = undo_count + 1
    where status = 'cancelled' and paid_at is not null`,
}

/** Pays, completes or cancels a random order, or undoes a cancellation. */
export async function moveOrder({ app, standing }: Stall, draws: Draws): Promise<void> {
  const [set, where] = draws.of([moves.pay, moves.pay, moves.complete, moves.cancel, moves.undo]).split(' where ')
  await app.sql.write(
    `update store_order set ${set} where id = (
       select id from store_order where account_id = $1 and (${where}) order by md5(id::text || $2::text) limit 1)
       and (${where})`,
    [standing.accountId, draws.below(1000)],
  )
}
