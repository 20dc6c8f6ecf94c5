import { defineEntity, p } from '@mikro-orm/core'

import { Account } from '../../accounts/account.ts'
import { byAccountAndMode, modes } from '../../database/scope.ts'

const PaymentDaySchema = defineEntity({
  name: 'PaymentDay',
  tableName: 'payment_day',
  filters: byAccountAndMode,
  properties: {
    account: () => p.manyToOne(Account).lazyRef().primary(),
    mode: p.enum(modes).primary(),
    /** In the installation's time zone at the time of folding. */
    day: p.date().primary(),
    paymentMethod: p.text().primary(),
    /** Empty for payments that are not paid. */
    paidVia: p.text().primary(),
    total: p.integer(),
    pending: p.integer(),
    paid: p.integer(),
    expired: p.integer(),
    cancelled: p.integer(),
    revenue: p.bigint('number'),
    uniqueCodes: p.bigint('number'),
  },
})

/** An account's payments that were created on one day, by method and by what they were paid through. */
export class PaymentDay extends PaymentDaySchema.class {}
PaymentDaySchema.setClass(PaymentDay)
