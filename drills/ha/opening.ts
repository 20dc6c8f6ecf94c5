import { encodeInvoiceMonth } from '../../src/lib/ids.ts'
import type { Database } from '../../src/lib/sql.ts'

const openingBalance = 2_000_000_000

/**
 * Books a sale by `qris`, so that a merchant can withdraw. In production, money cannot be simulated in live mode, and
 * this drill runs without a provider.
 */
export async function openBalance(sql: Database, account: string): Promise<void> {
  await sql.write(saleSql, [account, openingBalance, encodeInvoiceMonth(new Date())])
}

/** $1 is the merchant, $2 the amount, $3 the month as in invoice numbers. */
const saleSql = `
  with merchant as (select id from account where name = $1),
  purse as (
    insert into receiving_account (connector, mode, external_id, owner_id)
    select 'interactive', 'live', 'OPENING', id from merchant returning *),
  line as (
    insert into connection (account_id, connector, mode, receiving_account_id, label, sealed_credentials, is_active)
    select owner_id, connector, mode, id, 'Opening', '', false from purse returning *),
  sale as (
    insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
      created_at, expires_at,
      paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
    select 'INV-' || $3::text || lpad('1', 17, '0'), id, 'live', 'qris', $2::bigint, 0, $2::bigint, 'paid', now(),
      now() + interval '1 hour',
      now(), $2::bigint, 'qris', 'OPENING', now() from merchant returning *),
  told as (
    insert into event (id, account_id, mode, type, subject, month, payload, created_at)
    select gen_random_uuid(), account_id, mode, 'payment.' || what, invoice_id, substr(invoice_id, 5, 3), '{}',
      created_at
    from sale, unnest(array['created', 'paid']) what),
  money as (
    insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, occurred_at,
      received_at, state, invoice_id)
    select sale.account_id, line.id, line.receiving_account_id, paid_reff_num, paid_amount, now(), now(), 'settled',
      invoice_id
    from sale, line returning *)
  insert into movement (account_id, mode, kind, invoice_id, transfer_id, amount, fee, net, created_at)
  select account_id, 'live', 'sale', invoice_id, id, amount, 0, amount, now() from money`
