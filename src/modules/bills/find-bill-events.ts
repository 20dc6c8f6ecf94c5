import type { FindConcerned } from '../../events/owe-reaction.ts'
import { readBills } from './bill-parts.ts'

/** Returns the payment events that concern bills. */
export const findBillEvents: FindConcerned = async (tx, events) => {
  const found = await readBills(
    tx,
    events.map(({ subject }) => subject),
  )
  const invoices = new Set(found.map(({ invoiceId }) => invoiceId))
  return events.filter(({ subject }) => invoices.has(subject))
}
