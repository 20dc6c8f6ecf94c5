import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../database/scope.ts'

const AttemptSchema = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  filters: byInstallation,
  indexes: [{ name: 'attempt_over', properties: ['until'] }],
  properties: {
    key: p.text().primary(),
    tries: p.integer(),
    until: p.datetime(),
  },
})

/** How often something was tried in a window of time: signing in by a name, codes of a user. */
export class Attempt extends AttemptSchema.class {}
AttemptSchema.setClass(Attempt)
