import type { Needs } from '../needs.ts'
import { Account } from './account.ts'
import { type Acting, audit, byCommand } from './audit.ts'

/** Whether a request of the account's keys is refused for a field that nobody knows, or taken without it. */
export async function refuseUnknownFields(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  isRefused: boolean,
  by: Acting = byCommand,
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    await tx.em.nativeUpdate(Account, { id: accountId }, { refusesUnknownFields: isRefused })
    const detail = { refusesUnknownFields: isRefused }
    await audit(app, tx, { accountId, ...by, act: 'settings.changed', subject: `account ${accountId}`, detail })
  })
}
