import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const SaleMarkSchema = defineEntity({
  name: 'SaleMark',
  tableName: 'sale_mark',
  comment: 'An order that was placed, sold or returned, whose day must be recounted. Written by a trigger.',
  filters: accountAndModeFilter,
  properties: {
    id: identity(),
    account: () => owner().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    orderId: p.bigint('number'),
    customerId: p.bigint('number'),
    createdAt: p.datetime().comment('The time of the order, which determines its day.'),
  },
})

export class SaleMark extends SaleMarkSchema.class {}
SaleMarkSchema.setClass(SaleMark)
