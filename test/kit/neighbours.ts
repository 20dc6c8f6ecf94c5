import { createConnection } from '../../src/connections/create-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { encodeInvoiceMonth } from '../../src/lib/ids.ts'
import type { App } from '../../src/needs.ts'
import { createAccount } from '../../src/people/create-account.ts'

/** The pattern of the invoice numbers of neighbours' payments, so that a count can leave them out: `not like`. */
export const neighboursInvoices = 'INV-___000000000000000__'

/** The number of neighbours' payments in each mode, and in the other mode of the tests' account. */
export const neighboursPayments = 7

/**
 * Adds the data of neighbours that any shop has: payments in every state, also by `all`, in the other mode of the
 * tests' account and in both modes of another account, with their money, events and callbacks; the other account's
 * connection, stall, customers, orders and sessions; a connection of the tests' account in the other mode, and one that
 * is switched off. A statement without a condition on the account, the mode or the connection finds this data. No
 * recurring work is due for it.
 */
export async function addNeighbours(app: App, demoId: number, sandboxUrl: string): Promise<void> {
  const { id } = await createAccount(app, { name: 'neighbour', isVerified: true, plan: 'premium' })
  const connectionId = await createConnection(app, {
    accountId: id,
    connector: 'wallet',
    mode: 'test',
    label: 'Sandbox',
    staticQris: null,
    credentials: makeBridgedCredentials(sandboxUrl, 'wallet', '081200000009'),
    window: sandboxWindow,
  })
  // The connection is not polled: its requests would be counted with those of a test.
  await app.sql.write('delete from reading where connection_id = $1', [connectionId])
  const now = app.now()
  const prefix = `INV-${encodeInvoiceMonth(now)}`
  await app.sql.write(paymentsSql, [demoId, id, now, prefix])
  await app.sql.write(moneySql, [connectionId, prefix, `${sandboxUrl}/neighbour`, demoId])
  await app.sql.write(stallSql, [id, now, demoId])
  await app.sql.write(sessionsSql, [id, now])
}

/** $1 the account of the tests, $2 the neighbour, $3 now, $4 the prefix of this month's invoices. */
const paymentsSql = `
  with neighbour as (
    select row_number() over () as number, account_id, mode, status, method, coalesce(via, method) as via
    from (values ($1::bigint, 'live'), ($2::bigint, 'test'), ($2::bigint, 'live')) as whose(account_id, mode),
      (values ('pending', 'wallet_direct', null), ('pending', 'qris', null), ('pending', 'all', null),
        ('paid', 'wallet_direct', null), ('paid', 'all', 'wallet_direct'), ('expired', 'wallet_direct', null),
        ('cancelled', 'qris_user', null)) as way(status, method, via)),
  made as (
    insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
      customer_name,
      description, created_at, expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at, end_reason)
    select $4 || lpad(number::text, 17, '0'), account_id, mode, method, 15000, 900 + number, 15900 + number, status,
      'Tetangga',
      'Tetangga', $3::timestamptz - interval '1 hour',
      $3::timestamptz + case when status = 'pending' then interval '3650 days' else interval '-30 minutes' end,
      case when status = 'paid' then $3::timestamptz - interval '50 minutes' end,
        case when status = 'paid' then 15900 + number end,
      case when status = 'paid' then via end, case when status = 'paid' then 'NEIGHBOUR-' || number end,
      case when status <> 'pending' then $3::timestamptz - interval '20 minutes' end,
      case when status = 'cancelled' then 'merchant' end
    from neighbour returning *)
  insert into event (id, account_id, mode, type, subject, month, payload, created_at)
  select gen_random_uuid(), account_id, mode, 'payment.' || what, invoice_id, substr(invoice_id, 5, 3), '{}', created_at
  from made, unnest(array['created', status]) what where what <> 'pending'`

/**
 * $1 a connection of the neighbour, $2 the prefix of invoices, $3 the address of callbacks, $4 the account of the
 * tests.
 */
const moneySql = `
  with live_account as (
    insert into receiving_account (connector, mode, external_id, owner_id)
    select connector, 'live', external_id, owner_id from receiving_account
    where id = (select receiving_account_id from connection where id = $1) returning id),
  live as (
    insert into connection (account_id, connector, mode, receiving_account_id, label, sealed_credentials, is_active)
    select c.account_id, c.connector, 'live', live_account.id, c.label, c.sealed_credentials, false
    from connection c, live_account where c.id = $1 returning id, receiving_account_id, account_id, mode),
  own as (
    insert into receiving_account (connector, mode, external_id, owner_id)
    select 'wallet', mode, 'own ' || mode, $4 from unnest(array['live', 'test']) mode returning id, mode),
  own_places as (
    insert into connection (account_id, connector, mode, receiving_account_id, label, sealed_credentials, is_active)
    select $4, 'wallet', mode, id, 'Neighbour', '', mode = 'live' from own
    returning id, receiving_account_id, account_id, mode),
  place as (
    select id, receiving_account_id, account_id, mode from connection where id = $1
    union all select * from live union all select * from own_places where mode = 'live'),
  neighbour as (select * from payment where invoice_id like $2 || '0%'),
  money as (
    insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, occurred_at,
      received_at, state, invoice_id)
    select n.account_id, place.id, place.receiving_account_id, n.paid_reff_num, n.paid_amount, n.paid_at, n.paid_at,
      'settled', n.invoice_id
    from neighbour n join place on place.mode = n.mode and place.account_id = n.account_id
    where n.status = 'paid' returning *),
  booked as (
    insert into movement (account_id, mode, kind, invoice_id, transfer_id, amount, fee, net, created_at)
    select n.account_id, n.mode, 'sale', n.invoice_id, money.id, money.amount, 0, money.amount, n.paid_at
    from money join neighbour n on n.invoice_id = money.invoice_id),
  told as (
    insert into delivery (event_id, account_id, mode, invoice_id, url, state, attempts, next_at, created_at)
    select e.id, n.account_id, n.mode, n.invoice_id, $3, 'delivered', 1, n.paid_at, n.paid_at
    from neighbour n join event e on e.subject = n.invoice_id and e.type = 'payment.paid' returning *),
  tried as (
    insert into delivery_attempt (delivery_id, number, account_id, attempted_at, status, duration_ms)
    select id, 1, account_id, created_at, 200, 5 from told),
  held as (
    insert into hold (invoice_id, receiving_account_id, account_id, method, final_amount, held_from, held_until)
    select n.invoice_id, place.receiving_account_id, n.account_id, 'wallet_direct', n.final_amount, n.created_at,
      'infinity'
    from neighbour n join place on place.mode = n.mode and place.account_id = n.account_id
    where n.status = 'pending' and n.payment_method in ('wallet_direct', 'all') returning *),
  reserved as (
    insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
    select receiving_account_id, final_amount, invoice_id, held_until from held)
  insert into charge (invoice_id, account_id, connection_id, method, amount, reference, state, ask_at)
  select n.invoice_id, n.account_id, operators.id, 'qris', n.final_amount, n.invoice_id || '-1', 'offered', 'infinity'
  from neighbour n, (select id from connection where connector = 'interactive' order by id limit 1) operators
  where n.status = 'pending' and n.payment_method in ('qris', 'all')
    and n.account_id = (select account_id from connection where id = $1)`

/** $1 the neighbour, $2 now, $3 the account of the tests: its customers have orders in the other mode. */
const stallSql = `
  with seller as (select unnest(array[$1::bigint, $3::bigint]) as id),
  bot_of as (
    insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
    select 900000 + id, id, 'live', 'neighbour_' || id || '_bot', 'Tetangga', '{}', '', 'neighbour-' || id from seller
      returning *),
  person as (
    insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, created_at)
    select account_id, id, 900000 + account_id, 900000 + account_id, 'Tetangga', $2 from bot_of returning *),
  thing as (
    insert into product (account_id, public_id, key, kind, name, created_at)
    values ($1, 'neighbourneighbour0001', 'mug', 'physical', 'Mug', $2) returning *),
  kind as (
    insert into variant (account_id, public_id, product_id, key, price, stock_mode, created_at)
    select account_id, 'neighbourneighbour0002', id, 'only', 45000, 'counter', $2 from thing returning *),
  kept as (
    insert into stock (variant_id, mode, account_id, available, reserved, sold)
    select id, mode, account_id, 7, 0, 0 from kind, unnest(array['live', 'test']) mode returning *),
  counted as (
    insert into stock_change (variant_id, account_id, mode, delta, reason, created_at)
    select variant_id, account_id, mode, 7, 'import', $2 from kept),
  carried as (
    insert into cart_line (customer_id, variant_id, account_id, quantity, added_at)
    select person.id, kind.id, kind.account_id, 2, $2 from person join kind on kind.account_id = person.account_id)
  insert into store_order (account_id, mode, order_number, token, customer_id, status, total, customer_name, created_at,
    pending_since, paid_at, completed_at, cancelled_at, cancelled_by)
  select account_id, mode, 'ORD-202601-' || lpad((row_number() over ())::text, 6, '0'),
    lpad((row_number() over ())::text, 22, 'n'), id, status, 45000, name, $2, $2,
    case when status = 'completed' then $2::timestamptz end, case when status = 'completed' then $2::timestamptz end,
    case when status = 'cancelled' then $2::timestamptz end, case when status = 'cancelled' then 'customer' end
  from person, unnest(array['live', 'test']) mode, unnest(array['completed', 'cancelled']) status
  where account_id = $1 or mode = 'live'`

/** $1 the neighbour, $2 now: a member who is signed in twice. */
const sessionsSql = `
  with person as (
    insert into app_user (username, display_name, created_at) values ('neighbour', 'Tetangga', $2) returning id),
  member as (
    insert into membership (account_id, user_id, role, created_at) select $1, id, 'owner', $2 from person)
  insert into session (user_id, token_hash, authenticated_at, created_at, seen_at, expires_at, address, user_agent)
  select id, sha256(convert_to('neighbour' || number, 'utf8')), $2, $2, $2, $2::timestamptz + interval '3650 days',
    '192.0.2.9', 'Test'
  from person, generate_series(1, 2) number`
