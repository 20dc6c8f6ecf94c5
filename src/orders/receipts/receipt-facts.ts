import type { Needs } from '../../needs.ts'
import { listAdditions } from '../../slots.ts'
import { findReceipt, type Receipt } from './find-receipt.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Adds a module's facts about a receipt's order, even if the module is disabled. */
    receiptFacts(app: Needs<'em'>, receipt: Receipt): Promise<Receipt>
  }
}

/** Returns a receipt as `findReceipt` does, with the modules' facts about its order. */
export async function findCompleteReceipt(app: Needs<'em' | 'seal' | 'slots'>, token: string): Promise<Receipt | null> {
  let receipt = await findReceipt(app, token)
  if (!receipt) return null
  for (const complete of listAdditions(app, 'receiptFacts')) receipt = await complete(app, receipt)
  return receipt
}
