import type { EntityManager } from '@mikro-orm/postgresql'
import type { Connection } from '../../connections/connection.ts'
import { Transfer } from '../../money/transfer.ts'
import type { Needs } from '../../needs.ts'
import type { Charge } from '../../payments/charge.ts'
import type { Payment } from '../../payments/payment.ts'

/** The code that was paid, and the connection whose provider can refund it. */
export interface RefundSender {
  charge: Charge & { providerInvoiceId: string; requestDate: Date; payableUntil: Date }
  connection: Connection
}

/** Returns the code by which a payment was paid if its provider can refund it; null otherwise. */
export async function findSender(
  { connectors }: Needs<'connectors'>,
  em: EntityManager,
  { invoiceId }: Pick<Payment, 'invoiceId'>,
): Promise<RefundSender | null> {
  const transfer = await em.findOne(
    Transfer,
    { payment: invoiceId, state: 'settled', charge: { $ne: null } },
    { populate: ['charge.connection'], orderBy: { id: 'asc' } },
  )
  const charge = transfer?.charge
  if (!charge || charge.providerInvoiceId === null) return null
  const connection = charge.connection
  const isUsable = connection.isActive && connection.removedAt === null
  if (!isUsable || !connectors[connection.connector].refund) return null
  return { charge: charge as unknown as RefundSender['charge'], connection: connection as unknown as Connection }
}
