import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { StarPurchase } from './star-purchase.ts'

/** Stores the id of the message in the chat that is the invoice. */
export async function storeStarInvoice(
  app: Needs<'em'>,
  owner: { accountId: number; mode: Mode },
  purchaseId: number,
  invoiceMessageId: number,
): Promise<void> {
  await app.em(owner).nativeUpdate(StarPurchase, { id: purchaseId }, { invoiceMessageId })
}
