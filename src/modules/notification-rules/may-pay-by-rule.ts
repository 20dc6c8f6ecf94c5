import { LockMode, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../../database/transaction.ts'
import type { RuledMoney } from '../../money/settle-together.ts'
import type { Needs } from '../../needs.ts'
import { NotificationForm, NotificationRule, RulePayment } from './entities.ts'

/** The most that a new rule may settle with one payment, and in one day, in whole rupiah. */
export const newRulePaymentMax = 500_000
export const newRuleDayMax = 2_000_000
/** The number of a rule's payments that the owner has to confirm before its limits end. */
export const confirmationsNeeded = 5

/**
 * Decides whether a rule may settle a payment, and records it. A new rule settles small amounts up to a daily limit;
 * versions of one rule share it. The lock of the form's row serialises concurrent payments.
 */
export async function mayPayByRule(
  app: Needs<'now' | 'calendar'>,
  { em }: Tx,
  { ruleId, receivingAccountId, reference, amount, invoiceId }: RuledMoney,
): Promise<boolean> {
  const named = await em.findOne(NotificationRule, { id: ruleId }, { filters: { caller: false } })
  if (!named) return false
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, filters: { caller: false }, refresh: true }
  const form = await em.findOneOrFail(NotificationForm, { id: named.form.id }, lock)
  // Read after the form is locked, because it may have been withdrawn in the meantime.
  const rule = await em.findOne(
    NotificationRule,
    { id: ruleId, endedAt: null },
    { filters: { caller: false }, refresh: true },
  )
  if (!rule) return false
  const day = app.calendar.formatDay(app.now())
  if (!(await isTrusted(em, rule.id))) {
    if (amount > newRulePaymentMax || (await sumOfDay(em, form.id, day)) + amount > newRuleDayMax) return false
  }
  await em.insert(RulePayment, {
    account: rule.account.id,
    form: form.id,
    rule: rule.id,
    receivingAccount: receivingAccountId,
    reference,
    payment: invoiceId,
    amount,
    day,
    paidAt: app.now(),
    confirmedAt: null,
    confirmedBy: null,
  })
  return true
}

/** Returns whether the owner has confirmed enough payments of a rule. */
async function isTrusted(em: EntityManager, rule: number): Promise<boolean> {
  const confirmed = { rule, confirmedAt: { $ne: null } }
  return (await em.count(RulePayment, confirmed, { filters: { caller: false } })) >= confirmationsNeeded
}

async function sumOfDay(em: EntityManager, form: number, day: string): Promise<number> {
  const [row] = await em
    .qb(RulePayment)
    .select(raw('coalesce(sum(amount), 0)::float8 as sum'))
    .where({ form, day })
    .execute<{ sum: number }[]>()
  return row!.sum
}
