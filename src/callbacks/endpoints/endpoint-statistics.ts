import type { Needs } from '../../needs.ts'
import { countAttempts } from './endpoint-statistics-sql.ts'
import { type EndpointOwner, findEndpoint } from './list-endpoints.ts'

export interface EndpointStatistics {
  endpointId: string
  /** Attempts that were taken, and that were not. */
  delivered: number
  failed: number
  /**
   * Milliseconds that the receiver took for half, and for 99 of 100, of those that it took; null where there were
   * none.
   */
  p50: number | null
  p99: number | null
}

/** How an endpoint answered between two moments. Refuses `not_found`. */
export async function endpointStatistics(
  app: Needs<'em' | 'slowly'>,
  owner: EndpointOwner,
  { endpointId, from, to }: { endpointId: string; from: Date; to: Date },
): Promise<EndpointStatistics> {
  await findEndpoint(app, owner, endpointId)
  const [counted] = await app.slowly(({ sql }) => sql.query(countAttempts, { endpointId, from, to }))
  return { endpointId, ...counted! }
}
