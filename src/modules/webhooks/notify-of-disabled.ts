import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { planMerchantNotices } from '../../notices/plan-notices.ts'

/** Reacts to `endpoint.disabled`: the merchant has to repair the receiver and enable the webhook again. */
export async function notifyOfDisabled(tx: Tx, events: Event<'endpoint.disabled'>[]): Promise<void> {
  await planMerchantNotices(
    tx,
    events[0]!.createdAt,
    events.map(({ accountId, subject, payload: { name, failingSince, mode, reason } }) => ({
      accountId,
      kind: 'merchant.callback_endpoint_disabled',
      key: subject,
      data: { origin: name, failingSince, isTest: mode === 'test', reason },
    })),
  )
}
