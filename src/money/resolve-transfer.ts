import type { EntityManager } from '@mikro-orm/postgresql'
import type { Mode } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Transfer, type TransferState } from './transfer.ts'

interface Resolution {
  transferId: number
  state: Exclude<TransferState, 'review' | 'unsettled'>
  invoiceId: string | null
  note?: string | undefined
  actor: string
}

/** A transfer of the fork's account, in this mode. Refuses `not_found`. */
export async function findReviewed(em: EntityManager, mode: Mode, transferId: number): Promise<Transfer> {
  const transfer = await em.findOne(Transfer, { id: transferId, connection: { mode } })
  if (!transfer) throw new Refusal('not_found', 'There is no such transfer')
  return transfer
}

/** review -> an outcome, once. Refuses `refused_transition` where it has one. */
export async function resolveTransfer(
  app: Needs<'now'>,
  em: EntityManager,
  { transferId, state, invoiceId, note, actor }: Resolution,
): Promise<void> {
  const won = await em.nativeUpdate(
    Transfer,
    { id: transferId, state: 'review' },
    { state, payment: invoiceId, resolvedAt: app.now(), resolvedBy: actor, note: note ?? null },
  )
  if (won !== 1) throw new Refusal('refused_transition', 'Somebody has already decided about this money')
}
