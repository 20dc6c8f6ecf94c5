import { LockMode, raw } from '@mikro-orm/core'
import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import { Connection } from '../accounts/connection.ts'
import { checkCredentials, credentialsContext } from '../accounts/credentials.ts'
import { ReceivingAccount } from '../accounts/receiving-account.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Charge } from './charge.ts'
import { Reading } from './reading.ts'

/**
 * Gives a connection new credentials for the same money, such as a token after the old one was revoked, and makes it due at once. Refuses
 * `not_found`, and `invalid_request` for a wrong shape or for credentials of another receiving account.
 */
export async function replaceCredentials(
  app: Needs<'config' | 'transaction' | 'seal' | 'connectors' | 'now'>,
  accountId: number,
  { connectionId, credentials }: { connectionId: number; credentials: unknown },
  by: Acting = byCommand,
): Promise<void> {
  await app.transaction('installation', async tx => {
    const { em } = tx
    const own = { id: connectionId, account: accountId, removedAt: null }
    const connection = await em.findOne(Connection, own, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!connection) throw new Refusal('not_found', 'There is no such connection')
    const { parsed, receivingAccount } = checkCredentials(app, {
      connector: connection.connector,
      mode: connection.mode,
      credentials,
    })
    const { externalId } = await em.findOneOrFail(ReceivingAccount, { id: connection.receivingAccount.id })
    if (receivingAccount !== externalId) {
      throw refuseField('credentials', 'belong to another receiving account: add them as a connection of their own')
    }
    connection.sealedCredentials = app.seal.seal(JSON.stringify(parsed), credentialsContext(connectionId))
    await em.flush()
    const ofConnection = { connection: connectionId }
    await em.nativeUpdate(Reading, ofConnection, { dueAt: raw<Date>('now()'), failures: 0 })
    await em.nativeUpdate(Charge, { ...ofConnection, isClosed: false }, { askAt: raw<Date>('now()'), failures: 0 })
    const subject = `connection ${connectionId}`
    await audit(app, tx, { accountId, ...by, act: 'connection.credentials', subject })
  })
}
