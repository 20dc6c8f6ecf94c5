import type { Needs } from '../../needs.ts'
import { addedTo } from '../../slots.ts'
import { findReceipt, type Receipt } from './find-receipt.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Completes a receipt by what a module knows of its order, while the module is off, too. */
    receiptFacts(app: Needs<'em'>, receipt: Receipt): Promise<Receipt>
  }
}

/** As `findReceipt`, completed by what modules know of its order. */
export async function findCompleteReceipt(app: Needs<'em' | 'seal' | 'slots'>, token: string): Promise<Receipt | null> {
  let receipt = await findReceipt(app, token)
  if (!receipt) return null
  for (const complete of addedTo(app, 'receiptFacts')) receipt = await complete(app, receipt)
  return receipt
}
