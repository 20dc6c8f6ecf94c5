import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { RulePayment } from './entities.ts'

/**
 * Records that the owner found the money of a payment that a rule settled. A second call changes nothing. Refuses
 * `not_found`.
 */
export async function confirmPayment(
  app: Needs<'transaction' | 'now'>,
  { accountId, ...by }: MemberActor,
  rulePaymentId: number,
): Promise<void> {
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const paid = await tx.em.findOne(RulePayment, { id: rulePaymentId })
    if (!paid) throw notFound('payment of a rule')
    const confirmed = { confirmedAt: app.now(), confirmedBy: by.actor }
    const isFirst = await tx.em.nativeUpdate(RulePayment, { id: rulePaymentId, confirmedAt: null }, confirmed)
    if (isFirst === 0) return
    const detail = { invoice_id: paid.payment.invoiceId, amount: paid.amount }
    await recordAct(app, tx, { accountId, ...by, act: 'rule.confirmed', subject: `rule ${paid.rule.id}`, detail })
  })
}
