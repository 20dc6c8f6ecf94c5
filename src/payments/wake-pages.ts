import type { Tx } from '../database/transaction.ts'

/** The reaction to every end of a payment: updates the open pages and chats that show it immediately. */
export async function wakePages(tx: Pick<Tx, 'wake'>): Promise<void> {
  tx.wake('payments')
}
