import type { Api } from 'grammy'
import type { Needs } from '../../src/needs.ts'
import { describeTrouble } from '../telegram/telegram.ts'
import { type Language, texts } from '../texts/texts.ts'

/**
 * Tells Telegram which commands the bot's menu shows, per language; Indonesian where no other is known. A courtesy: the
 * bot works without, so a failure is only logged.
 */
export async function introduceBot(
  app: Needs<'log'>,
  api: Api,
  bot: { id: number; isPlatform: boolean },
): Promise<void> {
  try {
    await api.setMyCommands(commandList('id', bot.isPlatform))
    await api.setMyCommands(commandList('en', bot.isPlatform), { language_code: 'en' })
  } catch (error) {
    app.log.warn({ bot: bot.id, error: describeTrouble(error) }, 'the commands of a bot could not be set')
  }
}

export function commandList(language: Language, isPlatform: boolean): { command: string; description: string }[] {
  const t = texts[language]
  const commands = isPlatform ? t.merchant.commands : t.commands
  return Object.entries(commands).map(([command, description]) => ({ command, description }))
}
