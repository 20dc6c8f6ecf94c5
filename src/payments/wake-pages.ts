import type { Tx } from '../database/transaction.ts'

/** The reaction to every end of a payment: whoever looks at it is told at once. */
export async function wakePages(tx: Pick<Tx, 'wake'>): Promise<void> {
  tx.wake('payments')
}
