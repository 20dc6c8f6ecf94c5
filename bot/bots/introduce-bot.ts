import { buffer } from 'node:stream/consumers'
import { type Api, InputFile } from 'grammy'
import { Account } from '../../src/accounts/account.ts'
import type { Needs } from '../../src/needs.ts'
import { drawShopSign } from '../../src/pictures/shop-sign.ts'
import { type FilledSlots, listAdditions } from '../../src/slots.ts'
import type { BotRow } from '../context.ts'
import { describeTelegramError } from '../telegram/telegram.ts'
import { englishNames } from '../texts/command-names.ts'
import { type Language, texts } from '../texts/texts.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /**
     * A command in the menu of shops' bots or of the platform bot, placed after a core command, which is named in
     * Indonesian.
     */
    botCommands: {
      isPlatform: boolean
      after: string
      names: Record<Language, string>
      text: Record<Language, string>
    }
  }
}

type IntroduceNeeds = Needs<'em' | 'goods' | 'log' | 'slots'>

/**
 * Sends Telegram the bot's menu for each language, with Indonesian as the default, and the description that people see
 * before START. Texts that the owner wrote or chose at @BotFather are kept. The bot works without them, so a failure is
 * only logged.
 */
export async function introduceBot(app: IntroduceNeeds, api: Api, bot: BotRow): Promise<void> {
  try {
    const isPlatform = bot.accountId === null
    await api.setMyCommands(listCommands(app, 'id', isPlatform))
    await api.setMyCommands(listCommands(app, 'en', isPlatform), { language_code: 'en' })
    const { name, logo } = await readSign(app, bot)
    await describeBot(api, name, isPlatform)
    const { total_count: pictures } = await api.getUserProfilePhotos(bot.id, { limit: 1 })
    const sign = pictures > 0 ? null : await drawShopSign(name, logo)
    if (sign) await api.setMyProfilePhoto({ type: 'static', photo: new InputFile(sign, 'sign.jpg') })
  } catch (error) {
    app.log.warn({ bot: bot.id, error: describeTelegramError(error) }, 'a bot could not be introduced')
  }
}

async function readSign(app: IntroduceNeeds, bot: BotRow): Promise<{ name: string; logo: Buffer | null }> {
  if (bot.accountId === null) return { name: bot.firstName, logo: null }
  const account = await app.em({ accountId: bot.accountId }).findOneOrFail(Account, { id: bot.accountId })
  const { displayName: name, logoKey } = account
  return { name, logo: logoKey === null ? null : await buffer(await app.goods.open('images', logoKey)) }
}

async function describeBot(api: Api, name: string, isPlatform: boolean): Promise<void> {
  const hasDescription = (await api.getMyDescription()).description !== ''
  const hasShort = (await api.getMyShortDescription()).short_description !== ''
  for (const [language, code] of [
    ['id', {}],
    ['en', { language_code: 'en' }],
  ] as const) {
    const { about, merchant } = texts[language]
    const { description, short } = isPlatform ? merchant.about : about
    if (!hasDescription) await api.setMyDescription(description(name), code)
    if (!hasShort) await api.setMyShortDescription(short(name), code)
  }
}

/** Returns the menu of a bot's commands: the core's, and those of modules in their declared positions. */
export function listCommands(
  app: { slots: FilledSlots },
  language: Language,
  isPlatform: boolean,
): { command: string; description: string }[] {
  const t = texts[language]
  const commands = isPlatform ? t.merchant.commands : t.commands
  const names: Record<string, string> = language === 'en' ? englishNames : {}
  const added = listAdditions(app, 'botCommands').filter(one => one.isPlatform === isPlatform)
  return Object.entries(commands).flatMap(([name, description]) => [
    { command: names[name] ?? name, description },
    ...added
      .filter(({ after }) => after === name)
      .map(one => ({ command: one.names[language], description: one.text[language] })),
  ])
}
