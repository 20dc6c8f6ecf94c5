import type { Mode } from '../accounts/entities.ts'
import type { Needs } from '../needs.ts'

export interface CallbackLogEntry {
  invoiceId: string
  url: string
  state: string
  attempts: number
  /** HTTP status of the last answer; null when none came. */
  status: number | null
  error: string | null
  attemptedAt: Date
  durationMs: number
}

const kept = 20

/** The last 20 callback attempts of an account, newest first (spec 6, 8). */
export async function callbackLog(
  app: Needs<'sql'>,
  owner: { accountId: number; mode: Mode },
): Promise<CallbackLogEntry[]> {
  return app.sql.query<CallbackLogEntry>(
    `select d.invoice_id as "invoiceId", d.url, d.state, t.number as attempts, t.status, t.error,
       t.attempted_at as "attemptedAt", t.duration_ms as "durationMs"
     from delivery_attempt t join delivery d on d.id = t.delivery_id
     where t.account_id = $1 and d.mode = $2
     order by t.attempted_at desc, t.delivery_id desc limit $3`,
    [owner.accountId, owner.mode, kept],
  )
}
