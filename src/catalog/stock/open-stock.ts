import { type AccountScope, modes } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { limitedStockModes, Stock, type StockMode } from '../product.ts'
import { StockChange } from './stock-change.ts'

/**
 * Creates the stock of a new variant in both modes, which are counted separately from then on. An initial quantity is
 * not secret, so it applies to both; serials are secret, so they are added to one mode only. The next flush writes it.
 */
export function openStock(
  { em }: Tx,
  { accountId, variantId }: Pick<AccountScope, 'accountId'> & { variantId: number },
  { kept, count, reason }: { kept: StockMode; count: number; reason: 'import' | 'restock' },
  now: Date,
): void {
  if (!limitedStockModes.has(kept)) return
  for (const mode of modes) {
    const of = { variant: variantId, mode, account: accountId }
    const imported = reason === 'import' && kept === 'counter' ? count : null
    em.create(Stock, { ...of, available: kept === 'counter' ? count : null, imported, lowToldAt: null })
    if (count > 0) em.create(StockChange, { ...of, delta: count, reason, once: null, createdAt: now })
  }
}
