import { Account } from '../accounts/account.ts'
import { Connection } from '../accounts/connection.ts'
import { announce } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import type { Failure } from './connection-call.ts'

type HealthNeeds = Needs<'transaction' | 'now' | 'reactions' | 'wake'>

/**
 * Announces that a provider refuses the credentials of a connection, once until it works again: payments by it stay
 * pending, which nobody would notice. Failures of another kind mend themselves and are nobody's task.
 */
export async function noteFailure(
  app: HealthNeeds,
  connection: Connection,
  { kind, sentence }: Failure,
  merchantId: string | null = null,
): Promise<void> {
  // A merchant id that is not accepted says nothing about the contract that others charge under as well.
  if (kind !== 'unauthorized' || merchantId !== null || connection.failingSince !== null) return
  await turn(app, connection, sentence)
}

/** Announces that a connection which failed works again. */
export async function noteSuccess(app: HealthNeeds, connection: Connection): Promise<void> {
  if (connection.failingSince !== null) await turn(app, connection, null)
}

async function turn(app: HealthNeeds, connection: Connection, error: string | null): Promise<void> {
  const { id, connector, label, sealedCredentials } = connection
  const now = app.now()
  const hasTurned = await app.transaction('installation', async tx => {
    // Only what these very credentials were told: they may have been replaced while the provider was asked.
    const won =
      error === null
        ? await tx.em.nativeUpdate(Connection, { id, failingSince: { $ne: null } }, healthy)
        : await tx.em.nativeUpdate(
            Connection,
            { id, failingSince: null, sealedCredentials },
            { failingSince: now, failingError: error },
          )
    if (won === 0) return false
    const account = await tx.em.findOneOrFail(Account, connection.account.id)
    await announce(app, tx, [
      {
        accountId: account.id,
        type: error === null ? 'connection.recovered' : 'connection.failing',
        subject: `connection ${id} ${now.toISOString()}`,
        payload: { connectionId: id, connector, label, accountName: account.displayName, error },
        createdAt: now,
      },
    ])
    return true
  })
  if (hasTurned) app.wake.notify('notices')
}

const healthy = { failingSince: null, failingError: null }
