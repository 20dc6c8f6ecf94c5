import { type Loaded, raw } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { FormExample, NotificationForm, NotificationRule, RulePayment } from './entities.ts'
import { confirmationsNeeded } from './may-pay-by-rule.ts'
import { openForm } from './sealed-form.ts'

export interface ListedForm {
  form: Loaded<NotificationForm, 'connection'>
  /** Its text with placeholders, shortened. */
  words: string
}

export interface ListedRule {
  rule: Loaded<NotificationRule, 'connection'>
  paid: number
  confirmed: number
}

const shownMax = 50

/** Lists the forms of an account that have no rule yet, newest first, and its rules. */
export async function listRules(
  app: Needs<'em' | 'seal'>,
  { accountId }: AccountScope,
): Promise<{ forms: ListedForm[]; rules: ListedRule[] }> {
  const em = app.em({ accountId, mode: 'both' })
  const forms = await em.find(
    NotificationForm,
    { state: { $ne: 'yes' } },
    { populate: ['connection'], orderBy: { lastSeenAt: 'desc' }, limit: shownMax },
  )
  const rules = await em.find(
    NotificationRule,
    { endedAt: null },
    { populate: ['connection'], orderBy: { id: 'desc' }, limit: shownMax },
  )
  const counts = await em
    .qb(RulePayment)
    .select(['rule', raw('count(*)::int as paid'), raw('count(confirmed_at)::int as confirmed')])
    .where({ rule: rules.map(({ id }) => id) })
    .groupBy('rule')
    .execute<{ rule: string; paid: number; confirmed: number }[]>()
  const ofRule = new Map(counts.map(({ rule, paid, confirmed }) => [Number(rule), { paid, confirmed }]))
  return {
    forms: forms.map(form => ({ form, words: formWords(app, form) })),
    rules: rules.map(rule => ({ rule, ...(ofRule.get(rule.id) ?? { paid: 0, confirmed: 0 }) })),
  }
}

function formWords({ seal }: Needs<'seal'>, form: NotificationForm): string {
  const { title, sentence } = openForm(seal, form)
  return title === '' ? sentence : `${title}: ${sentence}`
}

export interface FoundRule {
  rule: Loaded<NotificationRule, 'connection'>
  /** All its versions, newest first. */
  versions: NotificationRule[]
  /** The payments that any version settled, newest first. */
  paid: RulePayment[]
  /** The number of confirmed payments still required to lift its limits; 0 without limits. */
  lacks: number
}

const paidMax = 200

/** Finds a rule with its versions and the payments that they settled. Refuses `not_found`. */
export async function findRule(app: Needs<'em'>, { accountId }: AccountScope, ruleId: number): Promise<FoundRule> {
  const em = app.em({ accountId, mode: 'both' })
  const rule = await em.findOne(NotificationRule, { id: ruleId }, { populate: ['connection'] })
  if (!rule) throw notFound('rule')
  const versions = await em.find(NotificationRule, { form: rule.form.id }, { orderBy: { version: 'desc' } })
  const paid = await em.find(RulePayment, { form: rule.form.id }, { orderBy: { id: 'desc' }, limit: paidMax })
  const confirmed = await em.count(RulePayment, { rule: ruleId, confirmedAt: { $ne: null } })
  return { rule, versions, paid, lacks: Math.max(0, confirmationsNeeded - confirmed) }
}

/** Returns the form of an unread notification, from which a rule can be created; null if it has none. */
export async function findFormOfUnread(app: Needs<'em'>, accountId: number, unreadId: number): Promise<number | null> {
  const example = await app.em({ accountId, mode: 'both' }).findOne(FormExample, { unread: unreadId })
  return example?.form.id ?? null
}
