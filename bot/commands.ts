import { readFileSync } from 'node:fs'
import { findAccountByName } from '../src/accounts/find-account-by-name.ts'
import { accountOption, type CommandArgs, type Commands, modeOption, readMode } from '../src/commands/command.ts'
import { refuseField } from '../src/lib/refusal.ts'
import type { App } from '../src/needs.ts'
import { Bot, botTokenContext } from '../src/notices/bot.ts'
import { linkMerchant } from '../src/notices/link-merchant.ts'
import { addBot } from './bots/add-bot.ts'

/** The commands that the bot adds to `npm run warung -- ...`. */
export const botCommands = {
  'bot add': {
    usage:
      'bot add [TOKEN|-] (--account NAME [--mode live|test] [--imported USERNAME] | --platform)   ' +
      '- reads the token from the standard input; --imported takes the one that came with the account',
    options: {
      ...accountOption,
      ...modeOption,
      token: { type: 'string' },
      imported: { type: 'string' },
      platform: { type: 'boolean' },
    },
    run: addBotByHand,
  },
  'merchant link': { usage: 'merchant link NAME', run: linkByHand },
} satisfies Commands

async function addBotByHand(app: App, { words, options }: CommandArgs): Promise<string[]> {
  if ((options.platform === true) === (options.account !== undefined)) {
    throw refuseField('--account', 'names the account of the shop, or --platform makes it the platform bot', 'missing')
  }
  const mode = readMode(options.mode)
  const accountId = options.platform === true ? null : await findAccountByName(app, options.account)
  const token =
    accountId !== null && typeof options.imported === 'string'
      ? await importedToken(app, accountId, options.imported)
      : readToken(words[0] ?? options.token)
  const bot = await addBot(app, { token, accountId, mode })
  return [
    `@${bot.username} (${bot.firstName}) was added${accountId === null ? ' as the platform bot' : ` in ${mode} mode`}.`,
  ]
}

/** Returns the token that was imported with an account. Refuses `invalid_request` if none was. */
async function importedToken(app: App, accountId: number, username: string): Promise<string> {
  const name = username.replace(/^@/, '')
  const bot = await app.em({ accountId, mode: 'both' }).findOne(Bot, { username: name, id: { $lt: 0 } })
  if (!bot || bot.sealedToken === '') {
    throw refuseField('--imported', 'came without a token: give the one that BotFather gave', 'not_found')
  }
  return app.seal.open(bot.sealedToken, botTokenContext(bot.id))
}

// Every user of the machine can read a command line, so the token may come from the standard input.
function readToken(token: unknown): string {
  if (token === undefined || token === '-') return readFileSync(0, 'utf8').trim()
  return String(token).trim()
}

async function linkByHand(app: App, { words }: CommandArgs): Promise<string[]> {
  const { url, localUrl, start, username } = await linkMerchant(app, await findAccountByName(app, words[0], 'NAME'))
  return [
    url,
    ...(localUrl ? [`On this machine's chat page: ${localUrl}`] : []),
    `Open it within 10 minutes; it works once. Or send "/start ${start}" to @${username}.`,
  ]
}
