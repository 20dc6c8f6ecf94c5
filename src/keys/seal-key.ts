import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../database/scope.ts'

const SealKeySchema = defineEntity({
  name: 'SealKey',
  tableName: 'seal_key',
  filters: byInstallation,
  indexes: [
    {
      name: 'seal_key_one_rotation',
      expression: 'create unique index seal_key_one_rotation on seal_key ((true)) where resealed_at is null',
    },
  ],
  properties: {
    id: p.text().primary().check("id ~ '^[0-9a-f]{8}$'"),
    wrapped: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    activeFrom: p.datetime(),
    /** Seconds since it is in use by the database's clock; negative for one whose time has not come. */
    activeForS: p.float().formula('extract(epoch from now() - active_from)'),
    /** Null while what older keys sealed is being sealed anew. */
    resealedAt: p.datetime().strictNullable(),
  },
})

/** One key of the ring that seals secrets and hashes API keys, itself wrapped by `SECRET_KEY`. */
export class SealKey extends SealKeySchema.class {}
SealKeySchema.setClass(SealKey)
