import { Account } from '../accounts/account.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { Connection, type FailureKind } from './connection.ts'

type HealthNeeds = Needs<'em' | 'transaction' | 'now' | 'reactions'>

const silentMsMax = 600_000

interface AskedFor {
  /** The merchant id used, if it is not the connection's own. */
  merchantId?: string | null
  /** Checks whether the provider answers at all, if the request concerned a single code. */
  answers?: () => Promise<boolean>
}

/**
 * Announces that a connection fails, once until it works again. This happens immediately if its provider refuses the
 * credentials or its phone stopped reporting, because payments would stay pending unnoticed. Otherwise it happens after
 * ten minutes without an answer, because shorter outages end on their own. A failure that concerns a single code does
 * not count.
 */
export async function recordFailure(
  app: HealthNeeds,
  connection: Connection,
  { kind, sentence }: { kind: FailureKind; sentence: string },
  { merchantId = null, answers }: AskedFor = {},
): Promise<void> {
  const { id, silentSince } = connection
  if (connection.failingSince !== null) return
  // A rejected merchant id says nothing about the contract, under which others charge as well.
  const isCertain = kind === 'silent' || (kind === 'unauthorized' && merchantId === null)
  if (isCertain) await turnHealth(app, connection, { since: app.now(), kind, error: sentence })
  if (kind !== 'unreachable') return
  if (silentSince === null) {
    await app.em('installation').nativeUpdate(Connection, { id, silentSince: null }, { silentSince: app.now() })
  } else if (app.now().getTime() - silentSince.getTime() >= silentMsMax) {
    if (await answers?.()) return recordSuccess(app, connection)
    await turnHealth(app, connection, { since: silentSince, kind, error: sentence })
  }
}

/** Ends a silence, and announces that a failing connection works again. */
export async function recordSuccess(app: HealthNeeds, connection: Connection): Promise<void> {
  const { id, failingSince, silentSince } = connection
  if (failingSince !== null) await turnHealth(app, connection, null)
  else if (silentSince !== null) await app.em('installation').nativeUpdate(Connection, { id }, { silentSince: null })
}

/** Records since when and why the connection fails, or that it works. */
async function turnHealth(
  app: HealthNeeds,
  connection: Connection,
  failure: { since: Date; kind: FailureKind; error: string } | null,
): Promise<void> {
  const { id, connector, label, mode, sealedCredentials } = connection
  const now = app.now()
  const error = failure?.error ?? null
  await app.transaction('installation', async tx => {
    // Counts only if the same credentials are still stored: they may have been replaced during the request.
    const won =
      failure === null
        ? await tx.em.nativeUpdate(Connection, { id, failingSince: { $ne: null }, sealedCredentials }, healthy)
        : await tx.em.nativeUpdate(
            Connection,
            { id, failingSince: null, sealedCredentials },
            { failingSince: failure.since, failingKind: failure.kind, failingError: error },
          )
    if (won === 0) return
    const account = await tx.em.findOneOrFail(Account, connection.account.id)
    await announceFacts(app, tx, [
      {
        accountId: account.id,
        type: error === null ? 'connection.recovered' : 'connection.failing',
        subject: `connection ${id} ${now.toISOString()}`,
        payload: {
          connectionId: id,
          connector,
          label,
          accountName: account.displayName,
          mode,
          reason: failure?.kind ?? null,
          error,
        },
        createdAt: now,
      },
    ])
  })
}

const healthy = { silentSince: null, failingSince: null, failingKind: null, failingError: null }
