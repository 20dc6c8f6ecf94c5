import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { type FormState, NotificationForm, NotificationRule } from './entities.ts'

export type QuestionAnswer = Extract<FormState, 'later' | 'no' | 'never'>

export const questionAnswers = ['no', 'later', 'never'] as const satisfies readonly QuestionAnswer[]

const laterMs = 86_400_000

/**
 * Stores the answer to the question about a form. It changes no rule: an active one stays active until it is withdrawn.
 * Refuses `not_found`.
 */
export async function answerForm(
  app: Needs<'transaction' | 'now'>,
  { accountId, ...by }: MemberActor,
  { formId, answer }: { formId: number; answer: QuestionAnswer },
): Promise<void> {
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const form = await tx.em.findOne(NotificationForm, { id: formId })
    if (!form) throw notFound('notification')
    if (form.state === answer && answer !== 'later') return
    if ((await tx.em.count(NotificationRule, { form: formId, endedAt: null })) > 0) return
    const now = app.now()
    const askAgainAt = answer === 'later' ? new Date(now.getTime() + laterMs) : null
    const answered = { state: answer, askAgainAt, answeredAt: now, answeredBy: by.actor }
    await tx.em.nativeUpdate(NotificationForm, { id: formId }, answered)
    const { packageName } = form
    const detail = { package: packageName, answer }
    await recordAct(app, tx, { accountId, ...by, act: 'rule.answered', subject: `notification form ${formId}`, detail })
  })
}
