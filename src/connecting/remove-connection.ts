import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { Connection } from '../connections/connection.ts'
import { ConnectionToken } from '../connections/connection-token.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { Hold } from '../payments/hold.ts'

/**
 * Removes a connection permanently and deletes its credentials; its money stays in the books. Refuses `not_found`, and
 * `refused_transition` while open payments wait for money that only this connection can see.
 */
export async function removeConnection(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  connectionId: number,
  by: Actor = commandActor,
): Promise<void> {
  await app.transaction('installation', async tx => {
    const { em } = tx
    const own = { id: connectionId, account: accountId, removedAt: null }
    const connection = await em.findOne(Connection, own, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!connection) throw notFound('connection')
    const waiting = await countWaiting(em, connection)
    if (waiting > 0) {
      throw new Refusal(
        'refused_transition',
        `${waiting} open payments wait for money by this connection: switch it off, and remove it when they have ended`,
      )
    }
    Object.assign(connection, { isActive: false, removedAt: app.now(), sealedCredentials: '' })
    await em.nativeDelete(ConnectionToken, { connection: connectionId })
    await recordAct(app, tx, { accountId, ...by, act: 'connection.removed', subject: `connection ${connectionId}` })
  })
}

async function countWaiting(em: EntityManager, connection: Connection): Promise<number> {
  const pending = { payment: { status: 'pending' as const } }
  const charges = await em.find(Charge, { ...pending, connection })
  const { receivingAccount } = connection
  const others = await em.count(Connection, { receivingAccount, isActive: true, id: { $ne: connection.id } })
  const holds = others > 0 ? [] : await em.find(Hold, { ...pending, receivingAccount: receivingAccount.id })
  return new Set([...charges, ...holds].map(({ payment }) => payment.invoiceId)).size
}
