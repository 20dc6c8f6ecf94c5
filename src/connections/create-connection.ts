import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import type { ProbedCredentials } from '../connectors/connector.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { type Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { addConnection, type NewConnection } from './add-connection.ts'
import { Connection, type ConnectionDetails } from './connection.ts'
import { checkCredentials } from './credentials.ts'
import { probeCredentials } from './probe-credentials.ts'

/**
 * Stores an account's access to a provider. If the connector can probe credentials, the provider must accept them
 * first; they are sealed and never shown again. Refuses `provider_unavailable`. Refuses `invalid_request` for an
 * unknown connector, malformed credentials, live ones that lead to the sandbox, money that a connection already reads,
 * or a method that another connection of this kind serves.
 */
export async function createConnection(
  app: Needs<'config' | 'em' | 'transaction' | 'seal' | 'connectors' | 'outbound' | 'now'>,
  input: NewConnection,
  by: Actor = commandActor,
): Promise<number> {
  const probed = await probeCredentials(app, input)
  const asked =
    probed === null ? input : { ...input, credentials: probed.credentials, details: makeDetails(probed, input) }
  try {
    return await app.transaction('installation', async tx => {
      const id = await addConnection(app, tx.em, asked)
      const { accountId, connector, mode } = asked
      if (probed?.account.provesCodes) await tx.em.nativeUpdate(Connection, { id }, { triedAt: app.now() })
      const subject = `connection ${id}`
      await recordAct(app, tx, { accountId, ...by, act: 'connection.added', subject, detail: { connector, mode } })
      return id
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw await refuseConnected(app, asked)
  }
}

function makeDetails({ account }: ProbedCredentials<unknown>, { details }: NewConnection): ConnectionDetails {
  const { holder, outletName, outletId } = account
  return { holder, outletName, outletId, ...details }
}

/** Names the conflicting connection if it belongs to the same account. */
async function refuseConnected(app: Needs<'config' | 'em' | 'connectors'>, input: NewConnection): Promise<Refusal> {
  const { connector, receivingAccount, method } = checkCredentials(app, input)
  const { accountKey = (text: string) => text } = app.connectors[connector]
  const own = await app
    .em({ accountId: input.accountId, mode: input.mode })
    .find(Connection, { connector, isActive: true }, { populate: ['receivingAccount'], orderBy: { id: 'asc' } })
  const key = accountKey(receivingAccount)
  const here =
    own.find(one => accountKey(one.receivingAccount.externalId) === key) ?? own.find(one => one.method === method)
  if (!here) return refuseField('connector', 'is connected already, by another account', 'connected_already')
  const { id, label } = here
  const account = here.receivingAccount.externalId
  const error = `is connected already: connection ${id}, ${label}, for ${account}`
  return refuseField('connector', error, { code: 'connected_here', label, account })
}
