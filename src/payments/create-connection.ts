import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { addConnection, type NewConnection } from './add-connection.ts'

const uniqueViolation = '23505'

/**
 * Stores an account's access to a provider; the credentials are sealed and never shown again.
 * Refuses `invalid_request` for an unknown connector, credentials of a wrong shape, live ones that lead to the sandbox, or
 * money that somebody reads already.
 */
export async function createConnection(
  app: Needs<'config' | 'transaction' | 'seal' | 'connectors' | 'now'>,
  asked: NewConnection,
): Promise<number> {
  try {
    return await app.transaction('installation', ({ em }) => addConnection(app, em, asked))
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error
    throw refuseField('connector', 'is connected already, here or by another account')
  }
}
