import type { Actor } from '../accounts/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import type { Withdrawal } from './withdrawal.ts'

const shownDigits = 4

/**
 * Announces the new status of a withdrawal in the transaction that changes it. The merchant is notified, because
 * another person may have requested it.
 */
export async function announceWithdrawal(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  { id, account, mode, status, amount, bank, number, waitsUntil, note }: Withdrawal,
  by: Actor,
): Promise<void> {
  await announceFacts(app, tx, [
    {
      accountId: account.id,
      type: 'withdrawal.moved',
      subject: `${id} ${status}`,
      payload: {
        mode,
        withdrawalId: id,
        status,
        amount,
        bank,
        note,
        number: number.slice(-shownDigits).padStart(number.length, '*'),
        waitsUntil: waitsUntil?.toISOString() ?? null,
        by: by.name ?? by.actor,
      },
      createdAt: app.now(),
    },
  ])
}
