import type { Standing, StandingConnection } from '../../keys/standing.ts'
import { computeFee } from '../../lib/money.ts'
import { takesAmount } from '../../methods/bringers.ts'
import { findConnection } from '../../methods/edition.ts'
import { listUsableMethods } from '../../methods/list-usable-methods.ts'
import type { PaymentMethodId } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'

/** A method by which exactly the requested amount is paid. */
export interface ExactMethod {
  method: PaymentMethodId
  connection: StandingConnection
}

/**
 * Returns the account's first method for which customers pay exactly the amount; null if the account has none. Its
 * provider creates a code for each payment and matches its money by reference.
 */
export function pickExactMethod(
  app: Needs<'edition' | 'connectors'>,
  standing: Standing,
  amount: number,
): ExactMethod | null {
  for (const method of listUsableMethods(app, standing, amount)) {
    const connection = findConnection(app.edition, standing, method)
    if (!connection) continue
    const { matches, traits } = app.connectors[connection.connector]
    if (matches !== 'reference' || !traits.makesCodes || !takesAmount(app.connectors, connection, amount)) continue
    if (method === 'qris_platform' && computeFee(amount, standing.platformFeeBps) !== 0) continue
    return { method, connection }
  }
  return null
}
