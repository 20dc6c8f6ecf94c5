import { defineEntity, p } from '@mikro-orm/core'

import { atMostSql } from '../../src/database/checks.ts'
import { installationFilter } from '../../src/database/scope.ts'
import { Bot } from '../../src/notices/bot.ts'

const TelegramFileSchema = defineEntity({
  name: 'TelegramFile',
  tableName: 'telegram_file',
  comment: "Telegram's id of a file that a bot has sent, so that it is not uploaded twice.",
  filters: installationFilter,
  properties: {
    bot: () => p.manyToOne(Bot).lazyRef().primary(),
    key: p.text().primary().check(atMostSql('key', 200)),
    fileId: p.text().comment("Telegram's own id of the file, valid for this bot only."),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})

export class TelegramFile extends TelegramFileSchema.class {}
TelegramFileSchema.setClass(TelegramFile)
