import { defineEntity, p } from '@mikro-orm/core'

import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountFilter } from '../database/scope.ts'

const DigitalFileSchema = defineEntity({
  name: 'DigitalFile',
  tableName: 'digital_file',
  comment: 'A file for sale.',
  filters: accountFilter,
  uniques: [{ properties: ['account', 'id'] }],
  indexes: [{ name: 'digital_file_content', properties: ['account', 'contentHash'] }],
  properties: {
    id: identity(),
    account: owner,
    originalName: p.text().check(charactersBetweenSql('original_name', 1, 255)),
    fileType: p.text().check(charactersBetweenSql('file_type', 3, 127)),
    fileSize: p.bigint('number').comment('The size in bytes.').check('file_size > 0'),
    contentHash: p.blob().comment('SHA-256 of the bytes.').$type<Buffer>(),
    storageKey: p
      .text()
      .comment("The name under which its bytes are stored, and the key of Telegram's file ids.")
      .unique(),
    isActive: p.boolean().default(true),
    downloadCount: p.bigint('number').comment('The number of downloads by payers.').default(0),
    createdAt: p.datetime(),
  },
})

export class DigitalFile extends DigitalFileSchema.class {}
DigitalFileSchema.setClass(DigitalFile)
