import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoor } from '../src/lib/door.ts'
import { createLocalBotApi } from '../src/local-bot-api.ts'
import type { HeardCall } from '../src/room.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createGuardedOutbound } from './guarded-outbound.ts'
import { silentLog } from './silent.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as an outside driver reads them
export type Answer = any

/** A local Bot API over real HTTP, mounted under a prefix as in the product. */
export interface Machine {
  url: string
  database: TestDatabase
  /** POSTs JSON to `/control/<path>`; returns status and body. */
  post(path: string, body: unknown): Promise<{ status: number; body: Answer }>
  get(path: string): Promise<Answer>
  /** Calls a bot's method without grammY. */
  call(token: string, method: string, values?: object): Promise<Answer>
  makeBot(username?: string): Promise<{ id: number; username: string; token: string }>
  makePerson(first_name?: string): Promise<number>
  /** Creates a person who pressed START; the update waits for the bot. */
  startedPerson(bot: { username: string }): Promise<number>
  messages(bot: { username: string }, person: number): Promise<Answer[]>
  /** Ends this process's server and starts another with the same state and address. */
  restart(): Promise<void>
  /** Lets bots use an address of this machine. */
  allow(url: string): void
  close(): Promise<void>
}

/** Starts the server. `now` is the business time for the pages, and `onCall` is called for every call. */
export async function startMachine(
  shared?: TestDatabase,
  {
    now,
    onCall,
    bodiesBytesMax,
  }: { now?: () => Date; onCall?: (call: HeardCall) => void; bodiesBytesMax?: number } = {},
): Promise<Machine> {
  const database = shared ?? (await createTestDatabase())
  let api: Awaited<ReturnType<typeof createLocalBotApi>>
  const server = http.createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
    if (!req.url!.startsWith('/telegram')) return res.writeHead(404).end()
    req.url = req.url!.slice('/telegram'.length)
    api.handle(req, res)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/telegram`
  const allow: string[] = []
  const outbound = createGuardedOutbound(allow)
  const open = () =>
    createLocalBotApi({
      sql: database.sql,
      url,
      log: silentLog,
      door: createDoor({ url }),
      outbound,
      ...(now && { now }),
      onCall,
      bodiesBytesMax,
    })
  api = await open()
  const send = async (address: string, body: unknown) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  let made = 0
  const machine: Machine = {
    url,
    database,
    post: (path, body) => send(`${url}/control/${path}`, body),
    get: async path => (await fetch(`${url}/control/${path}`)).json(),
    call: async (token, method, values = {}) => (await send(`${url}/bot${token}/${method}`, values)).body,
    async makeBot(username = `shop_${process.pid}_${++made}_bot`) {
      return (await machine.post('bots', { username, first_name: 'Shop' })).body
    },
    async makePerson(first_name = 'Rina') {
      return (await machine.post('people', { first_name, language_code: 'id' })).body.id
    },
    async startedPerson(bot) {
      const person = await machine.makePerson()
      await machine.post('messages', { bot: bot.username, from: person, text: '/start' })
      return person
    },
    messages: (bot, person) => machine.get(`messages?bot=${bot.username}&person=${person}`),
    async restart() {
      const before = api
      api = await open()
      await before.close()
    },
    allow: address => void allow.push(new URL(address).host),
    async close() {
      await api.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      if (shared === undefined) await database.drop()
    },
  }
  return machine
}
