import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../database/scope.ts'

const SealKeySchema = defineEntity({
  name: 'SealKey',
  tableName: 'seal_key',
  comment: 'A key of the ring that seals secrets and hashes API keys, wrapped by SECRET_KEY.',
  filters: installationFilter,
  indexes: [
    {
      name: 'seal_key_one_rotation',
      expression: 'create unique index seal_key_one_rotation on seal_key ((true)) where resealed_at is null',
    },
  ],
  properties: {
    id: p.text().primary().check("id ~ '^[0-9a-f]{8}$'"),
    wrapped: p.text().comment('The key, wrapped by SECRET_KEY.'),
    createdAt: p.datetime().defaultRaw('now()'),
    activeFrom: p.datetime().comment('From then on it seals new values.'),
    /** The seconds since it came into use, by the database's clock; negative before that. */
    activeForS: p.float().formula('extract(epoch from now() - active_from)'),
    resealedAt: p.datetime().comment('Null while values that older keys sealed are being resealed.').strictNullable(),
  },
})

export class SealKey extends SealKeySchema.class {}
SealKeySchema.setClass(SealKey)
