import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import { Payment, paymentStatuses } from '../payment.ts'

// Columns that change when a payment is paid are indexed here. With an index of them on `payment`, each such update
// would write to every index of it.
const PaymentStateSchema = defineEntity({
  name: 'PaymentState',
  tableName: 'payment_state',
  comment: 'The columns of a payment by which its state is looked up. Written by triggers on payment.',
  filters: accountAndModeFilter,
  indexes: [
    { name: 'payment_state_due', properties: ['expiresAt'], where: "status = 'pending'" },
    {
      name: 'payment_state_paid_via',
      properties: ['account', 'mode', 'paidVia', 'createdAt', 'payment'],
      where: "status = 'paid'",
    },
    { name: 'payment_state_newest_paid', properties: ['account', 'mode', 'paidAt'], where: "status = 'paid'" },
    // For searches by what a person reads on a receipt.
    {
      name: 'payment_state_of_reff_num',
      expression:
        'create index payment_state_of_reff_num on payment_state (account_id, mode, paid_reff_num text_pattern_ops) ' +
        'where paid_reff_num is not null',
    },
    {
      name: 'payment_state_of_payer',
      expression:
        'create index payment_state_of_payer on payment_state (account_id, mode, lower(payer_name) text_pattern_ops) ' +
        'where payer_name is not null',
    },
  ],
  properties: {
    account: () => owner().primary().createForeignKeyConstraint(false),
    mode: p.enum(modes).primary(),
    status: p.enum(paymentStatuses).comment('As in payment.').primary(),
    createdAt: p.datetime().primary(),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id').primary().createForeignKeyConstraint(false),
    paymentMethod: p.text(),
    expiresAt: p.datetime(),
    paidAt: p.datetime().strictNullable(),
    paidVia: p.text().strictNullable(),
    paidReffNum: p.text().strictNullable(),
    payerName: p.text().strictNullable(),
  },
})

/** The state of a payment, as lists and searches look it up. The payment itself is the truth. */
export class PaymentState extends PaymentStateSchema.class {}
PaymentStateSchema.setClass(PaymentState)
