import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { readBills } from './bill-parts.ts'
import { endBillPart } from './end-bill-part.ts'

/** The reaction to `payment.expired` and `payment.cancelled`: another payment can pay the amount instead. */
export async function endBillParts(tx: Tx, events: Event<'payment.expired' | 'payment.cancelled'>[]): Promise<void> {
  const found = await readBills(
    tx,
    events.map(({ subject }) => subject),
  )
  for (const part of found) await endBillPart(tx, part)
}
