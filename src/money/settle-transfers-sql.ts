import { paymentColumns } from '../payments/payment.ts'

// What every transfer passes through: one statement each for all transfers of a page.

/** $1 invoices, locked in their order. */
export const lockPaymentsSql = `
  select ${paymentColumns('p')}, a.accepts_late_money
  from payment p join account a on a.id = p.account_id
  where p.invoice_id = any($1) order by p.invoice_id for update of p`

/** $1 connection, $2 receiving account, $3 charge, $4 now; the others in columns, one row a transfer. A known one is left out. */
export const insertTransfersSql = `
  insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, occurred_at, received_at,
    payer_name, payer_app, charge_id, state, reason, invoice_id, is_unproved, likely_invoice_id, retry_at)
  select account_id, $1, $2, reference, amount, occurred_at, $4, payer_name, payer_app, $3, state, reason, invoice_id,
    is_unproved, likely_invoice_id, case when state = 'unsettled' then now() end
  from unnest($5::bigint[], $6::text[], $7::bigint[], $8::timestamptz[], $9::text[], $10::text[], $11::text[], $12::text[],
    $13::text[], $14::boolean[], $15::text[])
    as t(account_id, reference, amount, occurred_at, payer_name, payer_app, state, reason, invoice_id, is_unproved, likely_invoice_id)
  on conflict (receiving_account_id, reference) do nothing
  returning id, reference`

/** $1 now; accounts, modes, invoices, transfers, amounts and fees in columns. */
export const bookSalesSql = `
  insert into movement (account_id, mode, kind, invoice_id, transfer_id, amount, fee, net, created_at)
  select account_id, mode, 'sale', invoice_id, transfer_id, amount, fee, amount - fee, $1
  from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
    as s(account_id, mode, invoice_id, transfer_id, amount, fee)`
