import type { Mode } from '../database/scope.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCredentials, credentialsContext } from './create-connection.ts'

/**
 * Gives a connection new credentials for the same money, such as a token after the old one was revoked, and has it asked
 * at once. Refuses `not_found`, and `invalid_request` for a wrong shape or for credentials of another receiving account.
 */
export async function replaceCredentials(
  app: Needs<'config' | 'sql' | 'transaction' | 'seal' | 'connectors'>,
  accountId: number,
  { connectionId, credentials }: { connectionId: number; credentials: unknown },
): Promise<void> {
  await app.transaction({ accountId }, async tx => {
    const [found] = await tx.query<{ connector: string; mode: Mode; externalId: string }>(
      `select c.connector, c.mode, r.external_id as "externalId"
       from connection c join receiving_account r on r.id = c.receiving_account_id
       where c.id = $2 and c.account_id = $1 and c.removed_at is null for update of c`,
      [accountId, connectionId],
    )
    if (!found) throw new Refusal('not_found', 'There is no such connection')
    const { parsed, receivingAccount } = checkCredentials(app, { ...found, credentials })
    if (receivingAccount !== found.externalId) {
      throw refuseField('credentials', 'belong to another receiving account: add them as a connection of their own')
    }
    await tx.write('update connection set sealed_credentials = $2 where id = $1', [
      connectionId,
      app.seal.seal(JSON.stringify(parsed), credentialsContext(connectionId)),
    ])
    await tx.write('update reading set due_at = now(), failures = 0 where connection_id = $1', [connectionId])
    await tx.write('update charge set ask_at = now(), failures = 0 where connection_id = $1 and not is_closed', [
      connectionId,
    ])
  })
}
