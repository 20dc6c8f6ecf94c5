import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Connection } from '../../connections/connection.ts'
import { ReceivingAccount } from '../../connections/receiving-account.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { UnreadRow } from '../../money/unread/unread-row.ts'
import { Payment } from '../../payments/payment.ts'

const formStates = ['open', 'later', 'yes', 'no', 'never'] as const
export type FormState = (typeof formStates)[number]

const NotificationFormSchema = defineEntity({
  name: 'NotificationForm',
  tableName: 'notification_form',
  comment: 'A pattern of unreadable notifications, about which the merchant is asked once.',
  filters: accountFilter,
  uniques: [{ name: 'notification_form_once', properties: ['connection', 'formHash'] }],
  indexes: [{ name: 'notification_form_newest', properties: ['account', 'lastSeenAt'] }],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    formHash: p.text().comment('A keyed hash of its app, its words and its placeholders.'),
    packageName: p.text(),
    sealedForm: p.text().comment('Its title and text with placeholders, sealed.'),
    state: p.enum(formStates).comment("The merchant's answer; open until there is one."),
    isAsked: p.boolean().comment('Whether the merchant is also asked in the chat, not only on the dashboard.'),
    times: p.integer().comment('The number of notifications with this pattern.'),
    firstSeenAt: p.datetime(),
    lastSeenAt: p.datetime(),
    askAgainAt: p
      .datetime()
      .comment('The time after which the question may be repeated; null unless it was postponed.')
      .strictNullable(),
    answeredAt: p.datetime().strictNullable(),
    answeredBy: p.text().comment('user 12, chat 4711.').strictNullable(),
  },
})

/** A form of unreadable notifications. Creating or using a rule for it locks its row. */
export class NotificationForm extends NotificationFormSchema.class {
  declare state: FormState
}
NotificationFormSchema.setClass(NotificationForm)

const FormExampleSchema = defineEntity({
  name: 'FormExample',
  tableName: 'notification_form_example',
  comment: 'An unread notification with a pattern, as long as it is stored.',
  filters: accountFilter,
  indexes: [
    { name: 'notification_form_example_of_form', properties: ['form'] },
    { name: 'notification_form_example_unread', properties: ['form'], where: 'reread_at is null' },
  ],
  properties: {
    unread: () => p.manyToOne(UnreadRow).lazyRef().filters({ caller: false }).primary().deleteRule('cascade'),
    account: owner,
    form: () => p.manyToOne(NotificationForm).lazyRef().filters({ caller: false }),
    rereadAt: p.datetime().comment('When a rule that was created later read it again.').strictNullable(),
  },
})

/** An unread notification of a form, as long as it is stored. */
export class FormExample extends FormExampleSchema.class {}
FormExampleSchema.setClass(FormExample)

const NotificationRuleSchema = defineEntity({
  name: 'NotificationRule',
  tableName: 'notification_rule',
  comment: 'A version of a rule that reads notifications of one pattern as incoming money.',
  filters: accountFilter,
  uniques: [
    { name: 'notification_rule_version', properties: ['form', 'version'] },
    { name: 'notification_rule_in_force', properties: ['form'], where: 'ended_at is null' },
  ],
  indexes: [{ name: 'notification_rule_of_connection', properties: ['connection'], where: 'ended_at is null' }],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    form: () => p.manyToOne(NotificationForm).lazyRef().filters({ caller: false }),
    version: p.integer(),
    packageName: p.text(),
    title: p.text().comment('The title with placeholders; empty if there is none.'),
    sentence: p.text().comment('The text with placeholders.'),
    madeAt: p.datetime(),
    madeBy: p.text().comment('user 12, chat 4711.'),
    endedAt: p.datetime().comment('When it was withdrawn or replaced by another version.').strictNullable(),
    endedBy: p.text().strictNullable(),
  },
})

/** A version of a rule. At most one per form is active. */
export class NotificationRule extends NotificationRuleSchema.class {}
NotificationRuleSchema.setClass(NotificationRule)

const RulePaymentSchema = defineEntity({
  name: 'RulePayment',
  tableName: 'notification_rule_payment',
  comment: 'A payment that a rule settled, written in the transaction that settled it.',
  filters: accountFilter,
  uniques: [{ name: 'notification_rule_payment_once', properties: ['receivingAccount', 'reference'] }],
  indexes: [
    { name: 'notification_rule_payment_of_day', properties: ['form', 'day'] },
    { name: 'notification_rule_payment_of_rule', properties: ['rule'] },
  ],
  properties: {
    id: identity(),
    account: owner,
    form: () => p.manyToOne(NotificationForm).lazyRef().filters({ caller: false }),
    rule: () => p.manyToOne(NotificationRule).lazyRef().filters({ caller: false }),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    reference: p.text().comment('The reference of the transfer.'),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').filters({ caller: false }),
    amount: p.bigint('number').comment('Whole rupiah.'),
    day: p.text().comment("The shop's day on which it was settled, YYYY-MM-DD."),
    paidAt: p.datetime(),
    confirmedAt: p.datetime().comment('When the owner confirmed that the money arrived.').strictNullable(),
    confirmedBy: p.text().strictNullable(),
  },
})

/** A payment that a rule settled. */
export class RulePayment extends RulePaymentSchema.class {}
RulePaymentSchema.setClass(RulePayment)
