import type { Needs } from '../needs.ts'

export interface CallbackEndpoint {
  origin: string
  /** The first failure after the last success. */
  failingSince: Date
  /** Until then its breaker holds callbacks back; null when it is closed. */
  blockedUntil: Date | null
  /** Since then callbacks are kept and not sent. */
  disabledAt: Date | null
}

/** The origins of an account where callbacks fail now. */
export async function listEndpoints(app: Needs<'sql' | 'now'>, accountId: number): Promise<CallbackEndpoint[]> {
  return app.sql.query<CallbackEndpoint>(
    `select origin, failing_since as "failingSince", case when blocked_until > $2 then blocked_until end as "blockedUntil",
       disabled_at as "disabledAt"
     from callback_endpoint where account_id = $1 and failing_since is not null order by origin`,
    [accountId, app.now()],
  )
}
