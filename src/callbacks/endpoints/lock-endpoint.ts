import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import { notFound } from '../../lib/refusal.ts'
import { Endpoint } from './endpoint.ts'

/** An endpoint of the transaction's account and mode, locked. Refuses `not_found`. */
export async function lockEndpoint({ em }: Tx, endpointId: string): Promise<Endpoint> {
  const where = { id: endpointId, deletedAt: null }
  const found = await em.findOne(Endpoint, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!found) throw notFound('endpoint')
  return found
}
