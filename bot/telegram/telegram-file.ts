import { defineEntity, p } from '@mikro-orm/core'

import { atMostSql } from '../../src/database/checks.ts'
import { installationFilter } from '../../src/database/scope.ts'
import { Bot } from '../../src/notices/bot.ts'

const TelegramFileSchema = defineEntity({
  name: 'TelegramFile',
  tableName: 'telegram_file',
  comment: 'What Telegram calls a file that a bot sent before, so that it is not sent twice.',
  filters: installationFilter,
  properties: {
    bot: () => p.manyToOne(Bot).lazyRef().primary(),
    key: p.text().primary().check(atMostSql('key', 200)),
    fileId: p.text().comment("Telegram's own name for the file, good for this bot alone."),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

export class TelegramFile extends TelegramFileSchema.class {}
TelegramFileSchema.setClass(TelegramFile)
