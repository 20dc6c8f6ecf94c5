import type { Needs } from '../../needs.ts'
import { BillPart } from './bill-part.ts'

/** Counts the payments of bills that are open: nobody could look at their bills any more. */
export async function countOpenBills(app: Needs<'em'>): Promise<Record<string, number>> {
  return { 'open payments of bills': await app.em('installation').count(BillPart, { state: 'open' }) }
}
