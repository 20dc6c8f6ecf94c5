import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { addBot } from '../../bot/bots/add-bot.ts'
import { type BotRole, createBotRole } from '../../bot/role.ts'
import { createLocalBotApi } from '../../packages/local-bot-api/src/local-bot-api.ts'
import { commandActor } from '../../src/accounts/audit.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { silentLog } from '../../src/lib/log.ts'
import { linkMerchant } from '../../src/notices/link-merchant.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { createLocalDoor } from '../kit/local-door.ts'
import { botScreens, noticeViews } from '../kit/parts.ts'
import { createCallChecker } from '../kit/right-calls.ts'
import { patienceMs } from './patience.ts'

// biome-ignore lint/suspicious/noExplicitAny: chats are read as an outside driver reads them
export type Shown = any

/** A whole store with the sandbox's money, the local Bot API and the real screens, driven only through its control. */
export interface Store {
  shop: TestShop
  readonly role: BotRole
  /** The address of the chat page and the control. */
  botApiUrl: string
  bot: string
  platform: string
  /** Calls a method of the Bot API as the shop's bot. */
  call(method: string, values?: object): Promise<Shown>
  /** Creates the demo account's catalogue from the file; `folder` contains the files that it names. */
  sell(yaml: string, folder?: string): Promise<void>
  person(options?: { first_name?: string; language_code?: string }): Promise<Customer>
  /** Creates a person whose chat with the platform's bot is linked to an account, by default the demo's. */
  merchant(first_name: string, accountId?: number): Promise<Customer>
  control(path: string, body?: unknown): Promise<Shown>
  /** Ends the bots' role, and starts another with this state. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface Customer {
  id: number
  /** The number of presses, including START. */
  presses: number
  say(text: string, options?: { bot?: string }): Promise<void>
  /** Presses the newest button whose name contains this text; waits until `shown` is true for the chat. */
  press(button: string, options?: { bot?: string }): Promise<Shown>
  /** Presses a button of this message. */
  pressOn(message: Shown, button: string, options?: { bot?: string }): Promise<Shown>
  pressData(messageId: number, data: string, options?: { bot?: string }): Promise<Shown>
  chat(bot?: string): Promise<Shown[]>
  /** Waits until a message of the bot contains this text; returns the newest. */
  sees(text: string | RegExp, options?: { bot?: string }): Promise<Shown>
}

/** Opens a store. `ownCodes`: whether the demo account has its own codes, at a bank and a merchant wallet. */
export async function openStore(settings: Record<string, string> = {}, ownCodes = false): Promise<Store> {
  let handle: http.RequestListener = (_, response) => response.writeHead(503).end()
  const server = http.createServer((request, response) => {
    request.url = request.url!.replace(/^\/telegram/, '')
    handle(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const botApiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/telegram`
  const shop = await createTestShop({
    ownCodes,
    settings: { BOT_API_URL: botApiUrl, BOT_UPDATES: 'polling', ...settings },
  })
  const { app } = shop
  const calls = createCallChecker()
  const localBotApi = await createLocalBotApi({
    onCall: calls.onCall,
    sql: app.sql,
    url: botApiUrl,
    log: silentLog,
    door: createLocalDoor(botApiUrl),
    outbound: app.outbound,
    now: app.now,
  })
  handle = (request, response) => void localBotApi.handle(request, response)

  const control = async (path: string, body?: unknown): Promise<Shown> => {
    const answer = await fetch(`${botApiUrl}/control/${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const addNew = async (username: string, accountId: number | null) => {
    const { token } = await control('bots', { username, first_name: 'Warung Kopi' })
    await addBot(app, { token, accountId, mode: 'test' })
    return token as string
  }
  const token = await addNew(shopBot, shop.demo.accountId)
  await addNew(platformBot, null)
  const newRole = () => createBotRole(app, botScreens, noticeViews, patienceMs)
  let role = newRole()
  await role.start()

  const person = async ({ first_name = 'Ayu', language_code = 'id' } = {}) => {
    const { id } = await control('people', { first_name, language_code })
    return customer(control, id)
  }

  return {
    shop,
    get role() {
      return role
    },
    botApiUrl,
    bot: shopBot,
    platform: platformBot,
    control,
    async call(method, values = {}) {
      const answer = await fetch(`${botApiUrl}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(values),
      })
      return ((await answer.json()) as Shown).result
    },
    async sell(yaml, folder = import.meta.dirname) {
      await importCatalog(app, { accountId: shop.demo.accountId, mode: 'test', ...commandActor }, yaml, folder)
    },
    person,
    async merchant(first_name, accountId = shop.demo.accountId) {
      const { start } = await linkMerchant(app, accountId)
      const merchant = await person({ first_name })
      await merchant.say(`/start ${start}`, { bot: platformBot })
      await merchant.sees('terhubung dengan', { bot: platformBot })
      return merchant
    },
    async restart() {
      await role.stop()
      role = newRole()
      await role.start()
    },
    async close() {
      await role.stop()
      await localBotApi.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await shop.close()
      calls.assertRight()
    },
  }
}

const shopBot = 'kopi_test_bot'
const platformBot = 'platform_test_bot'

function customer(control: Store['control'], id: number): Customer {
  const chat = (bot = shopBot): Promise<Shown[]> => control(`messages?bot=${bot}&person=${id}`)
  const self: Customer = {
    id,
    presses: 0,
    chat,
    async say(text, { bot = shopBot } = {}) {
      if (text.startsWith('/start')) self.presses++
      await control('messages', { bot, from: id, text })
    },
    async press(button, { bot = shopBot } = {}) {
      const message = await eventually(async () => findButton(await chat(bot), button), `a button "${button}"`)
      self.presses++
      const [pressed] = buttonsOf(message).filter(each => each.text.includes(button))
      return control('presses', { bot, from: id, message_id: message.message_id, button: pressed.text })
    },
    async pressOn(message, button, options) {
      const found = buttonsOf(message).find(each => each.text.includes(button))
      if (!found) throw new Error(`no button "${button}" in ${textOf(message)}`)
      return self.pressData(message.message_id, found.callback_data, options)
    },
    pressData: (message_id, data, { bot = shopBot } = {}) => control('presses', { bot, from: id, message_id, data }),
    sees: (text, { bot = shopBot } = {}) =>
      eventually(
        async () => (await chat(bot)).filter(message => message.from?.is_bot && holds(message, text)).at(-1),
        `a message with ${text}`,
        async () => (await chat(bot)).map(textOf).join('\n---\n'),
      ),
  }
  return self
}

export function textOf(message: Shown): string {
  return message.text ?? message.caption ?? ''
}

export function buttonsOf(message: Shown): Shown[] {
  return (message.reply_markup?.inline_keyboard ?? []).flat()
}

function findButton(chat: Shown[], text: string): Shown | undefined {
  return chat.filter(message => buttonsOf(message).some(button => button.text.includes(text))).at(-1)
}

function holds(message: Shown, text: string | RegExp): boolean {
  return typeof text === 'string' ? textOf(message).includes(text) : text.test(textOf(message))
}

/** Repeats a search until it finds something. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined>,
  what: string,
  instead: () => Promise<string> = async () => '',
): Promise<Found> {
  const deadline = Date.now() + 40_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`never seen: ${what}\n${await instead()}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

/** Lets the shop work until the customer sees this: a QR is announced before its invoice exists. */
export async function workUntil(store: Store, person: Customer, text: RegExp): Promise<void> {
  await eventually(async () => {
    await store.shop.work()
    return (await person.chat()).some(message => message.from?.is_bot && holds(message, text)) || undefined
  }, `a message with ${text}`)
}
