import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const StatisticsFillSchema = defineEntity({
  name: 'StatisticsFill',
  tableName: 'statistics_fill',
  comment:
    'How far back the totals by hour and of sales are counted, of an account that is older than they. ' +
    'No row: all of them are.',
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    since: p.datetime().comment('Everything that was created from here on is in the totals.'),
  },
})

export class StatisticsFill extends StatisticsFillSchema.class {}
StatisticsFillSchema.setClass(StatisticsFill)
