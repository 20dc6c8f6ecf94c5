import { Account } from '../accounts/account.ts'
import { Connection } from '../accounts/connection.ts'
import type { AccountScope } from '../database/scope.ts'
import type { PaymentMethodId } from '../methods/method.ts'
import { paymentMethods } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { type Statistics, summarizePayments } from './summarize-payments.ts'

export interface AccountView {
  account: Pick<Account, 'name' | 'email' | 'isVerified' | 'isActive'>
  /** The account's own connection for each of the merchant's methods; null where there is none. */
  connections: Record<MerchantMethod, Connection | null>
  statistics: Statistics
}

type MerchantMethod = Extract<PaymentMethodId, 'qris_user' | 'wallet_qris' | 'wallet_direct'>

/** An account, what it has connected in this mode, and the numbers of its payments (spec 2.3). */
export async function viewAccount(
  app: Needs<'em' | 'slowly' | 'now' | 'calendar'>,
  scope: Required<AccountScope>,
): Promise<AccountView> {
  const em = app.em(scope)
  const account = await em.findOneOrFail(Account, { id: scope.accountId })
  const active = await em.find(Connection, { isActive: true }, { orderBy: { id: 'asc' } })
  const of = (method: MerchantMethod) => active.find(connection => serves(connection, method)) ?? null
  return {
    account,
    connections: { qris_user: of('qris_user'), wallet_qris: of('wallet_qris'), wallet_direct: of('wallet_direct') },
    statistics: await summarizePayments(app, scope, 'all'),
  }
}

function serves(connection: Connection, method: MerchantMethod): boolean {
  if (connection.method !== '') return connection.method === method
  return paymentMethods[method].connector?.ids.includes(connection.connector) ?? false
}
