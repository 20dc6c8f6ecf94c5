import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { JudgedTransfer, StoreTransfers } from './settle-together.ts'
import { insertTransfersSql } from './settle-transfers-sql.ts'
import { Transfer, type TransferState } from './transfer.ts'

// All transitions of a transfer. It is stored as settled, review or unsettled; unsettled -> settled or review; review
// -> settled, refunded or ignored. Each is guarded by its previous state, in the transaction of its consequences.

/** Stores transfers that are new. */
export const storeTransfers: StoreTransfers = async (tx, source, transfers, now) => {
  const transfer = transfers.map(({ transfer, accountId, state, reason, payment, likelyInvoiceId }) => ({
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
    repeats_id: transfer.repeatsId ?? null,
    likely_invoice_id: likelyInvoiceId,
  }))
  const { connectionId, receivingAccountId, charge } = source
  const values = { transfer, connectionId, receivingAccountId, chargeId: charge?.id ?? null, now }
  const rows = await tx.query(insertTransfersSql, values)
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}

/** unsettled -> settled or review, as judged. Returns whether it succeeded. */
export async function markSettled(em: EntityManager, id: number, transfer: JudgedTransfer): Promise<boolean> {
  const { state, reason, payment, accountId, likelyInvoiceId } = transfer
  const won = await em.nativeUpdate(
    Transfer,
    { id, state: 'unsettled' },
    {
      state,
      reason,
      account: accountId,
      retryAt: null,
      payment: payment?.invoiceId ?? null,
      likelyPayment: likelyInvoiceId,
    },
  )
  return won === 1
}

/** Leaves an unsettled transfer for a later attempt, by the database's clock. */
export async function postponeSettling(em: EntityManager, transfer: Transfer): Promise<void> {
  const { id, failures } = transfer
  const retryAt = raw<Date>('now() + make_interval(secs => ?)', [transfer.pauseS()])
  await em.nativeUpdate(Transfer, { id, state: 'unsettled' }, { failures: failures + 1, retryAt })
}

export interface Resolution {
  transferId: number
  state: Exclude<TransferState, 'review' | 'unsettled'>
  invoiceId: string | null
  note?: string | undefined
  /** Such as `user 12`, `api key 4`, `chat 4711` or `command`. */
  actor: string
}

/** review -> an outcome. Returns whether it succeeded. */
export async function markResolved(
  em: EntityManager,
  { transferId, state, invoiceId, note, actor }: Resolution,
  now: Date,
): Promise<boolean> {
  const won = await em.nativeUpdate(
    Transfer,
    { id: transferId, state: 'review' },
    { state, payment: invoiceId, resolvedAt: now, resolvedBy: actor, note: note ?? null },
  )
  return won === 1
}
