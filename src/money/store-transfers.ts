import type { Store } from './settle-together.ts'
import { insertTransfersSql } from './settle-transfers-sql.ts'

/** Stores transfers that are new. */
export const storeTransfers: Store = async (tx, source, judged, now) => {
  const transfer = judged.map(({ transfer, accountId, state, reason, payment, likelyInvoiceId }) => ({
    account_id: accountId,
    reference: transfer.reference,
    amount: transfer.amount,
    occurred_at: transfer.occurredAt,
    payer_name: transfer.payerName,
    payer_app: transfer.payerApp,
    state,
    reason,
    invoice_id: payment?.invoiceId ?? null,
    is_unproved: transfer.isUnproved ?? false,
    likely_invoice_id: likelyInvoiceId,
  }))
  const { connectionId, receivingAccountId, charge } = source
  const values = { transfer, connectionId, receivingAccountId, chargeId: charge?.id ?? null, now }
  const rows = await tx.query(insertTransfersSql, values)
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}
