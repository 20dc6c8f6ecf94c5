import { findAccounts } from '../../../src/accounts/find-accounts.ts'
import type { PlatformContext } from '../../context.ts'

/** The names of shops by the ids of their accounts. */
export type ShopNames = ReadonlyMap<number, string>

/** Returns the names of the chat's shops; empty for a single shop, whose name need not be shown. */
export async function readShopNames({ app, accountIds }: PlatformContext): Promise<ShopNames> {
  if (accountIds.length < 2) return new Map()
  const accounts = await findAccounts(app, accountIds)
  return new Map(accounts.map(({ id, displayName }) => [id, displayName]))
}
