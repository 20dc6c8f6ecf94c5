import type { Needs } from '../../needs.ts'
import type { Receipt } from './find-receipt.ts'
import { ReceiptShowing } from './receipt-showing.ts'

/** The answer to a scan at a counter. */
export interface ReceiptScan {
  firstShownAt: Date
  isFirst: boolean
}

/**
 * Records that a receipt was shown at a counter of its own shop. Of any number of concurrent scans exactly one is the
 * first; the others return its time.
 */
export async function showReceipt(
  app: Needs<'em' | 'now'>,
  { accountId, number }: Pick<Receipt, 'accountId' | 'number'>,
): Promise<ReceiptScan> {
  const em = app.em({ accountId })
  const showing = { account: accountId, number, firstShownAt: app.now() }
  const written = await em.qb(ReceiptShowing).insert(showing).onConflict().ignore().returning('number').execute('all')
  const { firstShownAt } = await em.findOneOrFail(ReceiptShowing, { account: accountId, number })
  return { firstShownAt, isFirst: written.length > 0 }
}
