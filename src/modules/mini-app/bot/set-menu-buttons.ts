import { type KnownBot, openBot } from '../../../../bot/bots/bots.ts'
import { botsSql, readBots } from '../../../../bot/bots/bots-sql.ts'
import { describeTelegramError } from '../../../../bot/telegram/telegram.ts'
import type { App } from '../../../needs.ts'
import { appUrl, canOpenApps } from '../app-url.ts'
import { botAppTexts } from '../texts/app-chat-texts.ts'

const batchMax = 20

const nextSql = botsSql<{ done: number[]; limit: number }>(`
  where b.state = 'active' and b.account_id is not null and b.id <> all(:done::bigint[])
  order by b.id limit :limit`)

/**
 * Returns a function that sets the menu button of each shop's bot without one, once per process. A button that a
 * merchant chose at @BotFather stays.
 */
export function createMenuButtons(app: App): () => Promise<void> {
  const done = new Set<number>()
  return async () => {
    if (!canOpenApps(app.config)) return
    for (;;) {
      const rows = await readBots(app, nextSql, { done: [...done], limit: batchMax })
      if (rows.length === 0) return
      await Promise.all(rows.map(row => setButton(app, openBot(app, row))))
      for (const { id } of rows) done.add(id)
    }
  }
}

// The bot works without it, so a failure is only logged.
async function setButton(app: App, bot: KnownBot): Promise<void> {
  const url = appUrl(app.config, bot.id)
  try {
    const now = await bot.bareApi.getChatMenuButton()
    const isOwn = now.type === 'web_app' && new URL(now.web_app.url).pathname.endsWith(`/t/${bot.id}`)
    if (now.type === 'web_app' && (!isOwn || now.web_app.url === url)) return
    const { menuButton: text } = botAppTexts.id
    await bot.bareApi.setChatMenuButton({ menu_button: { type: 'web_app', text, web_app: { url } } })
  } catch (error) {
    app.log.warn({ bot: bot.id, error: describeTelegramError(error) }, 'the menu button of a bot could not be set')
  }
}
