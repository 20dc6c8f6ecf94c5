import { LockMode, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { changeWindow } from '../connections/change-window.ts'
import { Connection } from '../connections/connection.ts'
import { ConnectionToken } from '../connections/connection-token.ts'
import { checkCredentials, credentialsContext } from '../connections/credentials.ts'
import { probeCredentials } from '../connections/probe-credentials.ts'
import { Reading } from '../connections/reading.ts'
import { ReceivingAccount } from '../connections/receiving-account.ts'
import type { WindowChange } from '../connectors/window.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'

export interface NewCredentials {
  connectionId: number
  credentials: unknown
  /** The limits that the bridge promised with these credentials. */
  window?: WindowChange
  /**
   * Whether they come from a form, which lacks or omits fields in the connector's `keeps`; these are copied from the
   * old credentials.
   */
  isFromForm?: boolean
}

/** Credentials as they are stored, and whether the provider's answer proved that they can create codes. */
interface ProbedCredentials extends NewCredentials {
  provesCodes?: boolean
}

/**
 * Gives a connection new credentials for the same money, such as a new token after the old one was revoked. The method,
 * heartbeats and limits that they imply change as well, and the connection is read immediately. Refuses `not_found`.
 * Refuses `invalid_request` for malformed credentials, for those of another receiving account, and for a method that
 * another connection serves.
 */
export async function replaceCredentials(
  app: Needs<'config' | 'em' | 'transaction' | 'seal' | 'connectors' | 'outbound' | 'now'>,
  accountId: number,
  input: NewCredentials,
  by: Actor = commandActor,
): Promise<void> {
  const { connectionId } = input
  const own = { id: connectionId, account: accountId, removedAt: null }
  const given = await completeInput(app, own, input)
  try {
    await app.transaction('installation', async tx => {
      const connection = await tx.em.findOne(Connection, own, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!connection) throw notFound('connection')
      await renewConnection(app, tx.em, connection, given)
      const subject = `connection ${connectionId}`
      await recordAct(app, tx, { accountId, ...by, act: 'connection.credentials', subject })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refuseField(
      'credentials.method',
      'is served by another connection: switch that one off first',
      'another_in_place',
    )
  }
}

/** Returns the input with credentials completed by their provider, which requires a request outside of transactions. */
async function completeInput(
  app: Needs<'config' | 'em' | 'seal' | 'connectors' | 'outbound' | 'now'>,
  own: { id: number; account: number; removedAt: null },
  input: NewCredentials,
): Promise<ProbedCredentials> {
  const connection = await app.em('installation').findOne(Connection, own)
  if (!connection || !app.connectors[connection.connector].probe) return input
  const { connector, mode } = connection
  const credentials = completeCredentials(app, connection, input)
  const completed = await probeCredentials(app, { accountId: own.account, connector, mode, credentials })
  const provesCodes = completed!.account.provesCodes ?? false
  return { ...input, credentials: completed!.credentials, isFromForm: false, provesCodes }
}

function completeCredentials(
  app: Needs<'seal' | 'connectors'>,
  connection: Connection,
  { credentials, isFromForm }: Pick<NewCredentials, 'credentials' | 'isFromForm'>,
): unknown {
  return isFromForm ? { ...keptCredentials(app, connection), ...(credentials as object) } : credentials
}

async function renewConnection(
  app: Needs<'config' | 'seal' | 'connectors' | 'now'>,
  em: EntityManager,
  connection: Connection,
  { window = {}, ...given }: ProbedCredentials,
): Promise<void> {
  const { id, connector, mode } = connection
  const credentials = completeCredentials(app, connection, given)
  const checked = checkCredentials(app, { connector, mode, credentials })
  const { externalId } = await em.findOneOrFail(ReceivingAccount, { id: connection.receivingAccount.id })
  const { accountKey = (text: string) => text } = app.connectors[connector]
  if (accountKey(checked.receivingAccount) !== accountKey(externalId)) {
    throw refuseField(
      'credentials',
      'belong to another receiving account: add them as a connection of their own',
      'conflicting',
    )
  }
  connection.sealedCredentials = app.seal.seal(JSON.stringify(checked.parsed), credentialsContext(id))
  connection.method = checked.method
  connection.triedAt = given.provesCodes ? app.now() : null
  connection.windowOverrides = changeWindow(connection.windowOverrides, checked.window, window)
  await em.flush()
  await em.nativeDelete(ConnectionToken, { connection: id })
  await em.nativeUpdate(Reading, { connection: id }, { dueAt: raw<Date>('now()'), failures: 0 })
  // A code that must not be polled is checked early only if its last check failed.
  const due = { connection: id, isClosed: false, $or: [{ isAskedRarely: false }, { failures: { $gt: 0 } }] }
  await updateInOrder({ em }, Charge, due, { askAt: raw<Date>('now()'), failures: 0 })
  // If money may now be reported later than before, previous complete readings become incomplete.
  const lagS = connection.windowOverrides.lagS ?? app.connectors[connector].window.lagS
  const complete = new Date(app.now().getTime() - lagS * 1000)
  await em.nativeUpdate(Reading, { connection: id, watermark: { $gt: complete } }, { watermark: complete })
}

/** Returns the parts of the stored credentials that a form may leave out, such as a merchant's own sentences. */
function keptCredentials(app: Needs<'seal' | 'connectors'>, { id, connector, sealedCredentials }: Connection): object {
  const keeps = app.connectors[connector].keeps ?? []
  if (keeps.length === 0) return {}
  const stored: Record<string, unknown> = JSON.parse(app.seal.open(sealedCredentials, credentialsContext(id)))
  return Object.fromEntries(Object.entries(stored).filter(([name]) => keeps.includes(name)))
}
