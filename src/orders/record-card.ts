import type { Needs } from '../needs.ts'
import { Order } from './order.ts'

/** Stores the id of the message in the chat that shows the order now; null for none. */
export async function recordCard(
  app: Needs<'em'>,
  order: Pick<Order, 'id' | 'accountId' | 'mode'>,
  cardMessageId: number | null,
): Promise<void> {
  const { id, accountId, mode } = order
  await app.em({ accountId, mode }).nativeUpdate(Order, { id }, { cardMessageId })
}
