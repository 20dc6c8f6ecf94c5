import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const PaymentHourSchema = defineEntity({
  name: 'PaymentHour',
  tableName: 'payment_hour',
  comment:
    "An account's payments that were created within one hour. Written by a trigger on payment_delta as it is folded.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    hour: p.datetime().comment('When it begins: a whole hour of UTC.').primary(),
    total: p.integer(),
    paid: p.integer(),
    revenue: p.bigint('number').comment('Whole rupiah: what came for payments that are paid.'),
  },
})

export class PaymentHour extends PaymentHourSchema.class {}
PaymentHourSchema.setClass(PaymentHour)
