import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../../accounts/account.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'

const StatisticsFillSchema = defineEntity({
  name: 'StatisticsFill',
  tableName: 'statistics_fill',
  comment: "How far back an older account's statistics are counted. No row: all of them are.",
  filters: accountAndModeFilter,
  properties: {
    account: () => owner().primary(),
    mode: p.enum(modes).primary(),
    since: p.datetime().comment('Everything created from this time on is counted.'),
  },
})

export class StatisticsFill extends StatisticsFillSchema.class {}
StatisticsFillSchema.setClass(StatisticsFill)
