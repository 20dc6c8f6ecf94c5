import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** Returns the display names, by account id, of the accounts that own these rows. */
export async function readDisplayNames(
  app: Needs<'em'>,
  rows: readonly { account?: { id: number } | null }[],
): Promise<ReadonlyMap<number, string>> {
  const accountIds = [...new Set(rows.flatMap(({ account }) => account?.id ?? []))]
  const found = await app.em({ accountIds }).find(Account, {}, { fields: ['displayName'] })
  return new Map(found.map(({ id, displayName }) => [id, displayName]))
}
