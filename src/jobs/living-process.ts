import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../database/scope.ts'

const LivingProcessSchema = defineEntity({
  name: 'LivingProcess',
  tableName: 'process',
  comment: 'A running process with a heartbeat, so that its leases are released once it dies.',
  filters: installationFilter,
  properties: {
    holder: p.text().comment('The name under which it takes leases.').primary(),
    beatenAt: p.datetime().comment('The time of its last heartbeat.'),
    steadySince: p.datetime(),
    version: p
      .text()
      .comment('The version of the product. Null for a process of 1.0.0, which does not report it.')
      .strictNullable(),
  },
})

export class LivingProcess extends LivingProcessSchema.class {}
LivingProcessSchema.setClass(LivingProcess)
