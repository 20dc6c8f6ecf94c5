import type { Needs } from '../../needs.ts'
import { addedTo } from '../../slots.ts'
import { findReceipt, type Receipt } from './find-receipt.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Adds what a module knows of a receipt's order, even while the module is off. */
    receiptFacts(app: Needs<'em'>, receipt: Receipt): Promise<Receipt>
  }
}

/** Returns a receipt as `findReceipt` does, with what modules know of its order. */
export async function findCompleteReceipt(app: Needs<'em' | 'seal' | 'slots'>, token: string): Promise<Receipt | null> {
  let receipt = await findReceipt(app, token)
  if (!receipt) return null
  for (const complete of addedTo(app, 'receiptFacts')) receipt = await complete(app, receipt)
  return receipt
}
