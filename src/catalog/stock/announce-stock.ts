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
 * Announces, in the transaction of the change, that the available quantity of these variants has changed in one mode.
 * Unlimited variants are skipped. From here on the stock rows are locked, in the order of their variants.
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
