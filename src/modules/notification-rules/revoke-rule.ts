import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { NotificationForm, NotificationRule } from './entities.ts'

/**
 * Withdraws a rule, which reads nothing from then on. Its payments stay paid and are listed for a person. A second call
 * changes nothing. Refuses `not_found`.
 */
export async function revokeRule(
  app: Needs<'transaction' | 'now'>,
  { accountId, ...by }: MemberActor,
  ruleId: number,
): Promise<void> {
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const rule = await tx.em.findOne(NotificationRule, { id: ruleId })
    if (!rule) throw notFound('rule')
    const now = app.now()
    const ended = await tx.em.nativeUpdate(
      NotificationRule,
      { id: ruleId, endedAt: null },
      { endedAt: now, endedBy: by.actor },
    )
    if (ended === 0) return
    const answered = { state: 'open' as const, answeredAt: now, answeredBy: by.actor }
    await tx.em.nativeUpdate(NotificationForm, { id: rule.form.id }, answered)
    const detail = { package: rule.packageName, version: rule.version }
    await recordAct(app, tx, { accountId, ...by, act: 'rule.taken_back', subject: `rule ${ruleId}`, detail })
  })
}
