import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from './scope.ts'

const SchemaVersionSchema = defineEntity({
  name: 'SchemaVersion',
  tableName: 'schema_version',
  comment: 'The version of the product that last migrated this schema: one row.',
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
