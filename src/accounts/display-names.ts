import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

/** The names of accounts, by their ids: of those that these rows belong to. */
export async function displayNames(
  app: Needs<'em'>,
  rows: readonly { account?: { id: number } | null }[],
): Promise<ReadonlyMap<number, string>> {
  const accountIds = [...new Set(rows.flatMap(({ account }) => account?.id ?? []))]
  const found = await app.em({ accountIds }).find(Account, {}, { fields: ['displayName'] })
  return new Map(found.map(({ id, displayName }) => [id, displayName]))
}
