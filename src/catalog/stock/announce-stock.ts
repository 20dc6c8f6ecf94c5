import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts, type Reactions } from '../../events/announce.ts'
import type { StockChanged } from '../../events/payloads.ts'
import { raiseStocksSql } from './stock-sql.ts'

interface ChangedStock extends Required<AccountScope> {
  variantIds: number[]
  cause: StockChanged['cause']
  now: Date
}

/**
 * Announces that the orderable quantity of these variants has changed in one mode, in the transaction of the change.
 * Unlimited variants are skipped. The rows of the stock are locked from here on, in the order of their variants.
 */
export async function announceStock(
  app: { reactions: Reactions },
  tx: Tx,
  { accountId, mode, variantIds, cause, now }: ChangedStock,
): Promise<void> {
  if (variantIds.length === 0) return
  const raised = await tx.query(raiseStocksSql, { variants: variantIds, mode })
  await announceFacts(
    app,
    tx,
    raised.map(({ variant_id, sequence }) => ({
      accountId,
      type: 'stock.changed' as const,
      subject: `variant ${variant_id} ${mode} ${sequence}`,
      payload: { variantId: Number(variant_id), mode, sequence, cause },
      createdAt: now,
    })),
  )
}
