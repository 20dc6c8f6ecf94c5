import type { Tx } from '../../database/transaction.ts'
import type { Event, Reactions } from '../../events/announce.ts'
import { readBills } from './bill-parts.ts'
import { payBill } from './pay-bill.ts'

/** The reaction to `payment.paid`: adds the amount to its bill. */
export async function payBills(tx: Tx, events: Event<'payment.paid'>[], app: { reactions: Reactions }): Promise<void> {
  const found = await readBills(
    tx,
    events.map(({ payload }) => payload.invoiceId),
  )
  for (const part of found) {
    const { createdAt } = events.find(({ payload }) => payload.invoiceId === part.invoiceId)!
    await payBill(app, tx, { ...part, at: createdAt })
  }
}
