import type { InlineQueryResultsButton } from 'grammy/types'
import type { KnownBot } from '../../../../bot/bots/bots.ts'
import type { ShopContext, Store } from '../../../../bot/context.ts'
import type { ShopScreen } from '../../../../bot/screens/screen.ts'
import type { Button } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import type { App } from '../../../needs.ts'
import { appUrl, canOpenApps } from '../app-url.ts'
import { botAppTexts } from '../texts/app-chat-texts.ts'

/** Returns the first button of /start. */
export function homeButton(app: ShopContext['app'], { botId }: Store, language: Language): Button | null {
  if (!canOpenApps(app.config)) return null
  return { text: botAppTexts[language].open, app: appUrl(app.config, botId), style: 'primary' }
}

/** Returns the button above the results of an inline query. */
export function inlineButton(app: App, bot: KnownBot, language: Language): InlineQueryResultsButton | null {
  if (bot.accountId === null || !canOpenApps(app.config)) return null
  return { text: botAppTexts[language].open, web_app: { url: appUrl(app.config, bot.id) } }
}

/** Returns the address of the Mini App that opens the dashboard from a merchant's chat. */
export function makeDashboardAddress(app: Pick<App, 'config'>, botId: number): string | null {
  return canOpenApps(app.config) ? appUrl(app.config, botId) : null
}

/** Handles Telegram's notice that the Mini App may now write: the customer wrote nothing that needs an answer. */
export const appScreen: ShopScreen = {
  guard: async ({ message }) => message?.write_access_allowed !== undefined,
}
