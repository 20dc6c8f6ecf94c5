import type { FilterQuery } from '@mikro-orm/core'
import type { Mode } from '../database/scope.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Transfer } from './transfer.ts'

type Owner = { accountId: number; mode: Mode }

/** Money that arrived, as its account sees it. Amounts are in whole rupiah. */
export interface TransferView
  extends Pick<
    Transfer,
    | 'id'
    | 'state'
    | 'reason'
    | 'reference'
    | 'amount'
    | 'occurredAt'
    | 'receivedAt'
    | 'payerName'
    | 'payerApp'
    | 'repeatsId'
    | 'resolvedAt'
    | 'resolvedBy'
    | 'note'
    | 'sequence'
  > {
  /** The payment that it settled or belongs to. */
  invoiceId: string | null
  /** The payment that the money is probably for, if it belongs to none. */
  likelyInvoiceId: string | null
  connector: string
  /** The merchant's own name for the account that received the money. */
  connectionLabel: string
}

export interface TransferFilter {
  state?: Transfer['state'] | undefined
  reason?: Transfer['reason'] | undefined
  /** Return only transfers whose review has ended. */
  isDecided?: boolean | undefined
  /** Return only transfers that certainly or probably belong to this payment. */
  invoiceId?: string | undefined
  page: number
  limit: number
}

/** Lists transfers of one account in one mode, newest first, with their number. */
export async function listTransfers(
  app: Needs<'slowly'>,
  owner: Owner,
  filter: TransferFilter,
): Promise<{ transfers: TransferView[]; total: number }> {
  const { state, reason, isDecided, invoiceId, page, limit } = filter
  const where: FilterQuery<Transfer> = {
    connection: { mode: owner.mode },
    ...(state === undefined ? {} : { state }),
    ...(reason ? { reason } : {}),
    ...(isDecided ? { reason: { $ne: null }, state: { $ne: 'review' as const } } : {}),
    ...(invoiceId === undefined ? {} : { $or: [{ payment: invoiceId }, { likelyPayment: invoiceId }] }),
  }
  return app.slowly(async ({ em }) => {
    const [transfers, total] = await em(owner).findAndCount(Transfer, where, {
      populate: ['connection'],
      orderBy: { id: 'desc' },
      limit,
      offset: (page - 1) * limit,
    })
    return { transfers: transfers.map(viewTransfer), total }
  }, owner)
}

/** Returns a transfer. Refuses `not_found`. */
export async function findTransfer(app: Needs<'em'>, owner: Owner, id: number): Promise<TransferView> {
  const where = { id, connection: { mode: owner.mode } }
  const transfer = await app.em(owner).findOne(Transfer, where, { populate: ['connection'] })
  if (!transfer) throw notFound('transfer')
  return viewTransfer(transfer)
}

type Loaded = Omit<Transfer, 'connection'> & { connection: { connector: string; label: string } }

/** Returns a transfer with its connection, as its account sees it. */
export function viewTransfer(transfer: Loaded): TransferView {
  const { id, state, reason, reference, amount, occurredAt, receivedAt, payerName, payerApp, connection } = transfer
  const { repeatsId, resolvedAt, resolvedBy, note, sequence } = transfer
  return {
    id,
    state,
    reason,
    reference,
    amount,
    occurredAt,
    receivedAt,
    payerName,
    payerApp,
    repeatsId,
    resolvedAt,
    resolvedBy,
    note,
    sequence,
    invoiceId: transfer.payment?.invoiceId ?? null,
    likelyInvoiceId: transfer.likelyPayment?.invoiceId ?? null,
    connector: connection.connector,
    connectionLabel: connection.label,
  }
}
