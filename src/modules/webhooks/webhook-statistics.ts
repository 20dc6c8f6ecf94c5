import { raw } from '@mikro-orm/core'
import type { Needs } from '../../needs.ts'
import { findWebhook, type WebhookOwner } from './list-webhooks.ts'
import { WebhookAttempt } from './webhook-attempt.ts'

export interface WebhookStatistics {
  endpointId: string
  /** The number of accepted attempts, and of failed ones. */
  delivered: number
  failed: number
  /**
   * The milliseconds within which the receiver answered half, and 99 %, of the deliveries that it accepted; null
   * without any.
   */
  p50: number | null
  p99: number | null
}

const taken = 't.status between 200 and 299'

/** Returns how a webhook answered between two moments. Refuses `not_found`. */
export async function readWebhookStatistics(
  app: Needs<'em' | 'slowly'>,
  owner: WebhookOwner,
  { endpointId, from, to }: { endpointId: string; from: Date; to: Date },
): Promise<WebhookStatistics> {
  await findWebhook(app, owner, endpointId)
  const tried = { attemptedAt: { $gte: from, $lt: to } }
  // Each attempt sets the next due time to at least its own time: no other deliveries were attempted since then.
  const due = { nextAt: { $gte: from } }
  const [counted] = await app.slowly(
    ({ em }) =>
      em(owner)
        .qb(WebhookAttempt, 't')
        .select([
          raw(`count(*) filter (where ${taken})::integer as delivered`),
          raw(`count(*) filter (where (${taken}) is not true)::integer as failed`),
          raw(`percentile_disc(0.5) within group (order by t.duration_ms) filter (where ${taken}) as p50`),
          raw(`percentile_disc(0.99) within group (order by t.duration_ms) filter (where ${taken}) as p99`),
        ])
        .where({ ...tried, delivery: { endpoint: endpointId, ...due } })
        .execute<Omit<WebhookStatistics, 'endpointId'>[]>('all'),
    owner,
  )
  return { endpointId, ...counted! }
}
