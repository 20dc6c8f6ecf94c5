import { Account } from '../accounts/account.ts'
import { Connection } from '../connections/connection.ts'
import type { Standing } from '../keys/standing.ts'
import { findConnection, findOwnCode } from '../methods/edition.ts'
import type { PaymentMethodId } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { findAccountOwner } from '../people/find-account-owner.ts'
import { type Statistics, summarizePayments } from './statistics/summarize-payments.ts'

export interface AccountView {
  account: Pick<Account, 'isVerified' | 'isActive'> & {
    /** The user name of the account's owner; the account's own name if it has no owner. */
    username: string
    /** The address that its owner entered, verified or not. */
    email: string | null
  }
  /** The account's own connection for each of the merchant's methods; null if it has none. */
  connections: Record<MerchantMethod, Connection | null>
  /** The account's own static code for each method; null if none is stored. */
  ownCodes: Record<Exclude<MerchantMethod, 'wallet_direct'>, string | null>
  statistics: Statistics
}

type MerchantMethod = Extract<PaymentMethodId, 'qris_user' | 'wallet_qris' | 'wallet_direct'>

/** Returns an account with its connections in this mode, and the numbers of its payments (contract 2.3). */
export async function viewAccount(
  app: Needs<'em' | 'slowly' | 'now' | 'calendar' | 'edition'>,
  standing: Standing,
): Promise<AccountView> {
  const em = app.em(standing)
  const account = await em.findOneOrFail(Account, { id: standing.accountId })
  const owner = await findAccountOwner(app, standing.accountId)
  const active = await em.find(Connection, { isActive: true })
  const of = (method: MerchantMethod) =>
    active.find(({ id }) => id === findConnection(app.edition, standing, method)?.id) ?? null
  return {
    account: {
      username: owner?.username ?? account.name,
      email: owner?.email ?? account.email,
      isVerified: account.isVerified,
      isActive: account.isActive,
    },
    connections: { qris_user: of('qris_user'), wallet_qris: of('wallet_qris'), wallet_direct: of('wallet_direct') },
    ownCodes: {
      qris_user: findOwnCode(app.edition, standing, 'qris_user'),
      wallet_qris: findOwnCode(app.edition, standing, 'wallet_qris'),
    },
    statistics: await summarizePayments(app, standing, 'all'),
  }
}
