import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BotScreens } from '../../../bot/bot.ts'
import type { ShopContext } from '../../../bot/context.ts'
import { makePress } from '../../../bot/telegram/message.ts'
import { html } from '../../../src/lib/html.ts'
import { type Chats, eventually, startChats } from '../chats.ts'

// Handlers of a test record their work, which is counted.
let handled: string[]
let failures: number
let pausing: { begun: number; atOnceMax: number; gate: Promise<void> | undefined }

const screens: BotScreens = {
  platform: [],
  shop: [
    {
      commands: {
        start: async ctx => {
          handled.push(`start ${ctx.once}`)
          await ctx.say({
            text: html`Halo <b>${ctx.customer.name}</b> di ${ctx.store.name}`,
            buttons: [
              [{ text: 'Quiet', press: makePress('quiet') }],
              [{ text: 'Toast', press: makePress('toast', 7) }],
            ],
          })
        },
        fail: async ctx => {
          handled.push('fail')
          if (failures-- > 0) throw new Error('this handler fails')
          await ctx.say({ text: html`worked` })
        },
      },
      presses: {
        quiet: async (ctx, args) => {
          handled.push(`quiet ${args.join(',')}`)
          await ctx.show({ text: html`changed` })
        },
        toast: {
          answers: true,
          run: async (ctx, args) => {
            handled.push(`toast ${args.join(',')}`)
            await ctx.toast(`nomor ${args[0]}`)
          },
        },
      },
      text: async (ctx, text) => {
        await countAtOnce(ctx, text)
      },
    },
  ],
}

async function countAtOnce(ctx: ShopContext, text: string): Promise<void> {
  pausing.begun++
  pausing.atOnceMax = Math.max(pausing.atOnceMax, pausing.begun)
  await pausing.gate
  handled.push(text)
  await ctx.say({ text: html`${text}` })
  pausing.begun--
}

let chats: Chats

beforeEach(() => {
  handled = []
  failures = 0
  pausing = { begun: 0, atOnceMax: 0, gate: undefined }
})

describe.each(['webhook', 'polling'] as const)('updates by %s', updates => {
  afterAll(() => chats.close())
  beforeAll(async () => {
    chats = await startChats({ updates, screens })
  })

  test('a message is answered, with names in any script shown as they are', async () => {
    const person = (await chats.machine.post('people', { first_name: '<b>&"' })).body.id
    await chats.say(person, '/start')
    await chats.settle()
    expect(await chats.texts(person)).toEqual(['> /start', 'Halo <b>&" di Warung Kopi'])
  })

  test('the same update twice, and two at once, are handled once', async () => {
    await chats.machine.post('updates', { mode: 'twice' })
    const person = await chats.customer()
    await chats.machine.post('updates', { mode: 'parallel' })
    await chats.say(person, 'satu')
    await chats.say(person, 'dua')
    await chats.settle()
    await chats.machine.post('updates', { mode: 'normal' })
    expect(handled.filter(each => each.startsWith('start'))).toHaveLength(1)
    expect(handled.filter(each => each === 'satu')).toHaveLength(1)
    expect(handled.filter(each => each === 'dua')).toHaveLength(1)
  })

  test('a press is acknowledged at once, and its message turns into the next screen', async () => {
    const person = await chats.customer()
    const [, shown] = await chats.messages(person)
    const pressed = await chats.press(person, shown.message_id, { button: 'Quiet' })
    expect(pressed.answer).toEqual({})
    await chats.settle()
    expect(await chats.texts(person)).toEqual(['> /start', 'changed'])
  })

  test("a press is answered with its handler's text", async () => {
    const person = await chats.customer()
    const [, shown] = await chats.messages(person)
    const pressed = await chats.press(person, shown.message_id, { button: 'Toast' })
    expect(pressed.answer).toMatchObject({ text: 'nomor 7' })
  })

  test.each([
    ['nonsense', 'abc'],
    ['another verb', 'pay:INV-1'],
    ['64 bytes', 'x'.repeat(64)],
    ['65 bytes', 'x'.repeat(65)],
    ['a verb of the prototype', 'constructor'],
    ['bytes of any kind', 'a\0b\ud800c'],
  ])('a press with %s is answered as expired', async (_, data) => {
    const person = await chats.customer()
    const [, shown] = await chats.messages(person)
    const pressed = await chats.press(person, shown.message_id, { data })
    expect(pressed.answer).toMatchObject({ text: 'Tombol ini sudah kedaluwarsa, buka /start' })
    await chats.settle()
    expect(handled).toHaveLength(1)
  })

  test('each chat is handled one update at a time and in order, even by two processes', async () => {
    await chats.another()
    const person = await chats.customer()
    const texts = Array.from({ length: 12 }, (_, index) => `pesan ${index}`)
    for (const text of texts) await chats.say(person, text)
    await chats.settle()
    expect(handled.slice(1)).toEqual(texts)
    expect(pausing.atOnceMax).toBe(1)
  })
})

describe('failures', () => {
  afterAll(() => chats.close())
  beforeAll(async () => {
    chats = await startChats({ screens })
  })

  test('a failing update is retried, and later updates of its chat wait for it', async () => {
    const person = await chats.customer()
    failures = 1
    await chats.say(person, '/fail')
    await chats.say(person, 'sesudahnya')
    await chats.settle()
    expect(handled.slice(1)).toEqual(['fail', 'fail', 'sesudahnya'])
  })

  test('an update that keeps failing is given up after three attempts, with a reference for the user', async () => {
    const person = await chats.customer()
    failures = 9
    await chats.say(person, '/fail')
    await eventually(async () => (await chats.texts(person)).length === 4, 'the sentence with the reference')
    const [dead] = await chats.app.sql.query<{ reference: string; attempts: number; error: string }>(
      `select reference, attempts, error from inbox where state = 'dead'`,
    )
    expect(dead).toMatchObject({ attempts: 3, error: 'this handler fails' })
    expect((await chats.texts(person)).at(-1)).toBe(`update.failed {"reference":"${dead!.reference}"}`)
    await chats.say(person, 'sesudahnya')
    await chats.settle()
    expect(handled.at(-1)).toBe('sesudahnya')
  })

  test('during an outage of Telegram updates wait, however often they fail, and none is lost', async () => {
    const person = await chats.customer()
    await chats.machine.post('faults', { method: 'sendMessage', error_code: 502, description: 'Bad Gateway' })
    await chats.say(person, 'satu')
    await chats.say(person, 'dua')
    for (let attempt = 1; attempt <= 5; attempt++) {
      await eventually(async () => handled.filter(each => each === 'satu').length >= attempt, `attempt ${attempt}`)
      await chats.app.sql.write(`update inbox set retry_at = now() where state = 'received'`)
    }
    await chats.machine.post('faults', { method: 'sendMessage', off: true })
    await chats.app.sql.write(`update inbox set retry_at = now() where state = 'received'`)
    await chats.settle()
    expect((await chats.texts(person)).slice(2)).toEqual(['> satu', '> dua', 'satu', 'dua'])
    expect(handled.indexOf('dua')).toBeGreaterThan(handled.lastIndexOf('satu'))
  })

  test('the handler itself waits out a short 429', async () => {
    const person = await chats.customer()
    await chats.machine.post('faults', { method: 'sendMessage', error_code: 429, retry_after: 1, count: 1 })
    await chats.say(person, 'satu')
    await chats.settle()
    expect(handled.filter(each => each === 'satu')).toHaveLength(1)
    expect((await chats.texts(person)).at(-1)).toBe('satu')
  })

  test('a customer who blocked the bot is marked, and restored when they come back', async () => {
    const person = await chats.customer()
    await chats.machine.post('blocks', { bot: chats.shop.username, person, blocked: true })
    await chats.settle()
    const blocked = () =>
      chats.app.sql.query<{ blocked: boolean }>(
        'select blocked_at is not null as blocked from customer where telegram_user_id = $1',
        [person],
      )
    expect(await blocked()).toEqual([{ blocked: true }])
    await chats.machine.post('blocks', { bot: chats.shop.username, person, blocked: false })
    await chats.say(person, 'halo')
    await chats.settle()
    expect(await blocked()).toEqual([{ blocked: false }])
  })

  test('an update claimed by a killed process is resumed when its lease expires', async () => {
    const person = await chats.customer()
    await chats.app.sql.write(
      `insert into chat_lease (bot_id, person_id, token, holder, leased_until)
       values ($1, $2, gen_random_uuid(), 'elsewhere 1 1', now() + interval '1 hour')`,
      [chats.shop.id, person],
    )
    await chats.say(person, 'satu')
    await eventually(async () => (await received(chats)) === 1, 'the update is stored')
    expect(handled).toHaveLength(1)
    await chats.app.sql.write(`update chat_lease set leased_until = now()`)
    await chats.settle()
    expect(handled.at(-1)).toBe('satu')
  })
})

describe('the webhook endpoint for Telegram', () => {
  afterAll(() => chats.close())
  beforeAll(async () => {
    chats = await startChats({ screens })
  })

  async function deliver(options: { hookId?: string; secret?: string; body?: string }) {
    const bot = (await chats.role.bots.byId(chats.shop.id))!
    const answer = await fetch(`${chats.app.config.baseUrl}/tg/${options.hookId ?? bot.hookId}`, {
      method: 'POST',
      headers: { 'X-Telegram-Bot-Api-Secret-Token': options.secret ?? bot.hookSecrets()[0] },
      body: options.body ?? JSON.stringify({ update_id: 1_000_000, message: messageFrom(5) }),
    })
    return answer.status
  }

  const pressOf = (update_id: number, data: string) => {
    const { from, ...message } = messageFrom(5)
    return { update_id, callback_query: { id: `press ${update_id}`, from, message, chat_instance: '1', data } }
  }
  const answerTo = async (update: object) => {
    const bot = (await chats.role.bots.byId(chats.shop.id))!
    const answer = await fetch(`${chats.app.config.baseUrl}/tg/${bot.hookId}`, {
      method: 'POST',
      headers: { 'X-Telegram-Bot-Api-Secret-Token': bot.hookSecrets()[0]! },
      body: JSON.stringify(update),
    })
    return answer.text()
  }

  test('a press is acknowledged in the webhook response, even if repeated, unless its handler has a text', async () => {
    const reply = { method: 'answerCallbackQuery', callback_query_id: 'press 1000010' }
    expect(JSON.parse(await answerTo(pressOf(1_000_010, makePress('quiet'))))).toEqual(reply)
    expect(JSON.parse(await answerTo(pressOf(1_000_010, makePress('quiet'))))).toEqual(reply)
    expect(await answerTo(pressOf(1_000_011, makePress('toast', 7)))).toBe('')
    expect(await answerTo({ update_id: 1_000_012, message: messageFrom(5) })).toBe('')
    await chats.settle()
    expect(handled).toContain('quiet ')
  })

  test('a press is acknowledged by a separate call if its update cannot be stored', async () => {
    const person = await chats.customer()
    const { message_id } = (await chats.messages(person)).at(-1)
    await chats.app.sql.write('alter table inbox rename to inbox_away')
    expect((await chats.press(person, message_id, { button: 'Quiet' })).answer).toEqual({})
    await chats.app.sql.write('alter table inbox_away rename to inbox')
    await eventually(async () => handled.includes('quiet '), 'Telegram brings it again')
    await chats.settle()
  })

  test('the webhook accepts an update with the right secret, once', async () => {
    expect(await deliver({})).toBe(200)
    expect(await deliver({})).toBe(200)
    await chats.settle()
    expect(handled).toEqual([`start ${chats.shop.id}:1000000`])
  })

  test('the webhook rejects an unknown address, a wrong secret and the secret of another bot', async () => {
    const other = (await chats.role.bots.platform())!
    expect(await deliver({ hookId: 'unknown' })).toBe(404)
    expect(await deliver({ secret: '' })).toBe(401)
    expect(await deliver({ secret: other.hookSecrets()[0]! })).toBe(401)
    expect(handled).toEqual([])
  })

  test('the webhook accepts only JSON of one update and of at most 1 MB', async () => {
    expect(await deliver({ body: 'nonsense' })).toBe(400)
    expect(await deliver({ body: '[]' })).toBe(400)
    const long = { ...messageFrom(5), text: 'x'.repeat(1_048_577) }
    expect(await deliver({ body: JSON.stringify({ update_id: 1_000_001, message: long }) })).toBe(400)
  })

  test('the webhook stores nothing that is written in a group', async () => {
    const message = { ...messageFrom(5), chat: { id: -100, type: 'supergroup', title: 'Ramai' } }
    expect(await deliver({ body: JSON.stringify({ update_id: 1_000_002, message }) })).toBe(200)
    expect(await chats.app.sql.query('select 1 from inbox where update_id = 1000002')).toEqual([])
  })

  test('the webhook returns 503 while it cannot store the update, so that Telegram sends it again', async () => {
    await chats.app.sql.write('alter table inbox rename to inbox_away')
    const body = JSON.stringify({ update_id: 1_000_003, message: messageFrom(5) })
    expect(await deliver({ body })).toBe(503)
    await chats.app.sql.write('alter table inbox_away rename to inbox')
    expect(await deliver({ body })).toBe(200)
    await chats.settle()
    expect(handled).toHaveLength(1)
  })
})

function messageFrom(person: number) {
  return {
    message_id: 1,
    date: 1_790_000_000,
    chat: { id: person, type: 'private', first_name: 'Rina' },
    from: { id: person, is_bot: false, first_name: 'Rina' },
    text: '/start',
  }
}

async function received(chats: Chats): Promise<number> {
  const [row] = await chats.app.sql.query<{ count: number }>(`select count(*) from inbox where state = 'received'`)
  return row!.count
}
