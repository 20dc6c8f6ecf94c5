import { Account } from '../accounts/account.ts'
import type { Needs } from '../needs.ts'

/** Whether the account's keys may come as `?apiKey=` (spec 5.1), where logs and histories keep them; the header always works. */
export async function acceptKeyInQuery(app: Needs<'em'>, accountId: number, isAccepted: boolean): Promise<void> {
  await app.em({ accountId }).nativeUpdate(Account, { id: accountId }, { acceptsKeyInQuery: isAccepted })
}
