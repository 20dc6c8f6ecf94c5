import { LockMode } from '@mikro-orm/core'
import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import { Connection } from '../connections/connection.ts'
import { checkCredentials, credentialsContext } from '../connections/credentials.ts'
import type { TaughtSentence } from '../connectors/taught-sentence.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

export interface NewSentence {
  connectionId: number
  lesson: TaughtSentence
}

/**
 * Adds a sentence to a connection, by which later notifications of the app are read. Refuses `not_found`, also for a
 * connection that reads no notifications, and `invalid_request` for a sentence that the connector refuses.
 */
export async function addSentence(
  app: Needs<'config' | 'transaction' | 'seal' | 'connectors' | 'now'>,
  accountId: number,
  { connectionId, lesson }: NewSentence,
  by: Acting = byCommand,
): Promise<void> {
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const own = { id: connectionId, removedAt: null }
    const connection = await tx.em.findOne(Connection, own, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const lessons = connection && app.connectors[connection.connector].lessons
    if (!connection?.sealedCredentials || !lessons) throw notFound('connection')
    const { connector, mode, sealedCredentials } = connection
    const context = credentialsContext(connectionId)
    const credentials = lessons.add(JSON.parse(app.seal.open(sealedCredentials, context)), lesson)
    const { parsed } = atSentence(() => checkCredentials(app, { connector, mode, credentials }))
    connection.sealedCredentials = app.seal.seal(JSON.stringify(parsed), context)
    await tx.em.flush()
    const { packageName, sentence } = lesson
    const detail = { package: packageName, sentence }
    await audit(app, tx, {
      accountId,
      ...by,
      act: 'connection.sentence',
      subject: `connection ${connectionId}`,
      detail,
    })
  })
}

// The other credentials were accepted when they came: only the sentence can be wrong.
function atSentence<Result>(check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw refuseField('sentence', error.message, 'malformed', { cause: error })
  }
}
