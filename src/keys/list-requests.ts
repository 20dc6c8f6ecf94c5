import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { ApiRequest } from './api-request.ts'

export interface RequestFilter {
  keyId?: number | undefined
  /** Return only refused requests. */
  failed?: boolean | undefined
  /** Return only requests older than this one, for the next page. */
  beforeId?: number | undefined
}

const pageMax = 100

/** Returns the stored requests of an account's keys in one mode, newest first, a hundred at a time. */
export async function listRequests(
  app: Needs<'em'>,
  { accountId, mode }: { accountId: number; mode: Mode },
  { keyId, failed, beforeId }: RequestFilter = {},
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
