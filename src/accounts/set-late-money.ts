import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { recordAct } from './audit.ts'

/** Sets whether late money of the exact amount settles its expired payment automatically or waits for review. */
export async function setLateMoney(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { accepts, actor }: { accepts: boolean; actor: string },
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    await tx.em.nativeUpdate(Account, { id: accountId }, { acceptsLateMoney: accepts })
    await recordAct(app, tx, {
      accountId,
      actor,
      act: 'account.late_money',
      subject: `account ${accountId}`,
      detail: { accepts },
    })
  })
}
