import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type pg from 'pg'
import type { BotScreens } from '../../bot/bot.ts'
import { addBot } from '../../bot/bots/add-bot.ts'
import type { NoticeViews } from '../../bot/notices/notice-view.ts'
import { type BotRole, createBotRole } from '../../bot/role.ts'
import { type Answer, type Machine, startMachine } from '../../packages/local-bot-api/test/machine.ts'
import { createApp } from '../../src/app.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { html } from '../../src/lib/html.ts'
import { type Log, silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import type { App } from '../../src/needs.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestConfig } from '../kit/config.ts'
import { connectTestDatabase, createTestDatabase } from '../kit/database.ts'
import { patientServerOptions } from '../kit/patient.ts'
import { createCallChecker } from '../kit/right-calls.ts'
import { patienceMs } from './patience.ts'

/** Shops and their customers on a local Bot API, with the bot role over real HTTP. */
export interface Chats {
  machine: Machine
  app: App
  role: BotRole
  accountId: number
  shop: TestBot
  platform: TestBot
  /** Creates a second bot role on this database, which stands for another process. */
  another(): Promise<BotRole>
  addShop(name: string): Promise<TestBot & { accountId: number }>
  advance(seconds: number): void
  /** Creates a person of the local Bot API who pressed START in the shop and got an answer. */
  customer(bot?: TestBot): Promise<number>
  say(person: number, text: string, bot?: TestBot): Promise<Answer>
  press(person: number, messageId: number, what: { button?: string; data?: string }, bot?: TestBot): Promise<Answer>
  messages(person: number, bot?: TestBot): Promise<Answer[]>
  /** Returns the texts of the chat as the person sees it, their own with `> ` before. */
  texts(person: number, bot?: TestBot): Promise<string[]>
  /** Waits until no due update and no due notice remains. */
  settle(): Promise<void>
  close(): Promise<void>
}

export interface TestBot {
  id: number
  username: string
  token: string
}

export interface ChatsOptions {
  updates?: 'webhook' | 'polling'
  screens: BotScreens
  views?: NoticeViews
  log?: Log
  isStarted?: boolean
  /** How long the answer to a press waits for the text of its handler. */
  handlerHasMs?: number
}

export async function startChats(options: ChatsOptions): Promise<Chats> {
  // The shop and the Bot API share a database, as in a demo shop.
  const shared = await createTestDatabase()
  shared.pool.on('error', () => {})
  const calls = createCallChecker()
  const machine = await startMachine(shared, { onCall: calls.onCall })
  const server = http.createServer(patientServerOptions)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const config = createTestConfig({
    BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    BOT_API_URL: machine.url,
    BOT_UPDATES: options.updates ?? 'webhook',
  })
  machine.allow(config.baseUrl)
  const time = { offsetMs: 0 }
  const now = () => new Date(Date.now() + time.offsetMs)
  const log = options.log ?? silentLog
  const closing: (() => unknown)[] = []

  async function openRole(): Promise<{ app: App; role: BotRole }> {
    const database = await connectTestDatabase(shared.connection)
    // The database is dropped while connections are still closing.
    const pool = (await database.orm.em.getConnection().getNativeClient()) as unknown as pg.Pool
    pool.on('connect', client => client.on('error', () => {}))
    const keyRing = await openKeyRing({ database, ...config })
    const built = createApp({ config, database, keyRing, wake: createLocalWake(log), log, now })
    const views = options.views ?? plainViews
    const role = createBotRole(built, options.screens, views, options.handlerHasMs ?? patienceMs)
    closing.unshift(async () => {
      await role.stop()
      await built[Symbol.asyncDispose]()
      await database.close()
    })
    return { app: built, role }
  }

  const { app, role } = await openRole()
  const koa = new Koa({ silent: true } as never)
  koa.use(role.router.routes())
  const handle = koa.callback()
  server.on('request', (request, response) => void handle(request, response))

  async function newBot(accountId: number | null, username?: string): Promise<TestBot> {
    const bot = await machine.makeBot(username)
    await addBot(app, { token: bot.token, accountId, mode: 'test' })
    return bot
  }

  const isHooked = config.botUpdates === 'webhook' && options.isStarted !== false
  const account = await createAccount(app, { name: 'kopi', displayName: 'Warung Kopi', plan: 'premium' })
  const shop = await newBot(account.id)
  const platform = await newBot(null)
  if (options.isStarted !== false) await role.start()
  if (isHooked) await hooked(app)

  const chats: Chats = {
    machine,
    app,
    role,
    accountId: account.id,
    shop,
    platform,
    async another() {
      const { role: other } = await openRole()
      await other.start()
      return other
    },
    async addShop(name) {
      const owner = await createAccount(app, { name, plan: 'premium' })
      const bot = { ...(await newBot(owner.id)), accountId: owner.id }
      if (isHooked) await hooked(app)
      return bot
    },
    advance(seconds) {
      time.offsetMs += seconds * 1000
    },
    async customer(bot = shop) {
      const person = await machine.startedPerson(bot)
      await chats.settle()
      return person
    },
    say: async (person, text, bot = shop) =>
      (await machine.post('messages', { bot: bot.username, from: person, text })).body,
    press: async (person, messageId, what, bot = shop) =>
      (await machine.post('presses', { bot: bot.username, from: person, message_id: messageId, ...what })).body,
    messages: (person, bot = shop) => machine.messages(bot, person),
    async texts(person, bot = shop) {
      const shown = await machine.messages(bot, person)
      return shown.map(
        message => `${message.from?.is_bot ? '' : '> '}${message.text ?? message.caption ?? '(no text)'}`,
      )
    },
    settle: () => settled(app),
    async close() {
      for (const close of closing) await close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await machine.close()
      await shared.drop()
      calls.assertRight()
    },
  }
  return chats
}

/** Views that show the kind of a notice and its data. */
export const plainViews = new Proxy({} as NoticeViews, {
  get: (_, kind) => async (_reader: unknown, data: object) => ({ text: html`${String(kind)} ${JSON.stringify(data)}` }),
})

/** Repeats a check until it succeeds; after ten seconds it throws the check's error. */
export async function eventually(holds: () => Promise<boolean>, what: string, withinMs = 10_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`it did not happen: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 15))
  }
}

/** Waits until no due update and no due notice remains. */
export async function settled(app: App): Promise<void> {
  await eventually(async () => (await left(app)) === 0, 'every update handled, every notice sent', 20_000)
}

// Counts what the local Bot API has not delivered yet, too; waiting notices are not counted.
async function left(app: App): Promise<number> {
  const [row] = await app.sql.query<{ left: number }>(
    `select (select count(*) from inbox where state = 'received') + (select count(*) from chat_lease)
       + (select count(*) from notice n join bot b on b.id = n.bot_id where n.state = 'pending' and not n.is_waiting
         and b.state = 'active' and n.next_at <= $1)
       + (select count(*) from local_bot_api.update_queue u join bot b on b.id = u.bot_id
         where b.state = 'active' and not u.held and u.due_at <= now()) as left`,
    [app.now()],
  )
  return row!.left
}

async function hooked(app: App): Promise<void> {
  const missing = async () =>
    app.sql
      .query(`select 1 from bot where state = 'active' and hooked_as is null limit 1`)
      .then(rows => rows.length === 0)
  await eventually(missing, 'every bot has its webhook')
}
