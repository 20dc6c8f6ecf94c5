import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../database/scope.ts'

const AttemptSchema = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  comment: 'How often something was tried in a window of time: signing in by a name, codes of a user.',
  filters: installationFilter,
  indexes: [{ name: 'attempt_over', properties: ['until'] }],
  properties: {
    key: p.text().comment('What is tried, by whom.').primary(),
    tries: p.integer().comment('How often since the window began.'),
    until: p.datetime().comment('When the window ends.'),
  },
})

export class Attempt extends AttemptSchema.class {}
AttemptSchema.setClass(Attempt)
