import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { ApiRequest } from './api-request.ts'

export interface WhichRequests {
  keyId?: number | undefined
  /** Only what was refused. */
  failed?: boolean | undefined
  /** For the next page: older than this one. */
  beforeId?: number | undefined
}

const pageMax = 100

/**
 * Lists the requests of an account's keys in one mode, newest first, a hundred at a time, as far back as they are
 * stored.
 */
export async function listRequests(
  app: Needs<'em'>,
  { accountId, mode }: { accountId: number; mode: Mode },
  { keyId, failed, beforeId }: WhichRequests = {},
): Promise<ApiRequest[]> {
  return app.em({ accountId, mode }).find(
    ApiRequest,
    {
      ...(keyId === undefined ? {} : { apiKeyId: keyId }),
      ...(failed ? { status: { $gte: 400 } } : {}),
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
    },
    { orderBy: { id: 'desc' }, limit: pageMax },
  )
}
