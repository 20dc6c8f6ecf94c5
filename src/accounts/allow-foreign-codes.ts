import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Actor, commandActor, recordAct } from './audit.ts'

/**
 * Sets whether an account may convert codes of other merchants. Their money is not visible here, so the merchant
 * confirms each payment by hand.
 */
export async function allowForeignCodes(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  isAllowed: boolean,
  by: Actor = commandActor,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    await tx.em.nativeUpdate(Account, { id: accountId }, { allowsForeignCodes: isAllowed })
    const detail = { isAllowed }
    await recordAct(app, tx, {
      accountId,
      ...by,
      act: 'account.foreign_codes',
      subject: `account ${accountId}`,
      detail,
    })
  })
}
