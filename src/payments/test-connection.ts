import type { ProviderAccount } from '../connectors/connector.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { type ConnectionRow, connectionColumns, describeFailure, openLine } from './connection-call.ts'

export type ConnectionTest =
  | { works: true; account: ProviderAccount }
  | { works: false; kind: string; sentence: string }
  /** Its provider has no question for that. */
  | { works: null }

/** Asks the provider whose account a connection opens. Refuses `not_found`. */
export async function testConnection(
  app: Needs<'sql' | 'em' | 'seal' | 'connectors' | 'outbound'>,
  accountId: number,
  connectionId: number,
): Promise<ConnectionTest> {
  const [row] = await app.sql.query<ConnectionRow>(
    `select ${connectionColumns} from connection c where c.id = $2 and c.account_id = $1 and c.removed_at is null`,
    [accountId, connectionId],
  )
  if (!row) throw new Refusal('not_found', 'There is no such connection')
  const line = openLine(app, row)
  if (!line.connector.check) return { works: null }
  try {
    return { works: true, account: await line.connector.check(line.call) }
  } catch (error) {
    return { works: false, ...describeFailure(line, error) }
  }
}
