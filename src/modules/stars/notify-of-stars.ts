import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { type MerchantNotice, planCustomerNotices, planMerchantNotices } from '../../notices/plan-notices.ts'

type StarsEvent = 'stars.paid' | 'stars.refund_due' | 'stars.refunded'

/**
 * Messages about Telegram Stars: goods to the customer, and each step to the merchant, in one message that is edited.
 */
export const starNotifications = {
  paid: (tx: Tx, events: Event<'stars.paid'>[]) => notifyStarEvents(tx, events, 'customer.star_goods'),
  refundDue: (tx: Tx, events: Event<'stars.refund_due'>[]) => notifyStarEvents(tx, events, 'customer.star_refund'),
  refunded: (tx: Tx, events: Event<'stars.refunded'>[]) => notifyStarEvents(tx, events, null),
}

async function notifyStarEvents(
  tx: Tx,
  events: Event<StarsEvent>[],
  customerKind: 'customer.star_goods' | 'customer.star_refund' | null,
): Promise<void> {
  const now = events[0]!.createdAt
  await planMerchantNotices(tx, now, events.map(forMerchant))
  if (customerKind === null) return
  const notices = events.map(({ subject, accountId, payload: { purchaseId, mode, customerId } }) => ({
    kind: customerKind,
    accountId,
    customerId,
    key: subject,
    data: { purchaseId, mode },
  }))
  await planCustomerNotices(tx, now, notices)
}

function forMerchant({ type, subject, accountId, payload: { purchaseId, mode } }: Event<StarsEvent>): MerchantNotice {
  const first = { kind: 'merchant.stars_paid' as const, key: subject }
  const told = { accountId, data: { purchaseId, mode } }
  return type === 'stars.paid'
    ? { ...told, ...first }
    : { ...told, kind: 'merchant.stars_moved', key: `${type} ${subject}`, edits: first }
}
