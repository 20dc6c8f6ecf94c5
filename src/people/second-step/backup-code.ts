import { defineEntity, p } from '@mikro-orm/core'
import { installationFilter } from '../../database/scope.ts'
import { User } from '../user.ts'

const BackupCodeSchema = defineEntity({
  name: 'BackupCode',
  tableName: 'backup_code',
  comment: 'One of ten backup codes of a user. Each works once.',
  filters: installationFilter,
  properties: {
    user: () => p.manyToOne(User).lazyRef().primary(),
    codeHash: p.blob().comment('A hash of the code.').$type<Buffer>().primary(),
    usedAt: p.datetime().strictNullable(),
  },
})

export class BackupCode extends BackupCodeSchema.class {}
BackupCodeSchema.setClass(BackupCode)
