import type { Mode } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Endpoint } from './endpoint.ts'

export type EndpointOwner = { accountId: number; mode: Mode }

/** An endpoint as its merchant sees it: without its secret, and of a chat's address only the host. */
export type ListedEndpoint = Pick<
  Endpoint,
  | 'id'
  | 'mode'
  | 'format'
  | 'language'
  | 'shownAddress'
  | 'description'
  | 'types'
  | 'publicKey'
  | 'sequence'
  | 'disabledAt'
  | 'disabledReason'
  | 'disabledBy'
  | 'failingSince'
  | 'blockedUntil'
  | 'createdAt'
>

/** The endpoints of an account in one mode, oldest first. */
export async function listEndpoints(app: Needs<'em'>, owner: EndpointOwner): Promise<Endpoint[]> {
  return app.em(owner).find(Endpoint, { deletedAt: null }, { orderBy: { createdAt: 'asc', id: 'asc' } })
}

/**
 * Returns an endpoint. Refuses `not_found` with the same message for an unknown endpoint and for one of another
 * account.
 */
export async function findEndpoint(app: Needs<'em'>, owner: EndpointOwner, endpointId: string): Promise<Endpoint> {
  const found = await app.em(owner).findOne(Endpoint, { id: endpointId, deletedAt: null })
  if (!found) throw notFound('endpoint')
  return found
}
