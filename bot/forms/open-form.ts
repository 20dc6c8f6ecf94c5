import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../../src/database/scope.ts'
import type { StoredForm } from './form-state.ts'

const OpenFormSchema = defineEntity({
  name: 'OpenForm',
  tableName: 'form',
  comment: 'The short conversation that a person is in.',
  filters: installationFilter,
  indexes: [{ name: 'form_age', properties: ['updatedAt'] }],
  properties: {
    botId: p.bigint('number').primary(),
    personId: p.bigint('number').comment("Telegram's id of the person.").primary(),
    state: p.json<StoredForm>().comment('The current step of the conversation, and what was typed so far.'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})

export class OpenForm extends OpenFormSchema.class {}
OpenFormSchema.setClass(OpenForm)
