import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../database/scope.ts'

const LivingProcessSchema = defineEntity({
  name: 'LivingProcess',
  tableName: 'process',
  comment: 'A process that says that it lives, so that what it leased is freed when it no longer does.',
  filters: installationFilter,
  properties: {
    holder: p.text().comment('The name under which it takes leases.').primary(),
    beatenAt: p.datetime().comment('When it said last that it lives.'),
    steadySince: p.datetime(),
    version: p.text().comment('Of the product. Null for a process of 1.0.0, which does not say so.').strictNullable(),
  },
})

export class LivingProcess extends LivingProcessSchema.class {}
LivingProcessSchema.setClass(LivingProcess)
