import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../database/scope.ts'

const LivingProcessSchema = defineEntity({
  name: 'LivingProcess',
  tableName: 'process',
  filters: byInstallation,
  properties: {
    holder: p.text().primary(),
    beatenAt: p.datetime(),
    steadySince: p.datetime(),
  },
})

/** A process that says that it lives, so that what it leased is freed when it no longer does. */
export class LivingProcess extends LivingProcessSchema.class {}
LivingProcessSchema.setClass(LivingProcess)
