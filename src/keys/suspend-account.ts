import { Account } from '../accounts/account.ts'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { waitUntilForgotten } from './standing.ts'

/**
 * Closes an account, or opens it again: while it is closed its keys are refused and its members have no access. Once
 * this returns, every process refuses the keys. Open payments stay payable, and their callbacks are sent. Returns false
 * if the account already was in that state. Refuses `invalid_request` for the operator's own account.
 */
export async function suspendAccount(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  { isSuspended }: { isSuspended: boolean },
  by: Actor = commandActor,
): Promise<boolean> {
  const isNew = await app.transaction({ accountId }, async tx => {
    const { em } = tx
    const changed = await em.nativeUpdate(
      Account,
      { id: accountId, isActive: isSuspended, isOperator: false },
      { isActive: !isSuspended },
    )
    if (changed === 1) {
      const act = isSuspended ? 'account.suspended' : 'account.resumed'
      await recordAct(app, tx, { accountId, ...by, act, subject: `account ${accountId}` })
      return true
    }
    const { isOperator } = await em.findOneOrFail(Account, accountId)
    if (isOperator) throw refuseField('account', "is the operator's: its connections serve everybody", 'not_allowed')
    return false
  })
  // A refused key is not remembered, so one that works again needs no wait.
  if (isNew && isSuspended) await waitUntilForgotten()
  return isNew
}
