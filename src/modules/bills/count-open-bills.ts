import type { Needs } from '../../needs.ts'
import { BillPart } from './bill-part.ts'

/** Counts the open payments of bills, which payers cannot see if the module is disabled. */
export async function countOpenBills(app: Needs<'em'>): Promise<Record<string, number>> {
  return { 'open payments of bills': await app.em('installation').count(BillPart, { state: 'open' }) }
}
