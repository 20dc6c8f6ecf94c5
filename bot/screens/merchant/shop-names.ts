import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import type { PlatformContext } from '../../context.ts'

/** The names of shops by the ids of their accounts. */
export type ShopNames = ReadonlyMap<number, string>

/** The names of the chat's shops if it has several; empty if there is only one, which needs no name. */
export async function shopNames({ app, accountIds }: PlatformContext): Promise<ShopNames> {
  if (accountIds.length < 2) return new Map()
  const accounts = await findAccounts(app, accountIds)
  return new Map(accounts.map(({ id, displayName }) => [id, displayName]))
}
