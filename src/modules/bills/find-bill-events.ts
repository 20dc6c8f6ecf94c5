import type { FindConcerned } from '../../events/owe-reaction.ts'
import { readBills } from './bill-parts.ts'

/** Picks the events of payments that are of a bill. */
export const findBillEvents: FindConcerned = async (tx, events) => {
  const found = await readBills(
    tx,
    events.map(({ subject }) => subject),
  )
  const invoices = new Set(found.map(({ invoiceId }) => invoiceId))
  return events.filter(({ subject }) => invoices.has(subject))
}
