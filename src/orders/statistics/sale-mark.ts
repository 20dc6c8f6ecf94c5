import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const SaleMarkSchema = defineEntity({
  name: 'SaleMark',
  tableName: 'sale_mark',
  comment:
    'An order that was placed, sold or taken back: the totals of its day are counted anew. Written by a trigger.',
  filters: accountAndModeFilter,
  properties: {
    id: identity(),
    account: () => owner().createForeignKeyConstraint(false),
    mode: p.enum(modes),
    orderId: p.bigint('number'),
    customerId: p.bigint('number'),
    createdAt: p.datetime().comment('When the order was placed: the day that it counts for.'),
  },
})

export class SaleMark extends SaleMarkSchema.class {}
SaleMarkSchema.setClass(SaleMark)
