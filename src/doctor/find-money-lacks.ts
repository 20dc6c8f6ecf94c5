import { findStandingByAccount } from '../keys/standing.ts'
import { findConnection } from '../methods/edition.ts'
import { listMethods, type MethodStatus } from '../methods/list-methods.ts'
import type { PaymentMethodId } from '../methods/method.ts'
import type { RequirementCode } from '../methods/requirement.ts'
import type { Needs } from '../needs.ts'

/** The requirements that an account's own connection meets. */
const unconnected = [
  'approval',
  'merchant_id',
  'provider',
  'provider_key',
  'bank',
  'merchant_wallet',
  'wallet_by_otp',
  'wallet',
] as const satisfies RequirementCode[]

/** `connection`: the account has not connected one. `never_reported`: its phone has never sent a notification. */
export interface MoneyLack {
  code: Exclude<RequirementCode, (typeof unconnected)[number] | 'premium'> | 'connection' | 'never_reported'
  /** The connection on whose page it can be fixed. */
  connectionId?: number
}

/**
 * Returns why live money of this amount would not be seen now. Empty once one method can be paid and the source of its
 * money has proved that it works, which a phone does by its first notification. If the shop has connections, only their
 * lacks are returned.
 */
export async function findMoneyLacks(
  app: Needs<'em' | 'sql' | 'now' | 'edition' | 'connectors'>,
  accountId: number,
  amount: number,
): Promise<MoneyLack[]> {
  const standing = await findStandingByAccount(app, accountId, 'live')
  if (!standing) return [{ code: 'connection' }]
  const { methods } = await listMethods(app, standing)
  const connectionIn = (method: PaymentMethodId) => findConnection(app.edition, standing, method)
  const isReady = ({ requirements, warning, maxAmount }: MethodStatus) =>
    requirements.length === 0 && warning === null && amount <= (maxAmount ?? amount)
  if (methods.some(isReady)) return []
  const connected = methods.filter(({ id }) => connectionIn(id)?.isOwn)
  const lacks = (connected.length > 0 ? connected : methods).flatMap(({ id, requirements, warning }): MoneyLack[] => {
    const connection = connectionIn(id)
    const codes = [...requirements.map(({ code }) => code), ...(warning === null ? [] : [warning])]
    return codes.map(code => toMoneyLack(code, connection?.isOwn ? connection.id : undefined))
  })
  return lacks.filter((lack, index) => lacks.findIndex(other => isSame(lack, other)) === index)
}

function toMoneyLack(code: RequirementCode | 'never_reported', connectionId: number | undefined): MoneyLack {
  if (code === 'premium') return { code: 'subscription' }
  if (unconnected.some(one => one === code)) return { code: 'connection' }
  return { code: code as MoneyLack['code'], ...(ofConnection.has(code) && connectionId && { connectionId }) }
}

/** The lacks that are fixed on the page of a connection. */
const ofConnection: ReadonlySet<string> = new Set(['bank_code', 'wallet_code', 'working_connection', 'never_reported'])

function isSame(one: MoneyLack, other: MoneyLack): boolean {
  return one.code === other.code && one.connectionId === other.connectionId
}
