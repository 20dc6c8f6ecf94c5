import { LockMode } from '@mikro-orm/core'
import { recordAct } from '../accounts/audit.ts'
import type { Mode } from '../database/scope.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { findReviewedTransfer, resolveTransfer } from './resolve-transfer.ts'

export interface Dismissal {
  transferId: number
  /** `refunded`: the merchant returned it, outside this service. `ignored`: it belongs to no payment. */
  as: 'refunded' | 'ignored'
  note?: string | undefined
  actor: string
}

/**
 * Ends the review of money that settles nothing, because it was returned or does not concern this shop. A second call
 * changes nothing. Refuses `not_found`, and `refused_transition` if the review has another outcome.
 */
export async function dismissTransfer(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  owner: { accountId: number; mode: Mode },
  { transferId, as, note, actor }: Dismissal,
): Promise<void> {
  await app.transaction(owner, async tx => {
    const { accountId } = owner
    const transfer = await findReviewedTransfer(tx.em, owner.mode, transferId)
    // Another press of the same button may have decided in the meantime.
    await tx.em.refresh(transfer, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (transfer.state === as) return
    const invoiceId = transfer.payment?.invoiceId ?? null
    await resolveTransfer(app, tx.em, { transferId, state: as, invoiceId, note, actor })
    const subject = `transfer ${transferId}`
    const about = { mode: owner.mode, transferId, invoiceId, amount: transfer.amount }
    const payload = { ...about, outcome: as, by: actor, note: note ?? null }
    await announceFacts(app, tx, [{ accountId, type: 'transfer.reviewed', subject, payload, createdAt: app.now() }])
    await recordAct(app, tx, {
      accountId,
      actor,
      act: `transfer.${as}`,
      subject,
      detail: { amount: transfer.amount, ...(note === undefined ? {} : { note }) },
    })
  })
}
