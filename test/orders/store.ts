import { commandActor } from '../../src/accounts/audit.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { Standing } from '../../src/keys/standing.ts'
import type { Settlement } from '../../src/money/settle-together.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import type { App } from '../../src/needs.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { findCustomerOrder, type WholeOrder } from '../../src/orders/find-order.ts'
import type { Order } from '../../src/orders/order.ts'
import { type OrderRequest, placeOrder } from '../../src/orders/place-order.ts'
import { type OpenInvoice, requestPayment } from '../../src/orders/request-payment.ts'

/** Products of each kind, with each way of keeping stock. */
export const shelves = `
products:
  - { key: mug, name: 'Mug <b>&"', kind: physical, price: 45000, stock: 3 }
  - { key: shave, name: Cukur, kind: service, price: 30000, stock: unlimited }
  - { key: token, name: Token Listrik, kind: digital, price: 20000, stock: { serials: [AAA-1, AAA-2, AAA-3] } }
  - key: guide
    name: Panduan
    kind: digital
    variants:
      - { key: text, name: Teks, price: 15000, stock: { content: { title: Rahasia, body: 'Seduh pelan-pelan' } } }
      - { key: hand, name: Tulis Tangan, price: 60000, stock: unlimited }
`

export interface Stall {
  app: App
  standing: Standing
  /** Public ids by `product` or `product/variant`. */
  variants: Record<string, string>
}

export async function openStall(app: App, standing: Standing, catalog = shelves): Promise<Stall> {
  await importCatalog(app, { accountId: standing.accountId, mode: standing.mode, ...commandActor }, catalog, '.')
  const rows = await app.sql.query<{ product: string; variant: string; id: string }>(
    `select p.key as product, v.key as variant, v.public_id as id from variant v join product p on p.id = v.product_id
     where v.account_id = $1`,
    [standing.accountId],
  )
  const variants = rows.map(row => [row.variant === 'only' ? row.product : `${row.product}/${row.variant}`, row.id])
  return { app, standing, variants: Object.fromEntries(variants) }
}

let people = 0

export async function newCustomer({ app, standing }: Stall, name = 'Budi'): Promise<number> {
  const person = ++people
  await app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values ($1::bigint, $1::bigint, 'test', 'shop_bot', 'Shop', '{}', '', $1::bigint::text) on conflict do nothing`,
    [standing.accountId],
  )
  const rows = await app.sql.query<{ id: number }>(
    `insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, phone, address, created_at)
     values ($1, $1, $2, $2, $3, '0812-3456-7890', 'Jl. Kopi 1', $4) returning id`,
    [standing.accountId, person, name, app.now()],
  )
  return rows[0]!.id
}

export async function fill(stall: Stall, customer: number, goods: Record<string, number>): Promise<void> {
  for (const [name, quantity] of Object.entries(goods)) {
    const variantId = stall.variants[name]!
    await fillCart(stall.app, stall.standing, customer, { variantId, quantity })
  }
}

export async function order(
  stall: Stall,
  customer: number,
  goods: Record<string, number>,
  asked: OrderRequest = {},
): Promise<Order> {
  await fill(stall, customer, goods)
  return placeOrder(stall.app, stall.standing, customer, asked)
}

/** Creates an order with an open invoice. */
export async function invoice(stall: Stall, customer: number, goods: Record<string, number>): Promise<OpenInvoice> {
  const placed = await order(stall, customer, goods)
  return requestPayment(stall.app, stall.standing, { customerId: customer, token: placed.token })
}

export function look(stall: Stall, { customerId, token }: Pick<Order, 'customerId' | 'token'>): Promise<WholeOrder> {
  return findCustomerOrder(stall.app, stall.standing.accountId, customerId, token)
}

let transfers = 0

/** Makes the provider report the money for the invoice. */
export async function pay(
  { app }: Pick<Stall, 'app'>,
  invoiceId: string,
  reference = `T${++transfers}`,
): Promise<Settlement> {
  const [charge] = await app.sql.query<{
    id: number
    connectionId: number
    accountId: number
    receivingAccountId: number
    amount: number
    method: string
  }>(
    `select g.id, g.method, g.connection_id as "connectionId", c.account_id as "accountId",
       c.receiving_account_id as "receivingAccountId", g.amount
     from charge g join connection c on c.id = g.connection_id where g.invoice_id = $1`,
    [invoiceId],
  )
  const { amount, id, method, ...source } = charge!
  return settleTransfer(
    app,
    { ...source, window: connectors.interactive!.window, charge: { id, invoiceId, method } },
    { reference, amount, occurredAt: app.now(), payerName: 'BUDI', payerApp: 'GoPay' },
  )
}

/** Lets the code of an invoice be checked after its lifetime, so that it can expire. */
export async function closeCharges({ app }: Pick<Stall, 'app'>): Promise<void> {
  await app.sql.write(`update charge set state = 'failed', is_closed = true where state = 'waiting'`)
}

/** Checks invariant I9. Returns the faults of the stock as texts; empty without a fault. */
export async function stockFaults({ sql }: Pick<App, 'sql'>): Promise<{ fault: string }[]> {
  return sql.query<{ fault: string }>(`
    select 'variant ' || s.variant_id || ' ' || s.mode || ': changes are not available + reserved + sold' as fault
      from stock s
    where s.available + s.reserved + s.sold
      <> (select coalesce(sum(c.delta), 0) from stock_change c where c.variant_id = s.variant_id and c.mode = s.mode)
    union all
    select 'variant ' || s.variant_id || ': less than none' from stock s
      where least(s.available, s.reserved, s.sold) < 0
    union all
    select 'variant ' || s.variant_id || ': reserved and sold are not what orders have' from stock s
    cross join lateral (
      select coalesce(sum(i.quantity) filter (where i.stock_state = 'held'), 0) as reserved,
        coalesce(sum(i.quantity - i.restocked) filter (where i.stock_state = 'sold'), 0) as sold
      from order_item i join store_order o on o.id = i.order_id where i.variant_id = s.variant_id
        and o.mode = s.mode) has
    join variant v on v.id = s.variant_id and v.stock_mode <> 'serial'
    where has.reserved <> s.reserved or has.sold <> s.sold
    union all
    select 'variant ' || v.id || ': has not one stock in each mode' from variant v
    where (select count(*) from stock s where s.variant_id = v.id)
      <> case when v.stock_mode in ('counter', 'serial', 'webhook') then 2 else 0 end
    union all
    select 'item ' || i.id || ': is of another mode than its order' from order_item i
    join store_order o on o.id = i.order_id where i.mode <> o.mode
    union all
    select 'unit ' || u.id || ': went to the other mode' from stock_unit u
    left join order_item i on i.id = u.order_item_id left join star_purchase p on p.id = u.star_purchase_id
    where u.mode <> coalesce(i.mode, p.mode)
    union all
    select 'item ' || i.id || ': has not its own number of units' from order_item i
    where i.stock_mode = 'serial' and (select count(*) from stock_unit u where u.order_item_id = i.id
        and u.variant_id = i.variant_id and u.state = i.stock_state)
      <> case when i.stock_state in ('held', 'sold') then i.quantity else 0 end
    union all
    select 'unit ' || u.id || ': is not the unit of an item that has any' from stock_unit u
    left join order_item i on i.id = u.order_item_id
    where u.state <> 'available' and u.star_purchase_id is null and u.state is distinct from i.stock_state
    union all
    select 'unit ' || u.id || ': is ' || u.state || ' for Stars that are ' || p.status from stock_unit u
    join star_purchase p on p.id = u.star_purchase_id where (u.state = 'held') <> (p.status = 'reserved')
    union all
    select 'order ' || o.order_number || ': ' || o.status || ' with goods that are ' || i.stock_state
    from store_order o join order_item i on i.order_id = o.id
    where (o.status = 'waiting_payment' and i.stock_state <> 'held')
      or (o.status in ('paid', 'processing', 'completed') and i.stock_state not in ('sold', 'short'))
      or (o.status = 'cancelled' and i.stock_state = 'held')
      or (o.status = 'pending' and (i.stock_state = 'held') is distinct from (o.held_until is not null))
      or (o.status = 'completed' and i.delivered_at is null)`)
}
