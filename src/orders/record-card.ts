import type { Needs } from '../needs.ts'
import { Order } from './order.ts'

/** Stores the id of the chat message that currently shows the order; null for none. */
export async function recordCard(
  app: Needs<'em'>,
  order: Pick<Order, 'id' | 'accountId' | 'mode'>,
  cardMessageId: number | null,
): Promise<void> {
  const { id, accountId, mode } = order
  await app.em({ accountId, mode }).nativeUpdate(Order, { id }, { cardMessageId })
}
