import type { Window } from '../connectors/connector.ts'
import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import { leadsTo } from '../lib/this-machine.ts'
import type { Needs } from '../needs.ts'
import type { ConnectionDetails } from './connection.ts'

export interface NewConnection {
  accountId: number
  connector: string
  mode: Mode
  label: string
  credentials: unknown
  /** Where the installation knows better than the connector how long things last. */
  window?: Partial<Window>
  /** The account's own static code, as `checkOwnCode` returns it. */
  staticQris?: string | null | undefined
  details?: ConnectionDetails | undefined
}

/**
 * Stores an account's access to a provider; the credentials are sealed and never shown again.
 * Refuses `invalid_request` for an unknown connector, credentials of a wrong shape, live ones that lead to the sandbox, or
 * money that somebody reads already.
 */
export async function createConnection(
  app: Needs<'config' | 'sql' | 'transaction' | 'seal' | 'connectors' | 'now'>,
  asked: NewConnection,
): Promise<number> {
  const { parsed, receivingAccount, window, method } = checkCredentials(app, asked)
  return app.transaction('installation', async tx => {
    const receiving = await tx.query<{ id: number }>(
      `insert into receiving_account (connector, mode, external_id) values ($1, $2, $3)
       on conflict (connector, mode, external_id) do update set external_id = excluded.external_id
       returning id`,
      [asked.connector, asked.mode, receivingAccount],
    )
    const made = await tx.query<{ id: number }>(
      `insert into connection (account_id, connector, mode, receiving_account_id, label, sealed_credentials, window_overrides, created_at,
         method, static_qris, details)
       values ($1, $2, $3, $4, $5, '', $6, $7, $8, $9, $10) on conflict do nothing returning id`,
      [
        asked.accountId,
        asked.connector,
        asked.mode,
        receiving[0]!.id,
        asked.label,
        JSON.stringify({ ...window, ...asked.window }),
        app.now(),
        method,
        asked.staticQris ?? null,
        JSON.stringify(asked.details ?? {}),
      ],
    )
    const id = made[0]?.id
    if (id === undefined) throw refuseField('connector', 'is connected already, here or by another account')
    await tx.write('update connection set sealed_credentials = $2 where id = $1', [
      id,
      app.seal.seal(JSON.stringify(parsed), credentialsContext(id)),
    ])
    // Where the money was read before, nothing is skipped: a token is replaced because reading had failed.
    await tx.write(
      `insert into reading (connection_id, watermark)
       select $1, coalesce(max(r.watermark), $2) from reading r join connection c on c.id = r.connection_id
       where c.receiving_account_id = $3`,
      [id, app.now(), receiving[0]!.id],
    )
    return id
  })
}

/** Credentials as their connector means them, and whose money they open. Refuses `invalid_request`. */
export function checkCredentials(
  app: Needs<'config' | 'connectors'>,
  { connector: id, mode, credentials }: Pick<NewConnection, 'connector' | 'mode' | 'credentials'>,
): { parsed: unknown; receivingAccount: string; window: Partial<Window>; method: string } {
  const connector = Object.hasOwn(app.connectors, id) ? app.connectors[id] : undefined
  if (!connector) throw refuseField('connector', `is one of ${Object.keys(app.connectors).join(', ')}`)
  const parsed = connector.credentials.safeParse(credentials)
  if (parsed.success) {
    if (mode === 'live') refuseOwnDoors(app, parsed.data)
    return {
      parsed: parsed.data,
      receivingAccount: connector.receivingAccount(parsed.data),
      window: connector.windowOf?.(parsed.data) ?? {},
      method: connector.methodOf?.(parsed.data) ?? '',
    }
  }
  const issue = parsed.error.issues[0]!
  throw refuseField(['credentials', ...issue.path].join('.'), issue.message)
}

// Money of the sandbox is anybody's: it must not pay for what is really sold.
function refuseOwnDoors({ config }: Needs<'config'>, credentials: unknown): void {
  const { base_url } = credentials as { base_url?: unknown }
  if (typeof base_url === 'string' && URL.canParse(base_url) && leadsTo(new URL(base_url), config.ownAddresses)) {
    throw refuseField('credentials.base_url', 'leads back to this installation, whose sandbox serves test mode only')
  }
}

/** What the seal of a connection's credentials is bound to: a sealed text moved to another row does not open. */
export function credentialsContext(connectionId: number): string {
  return `connection|credentials|${connectionId}`
}
