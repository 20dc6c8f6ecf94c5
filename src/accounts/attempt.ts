import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../database/scope.ts'

const AttemptSchema = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  comment: "Counts attempts in a time window, such as sign-ins by a name or a user's codes.",
  filters: installationFilter,
  indexes: [{ name: 'attempt_over', properties: ['until'] }],
  properties: {
    key: p.text().comment('The kind of attempt, and who makes it.').primary(),
    tries: p.integer().comment('The number of attempts since the window began.'),
    until: p.datetime().comment('When the window ends.'),
  },
})

export class Attempt extends AttemptSchema.class {}
AttemptSchema.setClass(Attempt)
