import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const PaymentDaySchema = defineEntity({
  name: 'PaymentDay',
  tableName: 'payment_day',
  comment: "An account's payments created on one day, by method and by the method used to pay.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    day: p.date().comment("In the installation's time zone at the time of folding.").primary(),
    paymentMethod: p.text().primary(),
    paidVia: p.text().comment('Empty for payments that are not paid.').primary(),
    total: p.integer(),
    pending: p.integer(),
    paid: p.integer(),
    expired: p.integer(),
    cancelled: p.integer(),
    revenue: p.bigint('number').comment('Whole rupiah: the money received for paid payments.'),
    uniqueCodes: p.bigint('number').comment('Whole rupiah: the unique codes of paid payments.'),
  },
})

export class PaymentDay extends PaymentDaySchema.class {}
PaymentDaySchema.setClass(PaymentDay)
