import type { Tx } from '../../database/transaction.ts'
import { announceFacts, type Reactions } from '../../events/announce.ts'
import { listsChannel } from '../../events/read-since.ts'
import type { Bill } from './bill.ts'
import type { BillEvents } from './bill-words.ts'

/** The events after which open lists of bills are outdated. */
export const listedBillEvents: readonly (keyof BillEvents)[] = [
  'bill.created',
  'bill.partly_paid',
  'bill.paid',
  'bill.closed',
]

interface Happened {
  type: keyof BillEvents
  /** The bill after the change. */
  bill: Bill
  at: Date
  /** The payment whose money it was, and the part of it in this event, in whole rupiah. */
  money?: { invoiceId: string; amount: number }
}

/** Announces a change of a bill that was already counted. */
export async function announceBill(
  app: { reactions: Reactions },
  tx: Tx,
  { type, bill, at, money }: Happened,
): Promise<void> {
  const { accountId, mode, publicId, sequence } = bill
  const payload = {
    mode,
    bill: publicId,
    sequence,
    invoiceId: money?.invoiceId ?? null,
    amount: money?.amount ?? null,
  }
  await announceFacts(app, tx, [
    { accountId, type, subject: `${publicId} ${sequence}`, payload, createdAt: at, about: bill },
  ])
  if (listedBillEvents.includes(type)) tx.wake(listsChannel)
}
