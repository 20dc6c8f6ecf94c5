import { announce } from '../events/announce.ts'
import type { ConnectionHealth } from '../events/payloads.ts'
import type { Needs } from '../needs.ts'
import type { ConnectionRow, Failure } from './connection-call.ts'

type HealthNeeds = Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'wake'>

/**
 * Announces that a provider refuses the credentials of a connection, once until it works again: payments by it stay
 * pending, which nobody would notice. Failures of another kind mend themselves and are nobody's task.
 */
export async function noteFailure(app: HealthNeeds, row: ConnectionRow, { kind, sentence }: Failure): Promise<void> {
  // A merchant id that is not accepted says nothing about the contract that others charge under as well.
  if (kind !== 'unauthorized' || row.isFailing || row.merchantId) return
  await turn(app, row, 'connection.failing', sentence)
}

/** Announces that a connection which failed works again. */
export async function noteSuccess(app: HealthNeeds, row: ConnectionRow): Promise<void> {
  if (row.isFailing) await turn(app, row, 'connection.recovered', null)
}

async function turn(
  app: HealthNeeds,
  row: ConnectionRow,
  type: 'connection.failing' | 'connection.recovered',
  error: string | null,
): Promise<void> {
  const now = app.now()
  const hasTurned = await app.transaction('installation', async tx => {
    const values = error === null ? [row.connectionId] : [row.connectionId, now, error, row.sealedCredentials]
    const [health] = await tx.query<ConnectionHealth>(error === null ? recoveredSql : failingSql, values)
    if (!health) return false
    const subject = `connection ${row.connectionId} ${now.toISOString()}`
    await announce(app, tx, [{ accountId: row.connectionAccountId, type, subject, payload: health, createdAt: now }])
    return true
  })
  if (hasTurned) app.wake.notify('notices')
}

const healthColumns = `c.id as "connectionId", c.connector, c.label, a.display_name as "accountName", c.failing_error as error`

// Only what these very credentials were told: they may have been replaced while the provider was asked.
const failingSql = `
  update connection c set failing_since = $2, failing_error = $3 from account a
  where c.id = $1 and a.id = c.account_id and c.failing_since is null and c.sealed_credentials = $4 returning ${healthColumns}`

const recoveredSql = `
  update connection c set failing_since = null, failing_error = null from account a
  where c.id = $1 and a.id = c.account_id and c.failing_since is not null returning ${healthColumns}`
