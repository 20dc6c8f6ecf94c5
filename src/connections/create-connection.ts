import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { addConnection, type NewConnection } from './add-connection.ts'

/**
 * Stores an account's access to a provider; the credentials are sealed and never shown again. Refuses `invalid_request`
 * for an unknown connector, credentials of a wrong shape, live ones that lead to the sandbox, or money that somebody
 * reads already.
 */
export async function createConnection(
  app: Needs<'config' | 'transaction' | 'seal' | 'connectors' | 'now'>,
  asked: NewConnection,
  by: Acting = byCommand,
): Promise<number> {
  try {
    return await app.transaction('installation', async tx => {
      const id = await addConnection(app, tx.em, asked)
      const { accountId, connector, mode } = asked
      const subject = `connection ${id}`
      await audit(app, tx, { accountId, ...by, act: 'connection.added', subject, detail: { connector, mode } })
      return id
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refuseField('connector', 'is connected already, here or by another account', 'connected_already')
  }
}
