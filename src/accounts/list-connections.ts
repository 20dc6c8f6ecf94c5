import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'

export interface ListedConnection {
  id: number
  connector: string
  mode: Mode
  label: string
  /** Whether it serves new payments. One that is off is read on while money for open payments can come by it. */
  isActive: boolean
  createdAt: Date
  /** Since when the provider refuses its credentials; null while it works. */
  failingSince: Date | null
  lastError: string | null
}

/** The connections of an account in both modes, those in use first; removed ones are not among them. */
export async function listConnections(app: Needs<'sql'>, accountId: number): Promise<ListedConnection[]> {
  return app.sql.query<ListedConnection>(
    `select c.id, c.connector, c.mode, c.label, c.is_active as "isActive", c.created_at as "createdAt",
       c.failing_since as "failingSince", coalesce(c.failing_error, r.last_error) as "lastError"
     from connection c left join reading r on r.connection_id = c.id
     where c.account_id = $1 and c.removed_at is null order by c.is_active desc, c.id`,
    [accountId],
  )
}
