import type { EntityManager } from '@mikro-orm/postgresql'
import type { Mode } from '../database/scope.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Transfer } from './transfer.ts'
import { markResolved, type Resolution } from './transfer-moves.ts'

/** Returns a transfer of the fork's account, in this mode. Refuses `not_found`. */
export async function findReviewedTransfer(em: EntityManager, mode: Mode, transferId: number): Promise<Transfer> {
  const transfer = await em.findOne(Transfer, { id: transferId, connection: { mode } })
  if (!transfer) throw notFound('transfer')
  return transfer
}

/** review -> an outcome, once. Refuses `refused_transition` if it already has one. */
export async function resolveTransfer(app: Needs<'now'>, em: EntityManager, resolution: Resolution): Promise<void> {
  if (await markResolved(em, resolution, app.now())) return
  throw new Refusal('refused_transition', 'Somebody has already decided about this money')
}
