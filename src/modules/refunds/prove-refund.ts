import { type Actor, recordAct } from '../../accounts/audit.ts'
import { lockPaidPayment } from '../../books/book-refund.ts'
import { Refund } from '../../books/refund.ts'
import type { AccountScope } from '../../database/scope.ts'
import { dropPicture, storePicture } from '../../goods/store-picture.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'

type ProveNeeds = Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>

/**
 * Stores a picture that proves a refund, replacing an earlier one. Refuses `not_found`, `refused_transition` for a row
 * that returned no money, and as `storePicture` does.
 */
export async function proveRefund(
  app: ProveNeeds,
  { accountId, mode }: Required<AccountScope>,
  { invoiceId, key, picture }: { invoiceId: string; key: string; picture: Buffer },
  by: Actor,
): Promise<void> {
  const proof = await storePicture(app, { accountId, kind: 'refund_proof' }, { name: 'refund.jpg', bytes: picture })
  try {
    const earlier = await app.transaction({ accountId, mode }, async tx => {
      await lockPaidPayment(tx, invoiceId)
      const refund = await tx.em.findOne(Refund, { payment: invoiceId, key }, { refresh: true })
      if (!refund) throw notFound('refund')
      if (refund.amount < 0 || refund.state === 'failed') {
        throw new Refusal('refused_transition', 'No money was returned by it: there is nothing to prove')
      }
      const replaced = refund.proof
      refund.proof = proof
      await tx.em.flush()
      await recordAct(app, tx, { accountId, ...by, act: 'refund.proved', subject: invoiceId })
      return replaced
    })
    if (earlier !== null) await dropPicture(app, accountId, earlier)
  } catch (error) {
    await dropPicture(app, accountId, proof)
    throw error
  }
}
