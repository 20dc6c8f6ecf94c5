import { defineEntity, p } from '@mikro-orm/core'

import { charactersBetweenSql } from '../database/checks.ts'
import { installationFilter } from '../database/scope.ts'

const MethodMaintenanceSchema = defineEntity({
  name: 'MethodMaintenance',
  tableName: 'method_maintenance',
  comment: 'A payment method that the operator has disabled for all accounts.',
  filters: installationFilter,
  properties: {
    method: p.text().comment('A payment method id.').primary(),
    reason: p.text().check(charactersBetweenSql('reason', 1, 200)),
    since: p.datetime(),
  },
})

export class MethodMaintenance extends MethodMaintenanceSchema.class {}
MethodMaintenanceSchema.setClass(MethodMaintenance)
