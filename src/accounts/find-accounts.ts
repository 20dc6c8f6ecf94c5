import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** Returns the accounts with these ids, always in the same order. */
export function findAccounts(app: Needs<'em'>, ids: number[]): Promise<Account[]> {
  return app.em({ accountIds: ids }).find(Account, {}, { orderBy: { id: 'asc' } })
}
