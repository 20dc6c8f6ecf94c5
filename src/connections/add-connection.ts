import type { EntityManager } from '@mikro-orm/postgresql'
import type { WindowChange } from '../connectors/window.ts'
import type { Needs } from '../needs.ts'
import { changeWindow } from './change-window.ts'
import { Connection, type ConnectionDetails } from './connection.ts'
import { type CredentialsInput, checkCredentials, credentialsContext } from './credentials.ts'
import { Reading } from './reading.ts'
import { ReceivingAccount } from './receiving-account.ts'

export interface NewConnection extends CredentialsInput {
  accountId: number
  label: string
  /** The limits that the installation sets instead of the connector's. */
  window?: WindowChange
  /** The account's own static code, as `checkOwnCode` returns it. */
  staticQris?: string | null | undefined
  details?: ConnectionDetails | undefined
  /** Whether it is read from now on; true by default. */
  isActive?: boolean | undefined
}

/**
 * Stores an account's access to a provider, in a running transaction of the installation. Refuses `invalid_request` for
 * an unknown connector, malformed credentials, and live ones that lead to the sandbox.
 */
export async function addConnection(
  app: Needs<'config' | 'seal' | 'connectors' | 'now'>,
  em: EntityManager,
  input: NewConnection,
): Promise<number> {
  const checked = checkCredentials(app, input)
  const { connector } = checked
  const { mode, accountId } = input
  const receiving = await storeReceiving(app, em, {
    connector,
    mode,
    externalId: checked.receivingAccount,
    ownerId: app.connectors[connector].provesAccount ? 0 : accountId,
  })
  const watermark = await findWatermark(app, em, receiving)
  const connection = em.create(Connection, {
    account: accountId,
    connector,
    mode,
    receivingAccount: receiving,
    label: input.label,
    sealedCredentials: '',
    windowOverrides: changeWindow({}, checked.window, input.window ?? {}),
    method: checked.method,
    staticQris: input.staticQris ?? null,
    details: { ...(checked.merchantId === null ? {} : { mid: checked.merchantId }), ...input.details },
    isExact: app.connectors[connector].traits.makesCodes,
    isActive: input.isActive ?? true,
    removedAt: null,
    silentSince: null,
    failingSince: null,
    failingKind: null,
    failingError: null,
    createdAt: app.now(),
  })
  await em.flush()
  const { id } = connection
  connection.sealedCredentials = app.seal.seal(JSON.stringify(checked.parsed), credentialsContext(id))
  em.create(Reading, {
    connection,
    watermark,
    reportedAt: null,
    lastErrorKind: null,
    lastError: null,
    leaseToken: null,
    leaseHolder: null,
  })
  await em.flush()
  return id
}

/** Returns the stored account in any of its spellings, preferring one in use; otherwise stores it. */
async function storeReceiving(
  { connectors }: Needs<'connectors'>,
  em: EntityManager,
  { externalId, ...owned }: Pick<ReceivingAccount, 'connector' | 'mode' | 'externalId' | 'ownerId'>,
): Promise<ReceivingAccount> {
  const { accountKey } = connectors[owned.connector]
  const stored = accountKey ? await em.find(ReceivingAccount, owned, { orderBy: { id: 'asc' } }) : []
  const spellings = stored.filter(one => accountKey!(one.externalId) === accountKey!(externalId))
  const inUse = spellings.length > 1 && (await em.findOne(Connection, { receivingAccount: spellings, isActive: true }))
  const known = spellings.find(({ id }) => inUse && id === inUse.receivingAccount.id) ?? spellings[0]
  return known ?? em.upsert(ReceivingAccount, { ...owned, externalId })
}

// If this money was read before, reading continues from there: a token is replaced because reading had failed.
async function findWatermark(app: Needs<'now'>, em: EntityManager, receiving: ReceivingAccount): Promise<Date> {
  const before = { connection: { receivingAccount: receiving } }
  const last = await em.findOne(Reading, before, { orderBy: { watermark: 'desc' } })
  return last?.watermark ?? app.now()
}
