import { listCommands } from '../bots/introduce-bot.ts'
import type { PlatformContext, ShopContext } from '../context.ts'
import { describeTelegramError } from '../telegram/telegram.ts'

/** Sets the menu of commands of this chat in the chosen language. It is a convenience, so a failure is only logged. */
export async function setMenu({ app, api, bot, language, from }: ShopContext | PlatformContext): Promise<void> {
  const scope = { type: 'chat' as const, chat_id: from!.id }
  try {
    await api.setMyCommands(listCommands(app, language, bot.accountId === null), { scope })
  } catch (error) {
    app.log.warn({ bot: bot.id, error: describeTelegramError(error) }, 'the commands of a chat could not be set')
  }
}
