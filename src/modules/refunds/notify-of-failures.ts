import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { planMerchantNotices } from '../../notices/plan-notices.ts'

/** Reacts to `refund.failed`: the merchant has to return the money, or to find out whether it was returned. */
export async function notifyOfFailures(tx: Tx, events: Event<'refund.failed'>[]): Promise<void> {
  await planMerchantNotices(
    tx,
    events[0]!.createdAt,
    events.map(({ accountId, subject, payload: { refund: _, ...data } }) => {
      return { accountId, kind: 'merchant.refund_failed', key: subject, data }
    }),
  )
}
