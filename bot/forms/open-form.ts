import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../../src/database/scope.ts'
import type { StoredForm } from './form-state.ts'

const OpenFormSchema = defineEntity({
  name: 'OpenForm',
  tableName: 'form',
  filters: byInstallation,
  indexes: [{ name: 'form_age', properties: ['updatedAt'] }],
  properties: {
    botId: p.bigint('number').primary(),
    personId: p.bigint('number').primary(),
    state: p.json<StoredForm>(),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})

/** The short conversation that a person is in. */
export class OpenForm extends OpenFormSchema.class {}
OpenFormSchema.setClass(OpenForm)
