import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../../database/scope.ts'
import { User } from '../user.ts'

const BackupCodeSchema = defineEntity({
  name: 'BackupCode',
  tableName: 'backup_code',
  filters: byInstallation,
  properties: {
    user: () => p.manyToOne(User).lazyRef().primary(),
    codeHash: p.blob().$type<Buffer>().primary(),
    usedAt: p.datetime().strictNullable(),
  },
})

/** One of ten backup codes of a user. Each works once. */
export class BackupCode extends BackupCodeSchema.class {}
BackupCodeSchema.setClass(BackupCode)
