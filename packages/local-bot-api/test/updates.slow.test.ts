import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bot } from 'grammy'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDoor } from '../src/lib/door.ts'
import { createOutbound } from '../src/lib/outbound.ts'
import { createLocalBotApi } from '../src/local-bot-api.ts'
import { createTestDatabase } from './database.ts'
import { type Answer, type Machine, startMachine } from './machine.ts'
import { silentLog } from './silent.ts'

let machine: Machine
let bot: { id: number; username: string; token: string }
let person: number
beforeAll(async () => {
  machine = await startMachine()
})
afterAll(() => machine.close())
beforeEach(async () => {
  bot = await machine.makeBot()
  person = await machine.makePerson()
})

const say = (text: string, from = person) => machine.post('messages', { bot: bot.username, from, text })
const updates = async (values: object = {}) => (await machine.call(bot.token, 'getUpdates', values)).result as Answer[]
const texts = (list: Answer[]) => list.map(update => update.message?.text ?? update.callback_query?.data)

describe('getUpdates', () => {
  it('getUpdates repeats unconfirmed updates, and forgets those below the offset', async () => {
    await say('a')
    await say('b')
    const first = await updates()
    expect(texts(first)).toEqual(['a', 'b'])
    expect(first[1].update_id).toBe(first[0].update_id + 1)
    expect(texts(await updates({ limit: 1 }))).toEqual(['a'])
    expect(texts(await updates({ offset: first[1].update_id }))).toEqual(['b'])
    expect(texts(await updates())).toEqual(['b'])
    await say('c')
    await say('d')
    expect(texts(await updates({ offset: -1 }))).toEqual(['d'])
    expect(texts(await updates())).toEqual(['d'])
  })

  it('getUpdates waits for an update and returns it immediately', async () => {
    const began = Date.now()
    const waiting = updates({ timeout: 20 })
    await say('now')
    expect(texts(await waiting)).toEqual(['now'])
    expect(Date.now() - began).toBeLessThan(2000)
  })

  it('getUpdates ends an older poll with 409 when a newer one begins, in this process or another', async () => {
    const older = machine.call(bot.token, 'getUpdates', { timeout: 20 })
    await expect.poll(() => pollsOf(bot.id)).toBe(1)
    const newer = machine.call(bot.token, 'getUpdates', { timeout: 20 })
    expect(await older).toEqual({
      ok: false,
      error_code: 409,
      description: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    })
    const second = await startMachine(machine.database)
    const elsewhere = second.call(bot.token, 'getUpdates', { timeout: 20 })
    expect((await newer).error_code).toBe(409)
    await say('for the one that is left')
    expect((await elsewhere).result).toHaveLength(1)
    await second.close()
  })

  it('getUpdates is refused while a webhook is set, and setting a webhook ends a poll', async () => {
    const polling = machine.call(bot.token, 'getUpdates', { timeout: 20 })
    await expect.poll(() => pollsOf(bot.id)).toBe(1)
    await machine.call(bot.token, 'setWebhook', { url: 'http://127.0.0.1:9/' })
    expect((await polling).description).toBe('Conflict: terminated by setWebhook request')
    expect(await machine.call(bot.token, 'getUpdates')).toMatchObject({
      error_code: 409,
      description:
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    })
    expect((await machine.call(bot.token, 'deleteWebhook')).description).toBe('Webhook was deleted')
    expect(await updates()).toEqual([])
  })

  it('getUpdates returns only the kinds that the bot requested', async () => {
    await updates({ allowed_updates: ['callback_query'] })
    expect((await say('unheard')).body).toEqual({ update_id: null, message_id: 1 })
    expect(await updates()).toEqual([])
    await updates({ allowed_updates: [] })
    await say('heard')
    expect(texts(await updates())).toEqual(['heard'])
  })

  it('getUpdates reports a block and its end', async () => {
    await say('/start')
    await machine.post('blocks', { bot: bot.username, person, blocked: true })
    await machine.post('blocks', { bot: bot.username, person, blocked: true })
    await machine.post('blocks', { bot: bot.username, person, blocked: false })
    const changes = (await updates()).slice(1).map(update => update.my_chat_member)
    expect(changes.map(change => [change.old_chat_member.status, change.new_chat_member.status])).toEqual([
      ['member', 'kicked'],
      ['kicked', 'member'],
    ])
    expect(changes[0]).toMatchObject({ chat: { id: person, type: 'private' }, from: { id: person } })
  })
})

function pollsOf(botId: number): Promise<number> {
  return machine.database.sql
    .query('select from local_bot_api.poll where bot_id = $1', [botId])
    .then(rows => rows.length)
}

describe('modes of delivering updates', () => {
  it('an update is delivered twice in mode twice', async () => {
    await machine.post('updates', { bot: bot.username, mode: 'twice' })
    await say('a')
    const [one, other, ...rest] = await updates()
    expect(one).toEqual(other)
    expect(rest).toEqual([])
    expect(await updates({ offset: one.update_id + 1 })).toEqual([])
  })

  it('updates are held in order until the mode is normal', async () => {
    await machine.post('updates', { bot: bot.username, mode: 'hold' })
    await say('held')
    await machine.post('updates', { bot: bot.username, mode: 'twice' })
    await say('later')
    expect(await updates()).toEqual([])
    const waiting = updates({ timeout: 20 })
    await machine.post('updates', { bot: bot.username, mode: 'normal' })
    expect(texts(await waiting)).toEqual(['held', 'later', 'later'])
  })

  it('an update that arrives during a change of mode is not held forever', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => machine.makePerson()))
    for (let round = 0; round < 9; round++) {
      await machine.post('updates', { bot: bot.username, mode: 'hold' })
      const said = people.map(from => say('hello', from))
      await Promise.all([...said, machine.post('updates', { bot: bot.username, mode: 'normal' })])
    }
    expect(await updates({ limit: 100 })).toHaveLength(90)
  })

  it('an update arrives late in the delay mode', async () => {
    await machine.post('updates', { bot: bot.username, mode: 'delay', delay_ms: 400 })
    const began = Date.now()
    await say('late')
    expect(await updates()).toEqual([])
    expect(texts(await updates({ timeout: 20 }))).toEqual(['late'])
    expect(Date.now() - began).toBeGreaterThanOrEqual(395)
  })

  it('a mode without a bot name applies to all bots, including future ones', async () => {
    await machine.post('updates', { mode: 'hold' })
    const later = await machine.makeBot()
    await machine.post('messages', { bot: later.username, from: person, text: 'held' })
    await say('held too')
    expect(await updates()).toEqual([])
    expect((await machine.call(later.token, 'getUpdates')).result).toEqual([])
    await machine.post('updates', { mode: 'normal' })
    expect(texts(await updates())).toEqual(['held too'])
    expect((await machine.call(later.token, 'getUpdates')).result).toHaveLength(1)
  })
})

/** A webhook that records requests, with configurable delays and answers. */
interface Hook {
  url: string
  got: { text: string; at: number; secret: string | undefined; update_id: number }[]
  /** Answers an update, depending on its text. */
  answer: (text: string, res: http.ServerResponse) => void
  close(): Promise<void>
}

async function openHook(): Promise<Hook> {
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const update = JSON.parse(Buffer.concat(chunks).toString())
    const text = texts([update])[0] ?? 'my_chat_member'
    const secret = req.headers['x-telegram-bot-api-secret-token'] as string | undefined
    hook.got.push({ text, at: Date.now(), secret, update_id: update.update_id })
    hook.answer(text, res)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const hook: Hook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got: [],
    answer: (_, res) => void res.end(),
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return hook
}

describe('a webhook', () => {
  let hook: Hook
  beforeEach(async () => {
    hook = await openHook()
    machine.allow(hook.url)
    await machine.call(bot.token, 'setWebhook', { url: hook.url, secret_token: 's3cret_-' })
  })
  afterEach(() => hook.close())
  const got = () => hook.got.map(({ text }) => text)

  it('a webhook calls only permitted addresses', async () => {
    const inside = await openHook()
    await machine.call(bot.token, 'setWebhook', { url: inside.url })
    await say('one')
    await expect
      .poll(async () => (await machine.call(bot.token, 'getWebhookInfo')).result.last_error_message)
      .toContain('IP address is reserved')
    expect(inside.got).toEqual([])
    await inside.close()
  })

  it('a webhook gets each update once, with the secret, and grammY accepts it', async () => {
    const shop = new Bot(bot.token, { client: { apiRoot: machine.url } })
    shop.on('message:text', ctx => ctx.reply(`echo ${ctx.message.text}`))
    await shop.init()
    await say('one')
    await expect.poll(got).toEqual(['one'])
    expect(hook.got[0]!.secret).toBe('s3cret_-')
    const message = (await machine.messages(bot, person))[0]
    await shop.handleUpdate({ update_id: hook.got[0]!.update_id, message } as never)
    expect((await machine.messages(bot, person)).map(({ text }) => text)).toEqual(['one', 'echo one'])
    expect((await machine.call(bot.token, 'getWebhookInfo')).result).toMatchObject({
      url: hook.url,
      pending_update_count: 0,
    })
  })

  it('a webhook sends one message per chat at a time, while presses and other chats overtake it', async () => {
    const open: http.ServerResponse[] = []
    hook.answer = (text, res) => void (text.startsWith('slow') ? open.push(res) : res.end())
    const other = await machine.makePerson('Other')
    await say('slow 1')
    await say('2')
    await expect.poll(got).toEqual(['slow 1'])
    await say('from another chat', other)
    await machine.database.sql.write('select 1')
    void machine.post('presses', { bot: bot.username, from: person, message_id: 1, data: 'press' })
    await expect.poll(() => [...got()].sort()).toEqual(['from another chat', 'press', 'slow 1'])
    open[0]!.end()
    await expect.poll(got).toContain('2')
  })

  it('a webhook has as many simultaneous requests as the bot allows', async () => {
    await machine.call(bot.token, 'setWebhook', { url: hook.url, max_connections: 1 })
    const open: http.ServerResponse[] = []
    hook.answer = (_, res) => void open.push(res)
    await say('slow')
    await expect.poll(got).toEqual(['slow'])
    const other = await machine.makeBot()
    await machine.call(other.token, 'setWebhook', { url: hook.url })
    await say('from another chat', await machine.makePerson('Other'))
    // A later update of another bot arrives, so this bot's update was checked too.
    await machine.post('messages', { bot: other.username, from: person, text: 'to another bot' })
    await expect.poll(got).toEqual(['slow', 'to another bot'])
    open[0]!.end()
    await expect.poll(got).toEqual(['slow', 'to another bot', 'from another chat'])
    for (const res of open) res.end()
  })

  it('a webhook is retried at once, then after two seconds, and keeps the order of the chat', async () => {
    let failures = 2
    hook.answer = (_, res) => void res.writeHead(failures-- > 0 ? 500 : 200).end()
    await say('first')
    await say('second')
    await expect.poll(got, { timeout: 6000 }).toEqual(['first', 'first', 'first', 'second'])
    const [a, b, c] = hook.got.map(({ at }) => at) as [number, number, number]
    expect(b - a).toBeLessThan(1000)
    expect(c - b).toBeGreaterThanOrEqual(1950)
    expect(c - b).toBeLessThan(3500)
    expect((await machine.call(bot.token, 'getWebhookInfo')).result.last_error_message).toBe(
      'Wrong response from the webhook: 500 Internal Server Error',
    )
  })

  it("a webhook's Retry-After is respected", async () => {
    let refused = false
    hook.answer = (_, res) => {
      if (!refused) res.writeHead(429, { 'retry-after': '1' })
      refused = true
      res.end()
    }
    await say('a')
    await expect.poll(got, { timeout: 4000 }).toEqual(['a', 'a'])
    expect(hook.got[1]!.at - hook.got[0]!.at).toBeGreaterThanOrEqual(950)
  })

  it('a press that is too old is dropped, and the next one is delivered', async () => {
    await machine.post('updates', { bot: bot.username, mode: 'hold' })
    await say('/start')
    void machine.post('presses', { bot: bot.username, from: person, message_id: 1, data: 'old' })
    await expect.poll(async () => (await queued()).length).toBe(2)
    await machine.database.sql.write(
      "update local_bot_api.update_queue set expires_at = now() - interval '1 s' where bot_id = $1 and kind = " +
        "'callback_query'",
      [bot.id],
    )
    const lives = await queued()
    expect(lives.map(({ life }) => Math.round(life))).toEqual([86_400, expect.any(Number)])
    await machine.post('updates', { bot: bot.username, mode: 'normal' })
    void machine.post('presses', { bot: bot.username, from: person, message_id: 1, data: 'new' })
    await expect.poll(() => [...got()].sort()).toEqual(['/start', 'new'])
  })

  it('a webhook gets an update twice in mode twice, and several of one chat at once in mode parallel', async () => {
    await machine.post('updates', { bot: bot.username, mode: 'twice' })
    await say('a')
    await expect.poll(got).toEqual(['a', 'a'])
    expect(hook.got[0]!.update_id).toBe(hook.got[1]!.update_id)
    await machine.post('updates', { bot: bot.username, mode: 'parallel' })
    const open: http.ServerResponse[] = []
    hook.answer = (_, res) => void open.push(res)
    await say('b')
    await say('c')
    await expect.poll(() => open.length).toBe(2)
    for (const res of open) res.end()
  })

  it('a webhook may answer with a call', async () => {
    hook.answer = (_, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ method: 'sendMessage', chat_id: person, text: 'by answer' }))
    }
    await say('a')
    await expect
      .poll(async () => (await machine.messages(bot, person)).map(({ text }) => text))
      .toEqual(['a', 'by answer'])
  })

  it('a webhook receives after a restart the updates that arrived in the meantime', async () => {
    await hook.close()
    await say('kept')
    await expect
      .poll(async () => (await machine.call(bot.token, 'getWebhookInfo')).result.last_error_message)
      .toBe('Connection refused')
    await machine.restart()
    hook = await openHook()
    machine.allow(hook.url)
    await machine.call(bot.token, 'setWebhook', { url: hook.url })
    await expect.poll(got, { timeout: 6000 }).toEqual(['kept'])
  })

  it('a webhook gets each update once if two processes deliver, each chat in order', async () => {
    const second = await startMachine(machine.database)
    second.allow(hook.url)
    const people = await Promise.all(Array.from({ length: 10 }, () => machine.makePerson()))
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        people.map((from, index) =>
          (index % 2 ? machine : second).post('messages', { bot: bot.username, from, text: `${index}:${round}` }),
        ),
      )
    }
    await expect.poll(() => hook.got.length, { timeout: 20_000 }).toBe(50)
    for (let index = 0; index < people.length; index++) {
      expect(got().filter(text => text.startsWith(`${index}:`))).toEqual(
        [0, 1, 2, 3, 4].map(round => `${index}:${round}`),
      )
    }
    await second.close()
  })

  it.each([
    [{ url: 'nonsense' }, 'Bad Request: invalid webhook URL specified'],
    [{ url: 'http://a.id', secret_token: 'x'.repeat(257) }, 'Bad Request: secret token is too long'],
    [{ url: 'http://a.id', secret_token: 'ö' }, 'Bad Request: secret token contains unallowed characters'],
  ])('a webhook is refused: %j', async (values, description) => {
    expect(await machine.call(bot.token, 'setWebhook', values)).toEqual({ ok: false, error_code: 400, description })
  })
})

function queued(): Promise<{ kind: string; life: number }[]> {
  return machine.database.sql.query(
    `select kind, extract(epoch from expires_at - now())::float8 as life
     from local_bot_api.update_queue where bot_id = $1 order by update_id`,
    [bot.id],
  )
}

describe('starting', () => {
  const url = 'http://localhost/telegram'
  const needs = { url, log: silentLog, door: createDoor({ url }), outbound: createOutbound() }

  it('several processes can start simultaneously on an empty database, and again on their own', async () => {
    const empty = await createTestDatabase()
    for (let time = 0; time < 2; time++) {
      const starts = Array.from({ length: 4 }, () => createLocalBotApi({ ...needs, sql: empty.sql }))
      await Promise.all((await Promise.all(starts)).map(api => api.close()))
    }
    await empty.drop()
  })

  it('starting is refused in production', async () => {
    await expect(createLocalBotApi({ ...needs, sql: machine.database.sql, production: true })).rejects.toThrow(
      'does not start when NODE_ENV=production',
    )
  })
})
