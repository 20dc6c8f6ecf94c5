import type { Store } from './settle-together.ts'
import { insertTransfersSql } from './settle-transfers-sql.ts'

/** Stores transfers that are new. */
export const storeTransfers: Store = async (tx, source, judged, now) => {
  const rows = await tx.query<{ id: number; reference: string }>(insertTransfersSql, [
    source.connectionId,
    source.receivingAccountId,
    source.charge?.id ?? null,
    now,
    judged.map(({ accountId }) => accountId),
    judged.map(({ transfer }) => transfer.reference),
    judged.map(({ transfer }) => transfer.amount),
    judged.map(({ transfer }) => transfer.occurredAt),
    judged.map(({ transfer }) => transfer.payerName),
    judged.map(({ transfer }) => transfer.payerApp),
    judged.map(({ state }) => state),
    judged.map(({ reason }) => reason),
    judged.map(({ payment }) => payment?.invoiceId ?? null),
    judged.map(({ transfer }) => transfer.isUnproved ?? false),
    judged.map(({ likelyInvoiceId }) => likelyInvoiceId),
  ])
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}
