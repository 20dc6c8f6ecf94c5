import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from './scope.ts'

const SchemaVersionSchema = defineEntity({
  name: 'SchemaVersion',
  tableName: 'schema_version',
  comment: 'Which version of the product this schema is: one row, written by who migrates (migrate.ts).',
  filters: installationFilter,
  checks: [{ name: 'schema_version_is_one', expression: 'is_only' }],
  properties: {
    isOnly: p.boolean().primary().default(true),
    version: p.text(),
    livesWith: p.text(),
    migratedAt: p.datetime().defaultRaw('now()'),
  },
})

export class SchemaVersion extends SchemaVersionSchema.class {}
SchemaVersionSchema.setClass(SchemaVersion)
