import { type AddressProblem, checkOwnAddress } from '../connections/check-own-address.ts'
import type { FoundConnection } from '../connections/find-connection.ts'
import { type ConnectionTest, testConnection } from '../connections/test-connection.ts'
import type { AccountScope } from '../database/scope.ts'
import { chargedMethods } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { findCodeMaking } from './find-code-making.ts'

/** A provider's answer about a connection, and the known facts about its codes and money. */
export interface ConnectionReport {
  test: ConnectionTest
  /** The problem of its notification address; null if it works, undefined if its provider sends no notifications. */
  addressProblem: AddressProblem | null | undefined
  /** Whether it has created a code and has not refused one since. */
  makesCodes: boolean
  /** Whether one of its codes was paid. */
  hasPaid: boolean
}

/** Checks a connection with its provider and our own notification address, and looks up what has been proved so far. */
export async function findConnectionReport(
  app: Needs<'config' | 'em' | 'sql' | 'seal' | 'connectors' | 'outbound'>,
  scope: Required<AccountScope>,
  { connection }: FoundConnection,
): Promise<ConnectionReport> {
  const { id, connector } = connection
  const { receive, keyPage } = app.connectors[connector]
  // A payment with several methods may have been paid by another one.
  const paidByIt = chargedMethods.map(method => ({ method, payment: { status: 'paid', paidVia: method } as const }))
  const [test, addressProblem, { lastMadeAt, refusal }, paid] = await Promise.all([
    testConnection(app, scope.accountId, id),
    receive && keyPage !== undefined ? checkOwnAddress(app, connector) : undefined,
    findCodeMaking(app, connection),
    app.em(scope).findOne(Charge, { connection: id, $or: paidByIt }, { fields: ['id'] }),
  ])
  return { test, addressProblem, makesCodes: lastMadeAt !== null && refusal === null, hasPaid: paid !== null }
}
