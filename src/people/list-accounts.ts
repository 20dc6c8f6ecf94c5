import type { EntityManager } from '@mikro-orm/postgresql'
import { Account } from '../accounts/account.ts'
import { escapeLike } from '../lib/escape-like.ts'
import type { Needs } from '../needs.ts'
import { Membership } from './membership.ts'

export interface ListedAccount {
  account: Account
  /** The address that its owner entered, verified or not; otherwise the operator's note. */
  email: string | null
}

export interface AccountSearch {
  search?: string | undefined
  beforeId?: number | undefined
  /** Return only these, at most fifty. */
  ids?: readonly number[] | undefined
}

const pageMax = 50
const ownersMax = 1000

/**
 * Returns accounts whose name, display name or address contains this text, newest first, or those with these ids in the
 * given order.
 */
export async function listAccounts(
  app: Needs<'slowly'>,
  { search, beforeId, ids }: AccountSearch,
): Promise<ListedAccount[]> {
  return app.slowly(async ({ em: scoped }) => {
    const em = scoped('installation')
    const accounts = await em.find(
      Account,
      {
        ...(search ? { $or: await whatMatches(em, search) } : {}),
        ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
        ...(ids && { id: { $in: [...ids] } }),
      },
      { orderBy: { id: 'desc' }, limit: pageMax },
    )
    const emails = await ownersEmails(em, accounts)
    if (ids) accounts.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    return accounts.map(account => ({ account, email: emails.get(account.id) ?? account.email }))
  })
}

async function whatMatches(em: EntityManager, search: string) {
  const like = { $ilike: `%${escapeLike(search)}%` }
  const owners = { role: 'owner' as const, user: { email: like } }
  const owned = await em.find(Membership, owners, { orderBy: { id: 'desc' }, limit: ownersMax })
  return [{ name: like }, { displayName: like }, { email: like }, { id: owned.map(({ account }) => account.id) }]
}

async function ownersEmails(em: EntityManager, accounts: readonly Account[]): Promise<Map<number, string | null>> {
  const owners = { role: 'owner' as const, account: accounts.map(({ id }) => id) }
  const found = await em.find(Membership, owners, { populate: ['user'], orderBy: { id: 'desc' } })
  // The oldest owner comes last and overwrites the others.
  return new Map(found.map(({ account, user }) => [account.id, user.email]))
}
