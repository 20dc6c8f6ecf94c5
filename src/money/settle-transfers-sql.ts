import type { Mode } from '../database/scope.ts'
import { perRowSql, rowsSql, statement } from '../lib/statement.ts'
import { selectPaymentColumns } from '../payments/payment.ts'

// Every transfer is stored here, with one statement for all transfers of a page.

/** Locks the payments of invoices, in the order of their ids. */
export const lockPaymentsSql = statement<{ invoices: string[] }, { accepts_late_money: boolean }>(`
  select ${selectPaymentColumns('p')}, a.accepts_late_money
  from unnest(:invoices::text[]) seen(invoice_id)
  join payment p on p.invoice_id = seen.invoice_id and ${perRowSql('seen.invoice_id')}
  join account a on a.id = p.account_id
  order by p.invoice_id for no key update of p`)

export interface TransferRow {
  account_id: number
  reference: string
  amount: number
  occurred_at: Date | null
  payer_name: string | null
  payer_app: string | null
  state: string
  reason: string | null
  invoice_id: string | null
  is_unproved: boolean
  repeats_id: number | null
  likely_invoice_id: string | null
}

interface Inserting {
  transfer: TransferRow[]
  connectionId: number
  receivingAccountId: number
  chargeId: number | null
  now: Date
}

const transfer = rowsSql<TransferRow>('transfer', {
  account_id: 'bigint',
  reference: 'text',
  amount: 'bigint',
  occurred_at: 'timestamptz',
  payer_name: 'text',
  payer_app: 'text',
  state: 'text',
  reason: 'text',
  invoice_id: 'text',
  is_unproved: 'boolean',
  repeats_id: 'bigint',
  likely_invoice_id: 'text',
})

/** Inserts transfers, skipping known ones. */
export const insertTransfersSql = statement<Inserting, { id: number; reference: string }>(`
  insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, occurred_at, received_at,
    payer_name, payer_app, charge_id, state, reason, invoice_id, is_unproved, repeats_id,
    likely_invoice_id, retry_at)
  select account_id, :connectionId, :receivingAccountId, reference, amount, occurred_at, :now, payer_name, payer_app,
    :chargeId, state, reason, invoice_id, is_unproved, repeats_id, likely_invoice_id,
    case when state = 'unsettled' then now() end
  from ${transfer}
  on conflict (receiving_account_id, reference) do nothing
  returning id, reference`)

export interface SaleRow {
  account_id: number
  mode: Mode
  invoice_id: string
  transfer_id: number
  amount: number
  fee: number
}

const sale = rowsSql<SaleRow>('sale', {
  account_id: 'bigint',
  mode: 'text',
  invoice_id: 'text',
  transfer_id: 'bigint',
  amount: 'bigint',
  fee: 'bigint',
})

export const bookSalesSql = statement<{ sale: SaleRow[]; now: Date }>(`
  insert into movement (account_id, mode, kind, invoice_id, transfer_id, amount, fee, net, created_at)
  select account_id, mode, 'sale', invoice_id, transfer_id, amount, fee, amount - fee, :now
  from ${sale}`)
