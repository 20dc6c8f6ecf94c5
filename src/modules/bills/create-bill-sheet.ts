import type { Standing } from '../../keys/standing.ts'
import type { Needs } from '../../needs.ts'
import type { Bill } from './bill.ts'
import { createBill } from './create-bill.ts'
import { type BillSheet, readBillSheet } from './read-bill-sheet.ts'

/**
 * Creates a bill for each line of a sheet. `once` names the sheet: repeated, also after an interruption, it creates
 * only missing bills. Refuses as `readBillSheet` does, before anything is created.
 */
export async function createBillSheet(
  app: Needs<'em' | 'transaction' | 'now' | 'calendar' | 'edition' | 'reactions'>,
  standing: Standing,
  { once, ...sheet }: BillSheet & { once: string },
  by: string,
): Promise<Bill[]> {
  const bills: Bill[] = []
  for (const { line, ...row } of readBillSheet(app, standing, sheet)) {
    bills.push(await createBill(app, standing, { ...row, once: `sheet ${once} ${line}` }, by))
  }
  return bills
}
