import type { Needs } from '../../needs.ts'
import { BillPart } from './bill-part.ts'

/** Counts the payments of bills that are open: without the module their payers could no longer see them. */
export async function countOpenBills(app: Needs<'em'>): Promise<Record<string, number>> {
  return { 'open payments of bills': await app.em('installation').count(BillPart, { state: 'open' }) }
}
