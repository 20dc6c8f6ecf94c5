import { createHash } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { TaughtSentence } from '../../connectors/taught-sentence.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { NotificationForm, NotificationRule } from './entities.ts'
import { examineForm } from './examine-form.ts'
import { type RereadNeeds, rereadForm } from './reread-form.ts'

/**
 * Creates a rule from a form, and reads its unread notifications again. Repeated and concurrent calls create one rule;
 * another sentence of the same form is a new version. `seen` is the fingerprint of the sentence that the person saw.
 *
 * Refuses `not_found`, and `refused_transition` if no rule may be created from it, or only from a different sentence
 * than the displayed one.
 */
export async function makeRule(
  app: RereadNeeds,
  { accountId, ...by }: MemberActor,
  { formId, seen }: { formId: number; seen: string },
): Promise<number> {
  const { rule } = await examineForm(app, { accountId }, formId)
  const made = await findMadeRule(app, accountId, { formId, seen })
  if (made !== null) {
    await rereadForm(app, formId)
    return made
  }
  if (!rule?.drawn.lesson || rule.drawn.refused !== null || rule.isContradicted) {
    throw new Refusal('refused_transition', 'No rule can be made of this notification')
  }
  const { lesson } = rule.drawn
  if (fingerprintSentence(lesson) !== seen) {
    throw new Refusal('refused_transition', 'Another notification of this form came in the meantime: look again')
  }
  const ruleId = await app.transaction({ accountId, mode: 'both' }, async tx => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
    const form = await tx.em.findOneOrFail(NotificationForm, { id: formId }, lock)
    const versions = await tx.em.find(NotificationRule, { form: formId }, { orderBy: { version: 'desc' } })
    const current = versions.find(({ endedAt }) => endedAt === null)
    if (current && fingerprintSentence(current) === seen) return current.id
    const now = app.now()
    if (current) {
      await tx.em.nativeUpdate(NotificationRule, { id: current.id }, { endedAt: now, endedBy: by.actor })
    }
    const version = (versions[0]?.version ?? 0) + 1
    const id = await tx.em.insert(NotificationRule, {
      account: accountId,
      connection: form.connection.id,
      form: formId,
      version,
      packageName: lesson.packageName,
      title: lesson.title,
      sentence: lesson.sentence,
      madeAt: now,
      madeBy: by.actor,
      endedAt: null,
      endedBy: null,
    })
    const answered = { state: 'yes' as const, askAgainAt: null, answeredAt: now, answeredBy: by.actor }
    await tx.em.nativeUpdate(NotificationForm, { id: formId }, answered)
    const detail = { package: lesson.packageName, version, sentence: formatSentence(lesson) }
    await recordAct(app, tx, { accountId, ...by, act: 'rule.made', subject: `rule ${id}`, detail })
    return Number(id)
  })
  await rereadForm(app, formId)
  return ruleId
}

/**
 * Returns the active rule that an earlier press created from the same sentence. It is looked up after the form was
 * examined, because the reread notifications are then gone, and a sentence can no longer be derived.
 */
async function findMadeRule(
  app: Needs<'em'>,
  accountId: number,
  { formId, seen }: { formId: number; seen: string },
): Promise<number | null> {
  const em = app.em({ accountId, mode: 'both' })
  const rules = await em.find(NotificationRule, { form: formId, endedAt: null })
  return rules.find(rule => fingerprintSentence(rule) === seen)?.id ?? null
}

/** Returns a sentence with its title, as a person sees and confirms it. */
export function formatSentence({ title, sentence }: Pick<TaughtSentence, 'title' | 'sentence'>): string {
  return title === '' ? sentence : `${title}\n${sentence}`
}

/** Returns an id of a sentence for a button: it is not secret, because the sentence is derived again. */
export function fingerprintSentence(lesson: Pick<TaughtSentence, 'title' | 'sentence'>): string {
  return createHash('sha256').update(formatSentence(lesson)).digest('base64url').slice(0, 20)
}
