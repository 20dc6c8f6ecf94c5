import type { Standing, StandingConnection } from '../../keys/standing.ts'
import { computeFee } from '../../lib/money.ts'
import { takesAmount } from '../../methods/bringers.ts'
import { findConnection } from '../../methods/edition.ts'
import type { PaymentMethodId } from '../../methods/method.ts'
import { usableMethods } from '../../methods/usable-methods.ts'
import type { Needs } from '../../needs.ts'

/** A way to be paid exactly the requested amount. */
export interface ExactMethod {
  method: PaymentMethodId
  connection: StandingConnection
}

/**
 * Returns the first method of the account whose provider makes a code for each payment and matches its money by
 * reference. With it the customer pays exactly the amount. Null if the account has none for this amount.
 */
export function pickExactMethod(
  app: Needs<'edition' | 'connectors'>,
  standing: Standing,
  amount: number,
): ExactMethod | null {
  for (const method of usableMethods(app, standing, amount)) {
    const connection = findConnection(app.edition, standing, method)
    if (!connection) continue
    const { matches, traits } = app.connectors[connection.connector]
    if (matches !== 'reference' || !traits.makesCodes || !takesAmount(app.connectors, connection, amount)) continue
    if (method === 'qris_platform' && computeFee(amount, standing.platformFeeBps) !== 0) continue
    return { method, connection }
  }
  return null
}
