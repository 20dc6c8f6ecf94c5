import type { App } from '../../src/needs.ts'
import { Bot } from '../../src/notices/bot.ts'
import { noBotId } from '../../src/orders/customers/chatless.ts'
import { Customer } from '../../src/orders/customers/customer.ts'
import { addBot } from './add-bot.ts'

const shop = { username: 'warung_kopi_bot', first_name: 'Warung Kopi' }
const platform = { username: 'warung_platform_bot', first_name: 'Warung' }

/**
 * Creates the demo's two bots on the local Bot API if they are missing, and returns their user names. Their orders are
 * in test mode.
 */
export async function prepareDemoBots(
  app: App,
  demoAccountId: number,
  apiKey: string,
): Promise<{ shop: string; platform: string }> {
  return {
    shop: await ensureBot(app, apiKey, shop, demoAccountId),
    platform: await ensureBot(app, apiKey, platform, null),
  }
}

type DemoBotInput = typeof shop

async function ensureBot(app: App, apiKey: string, input: DemoBotInput, accountId: number | null): Promise<string> {
  const ofAccount = { account: accountId, state: 'active' as const }
  const known = await app.em('installation').findOne(Bot, ofAccount, { orderBy: { createdAt: 'asc' } })
  if (known) return known.username
  const token = await newToken(app, apiKey, input)
  const bot = await addBot(app, { token, accountId, mode: 'test' })
  if (accountId !== null) await addPeople(app, apiKey, { accountId, botId: bot.id })
  return bot.username
}

/**
 * Gives the customers of the demo's history a chat with its new bot. A visitor of the chat page becomes one of these
 * people.
 */
async function addPeople(
  app: App,
  apiKey: string,
  { accountId, botId }: { accountId: number; botId: number },
): Promise<void> {
  const control = controlOf(app, apiKey)
  const em = app.em({ accountId })
  const buyers = await em.find(Customer, { botId: noBotId, phone: { $ne: null } }, { orderBy: { id: 'asc' } })
  for (const { id, name } of buyers) {
    const [first_name, last_name] = name.split(' ')
    const person = (await control('people', { first_name, last_name, language_code: 'id' })) as { id: number }
    const chat = { botId, telegramUserId: person.id, chatId: person.id, blockedAt: null }
    await em.nativeUpdate(Customer, { id }, chat)
  }
}

// A bot that was created but never added gets another token.
async function newToken(app: App, apiKey: string, input: DemoBotInput): Promise<string> {
  const control = controlOf(app, apiKey)
  const bots = await control('bots')
  const isMade = (bots as { username: string }[]).some(bot => bot.username === input.username)
  const made = isMade ? await control('tokens', { bot: input.username }) : await control('bots', input)
  return (made as { token: string }).token
}

const controlOf = (app: App, apiKey: string) => async (path: string, body?: object) => {
  const answer = await fetch(`${app.config.botApiUrl}/control/${path}`, {
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`the local Bot API answered ${answer.status} to /control/${path}`)
  return answer.json()
}
