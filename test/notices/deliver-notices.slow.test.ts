import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NoticeReader, NoticeViews } from '../../bot/notices/notice-view.ts'
import type { Attachment, Message } from '../../bot/telegram/message.ts'
import { Html, html } from '../../src/lib/html.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { deliverNotices } from '../../src/notices/deliver-notices.ts'
import { renewSql } from '../../src/notices/deliver-notices-sql.ts'
import { planNotices } from '../../src/notices/plan-notices.ts'
import { type Chats, eventually, startChats } from '../bot/chats.ts'

// The next answer of each view, by the notice's order number.
let say: Record<string, () => Message | null | number>

const views = new Proxy({} as NoticeViews, {
  get:
    () =>
    async (_: NoticeReader, { orderNumber }: { orderNumber: string }) =>
      say[orderNumber] ? say[orderNumber]() : { text: html`${orderNumber}` },
})

let chats: Chats

beforeAll(async () => {
  chats = await startChats({ screens: { shop: [], platform: [] }, views, isStarted: false })
})
afterAll(() => chats.close())
beforeEach(() => {
  say = {}
})

/** Creates a person whom the shop may write to. */
async function person(): Promise<number> {
  const id = await chats.machine.makePerson('Rina')
  await chats.say(id, '/start')
  await chats.app.sql.write(
    `insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, created_at) values ($1, $2, $3, $3, 'Rina', now())`,
    [chats.accountId, chats.shop.id, id],
  )
  return id
}

async function plan(chatId: number, ...orderNumbers: string[]): Promise<void> {
  await chats.app.transaction('installation', tx =>
    planNotices(
      tx,
      chats.app.now(),
      orderNumbers.map(orderNumber => ({
        botId: chats.shop.id,
        chatId,
        accountId: chats.accountId,
        kind: 'order.completed',
        data: { orderNumber },
        key: orderNumber,
      })),
    ),
  )
}

function deliver(messenger = chats.role.messenger): Promise<number> {
  return waitUntilFinished(deliverNotices({ ...chats.app, messenger }, 100))
}

async function notices(chatId: number) {
  return chats.app.sql.query<{ state: string; attempts: number; error: string | null; isWaiting: boolean }>(
    `select state, attempts, last_error as error, is_waiting as "isWaiting" from notice where chat_id = $1 order by id`,
    [chatId],
  )
}

async function received(chatId: number): Promise<string[]> {
  return (await chats.texts(chatId)).filter(text => !text.startsWith('> '))
}

const fault = (rule: object) => chats.machine.post('faults', { bot: chats.shop.username, ...rule })

describe('a notice', () => {
  test('a notice is sent once, even if it is planned repeatedly', async () => {
    const chat = await person()
    await plan(chat, 'A-1')
    await plan(chat, 'A-1')
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    expect(await received(chat)).toEqual(['A-1'])
  })

  test('a notice keeps its place among those of its chat', async () => {
    const chat = await person()
    await plan(chat, 'B-1', 'B-2')
    await plan(chat, 'B-3')
    await Promise.all([deliver(), deliver()])
    expect(await received(chat)).toEqual(['B-1', 'B-2', 'B-3'])
  })

  test('a notice waits for its subject without delaying later ones', async () => {
    const chat = await person()
    say['C-1'] = () => 2
    await plan(chat, 'C-1')
    await deliver()
    await plan(chat, 'C-2')
    await deliver()
    expect(await received(chat)).toEqual(['C-2'])
    expect((await notices(chat))[0]).toMatchObject({ state: 'pending', isWaiting: true, attempts: 0 })
    say = {}
    chats.advance(2)
    await deliver()
    expect(await received(chat)).toEqual(['C-2', 'C-1'])
  })

  test('a notice without content is skipped', async () => {
    const chat = await person()
    say['D-1'] = () => null
    await plan(chat, 'D-1')
    await deliver()
    expect(await notices(chat)).toMatchObject([{ state: 'skipped' }])
  })

  test('a notice with an unknown outcome is sent again', async () => {
    const chat = await person()
    await plan(chat, 'E-1', 'E-2')
    await fault({ method: 'sendMessage', error_code: 500, description: 'Internal Server Error', count: 1 })
    await deliver()
    expect(await received(chat)).toEqual([])
    expect(await notices(chat)).toMatchObject([
      { state: 'pending', attempts: 1 },
      { state: 'pending', attempts: 0 },
    ])
    chats.advance(2)
    await deliver()
    expect(await received(chat)).toEqual(['E-1', 'E-2'])
  })

  test('a notice that a database outage interrupts is sent afterwards, without counting an attempt', async () => {
    const chat = await person()
    await plan(chat, 'I-1')
    say['I-1'] = () => {
      throw Object.assign(new Error('the database system is shutting down'), { code: '57P03' })
    }
    await deliver()
    expect(await notices(chat)).toMatchObject([{ state: 'pending', attempts: 0, isWaiting: false }])
    say = {}
    await deliver()
    expect(await received(chat)).toEqual(['I-1'])
  })

  test('a notice survives an hour without Telegram', async () => {
    const chat = await person()
    await plan(chat, 'F-1', 'F-2')
    await fault({ method: 'sendMessage', error_code: 502, description: 'Bad Gateway' })
    for (let tenMinutes = 0; tenMinutes < 6; tenMinutes++) {
      await deliver()
      chats.advance(600)
    }
    await fault({ method: 'sendMessage', off: true })
    await deliver()
    expect(await received(chat)).toEqual(['F-1', 'F-2'])
  })

  test('a notice of a throttled bot waits, and so do the others of that bot', async () => {
    const [one, other] = [await person(), await person()]
    await plan(one, 'G-1')
    await plan(other, 'G-2')
    await fault({ method: 'sendMessage', error_code: 429, retry_after: 30 })
    await deliver()
    await fault({ method: 'sendMessage', off: true })
    expect(await deliver()).toBe(0)
    expect(await notices(one)).toMatchObject([{ state: 'pending', attempts: 0 }])
    await chats.app.sql.write(`update bot set quiet_until = quiet_until - interval '31 s'`)
    await deliver()
    expect([...(await received(one)), ...(await received(other))]).toEqual(['G-1', 'G-2'])
  })

  test('a notice to a person who blocked the bot pauses, and is sent once they are back', async () => {
    const chat = await person()
    await chats.machine.post('blocks', { bot: chats.shop.username, person: chat, blocked: true })
    await plan(chat, 'H-1', 'H-2')
    await deliver()
    expect(await notices(chat)).toMatchObject([{ state: 'blocked' }, { state: 'blocked' }])
    const [customer] = await chats.app.sql.query('select blocked_at from customer where chat_id = $1', [chat])
    expect(customer).toMatchObject({ blocked_at: expect.any(Date) })

    await chats.machine.post('blocks', { bot: chats.shop.username, person: chat, blocked: false })
    const bot = (await chats.role.bots.byId(chats.shop.id))!
    await chats.role.inbox.take(bot, [greeting(chat)])
    const isHandled = () => chats.app.sql.query(`select 1 from inbox where person_id = $1 and state = 'done'`, [chat])
    await eventually(async () => (await isHandled()).length === 1, 'the greeting is handled')
    await deliver()
    expect((await received(chat)).slice(-2)).toEqual(['H-1', 'H-2'])
  })

  test('a notice with markup that Telegram refuses is sent as plain text', async () => {
    const chat = await person()
    say['I-1'] = () => ({ text: new Html('<b>Tiga < empat &amp; lima') })
    await plan(chat, 'I-1')
    await deliver()
    expect(await received(chat)).toEqual(['Tiga < empat & lima'])
  })

  test('a notice that will never be accepted is given up, without delaying others', async () => {
    const chat = await person()
    say['J-1'] = () => ({ text: html`J-1`, buttons: [[{ text: 'x', press: 'y'.repeat(65) }]] })
    await plan(chat, 'J-1', 'J-2')
    await deliver()
    expect(await notices(chat)).toMatchObject([
      { state: 'failed', error: expect.stringMatching(/BUTTON_DATA_INVALID/) },
      { state: 'sent' },
    ])
  })

  test('a notice of a killed process is sent when its lease expires', async () => {
    const chat = await person()
    await plan(chat, 'K-1')
    const dies = { deliver: () => Promise.reject(new Error('killed')) }
    await deliver(dies)
    expect(await deliver()).toBe(0)
    await chats.app.sql.write(`update notice set leased_until = now() where chat_id = $1`, [chat])
    await deliver()
    expect(await received(chat)).toEqual(['K-1'])
  })

  test('a slow notice keeps its lease, only under its own token', async () => {
    const chat = await person()
    await plan(chat, 'L-1')
    await deliver({ deliver: () => Promise.reject(new Error('killed')) })
    const [held] = await chats.app.sql.query<{ id: number; token: string }>(
      'update notice set leased_until = now() where chat_id = $1 returning id, lease_token as token',
      [chat],
    )
    const own = `${held!.id} ${held!.token}`
    const keys = [own, `${held!.id} ${randomUUID()}`, `0 ${held!.token}`]
    const renewed = await chats.app.sql.query(renewSql, { keys, leaseS: 15 })
    expect(renewed).toEqual([{ key: own }])
    expect(await deliver()).toBe(0)
  })
})

describe('pictures', () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  let uploads: number
  const picture = (key: string): Attachment => ({
    key,
    name: 'kode.png',
    async bytes() {
      uploads++
      return pixel
    },
  })

  beforeEach(() => {
    uploads = 0
  })

  test('pictures are uploaded once for a bot, and again if Telegram no longer has them', async () => {
    const chat = await person()
    for (const order of ['L-1', 'L-2', 'L-3']) say[order] = () => ({ text: html`${order}`, photo: picture('L') })
    await plan(chat, 'L-1', 'L-2')
    await deliver()
    expect(uploads).toBe(1)
    await chats.machine.post('forgotten-files', { bot: chats.shop.username })
    await plan(chat, 'L-3')
    await deliver()
    expect(uploads).toBe(2)
    expect(await received(chat)).toEqual(['L-1', 'L-2', 'L-3'])
    expect((await chats.messages(chat)).at(-1)).toMatchObject({ photo: expect.any(Array) })
  })
})

describe('a notice that edits an earlier message', () => {
  async function planChange(chatId: number, order: string): Promise<void> {
    await chats.app.transaction('installation', tx =>
      planNotices(tx, chats.app.now(), [
        {
          botId: chats.shop.id,
          chatId,
          accountId: chats.accountId,
          kind: 'order.code_ended',
          data: { orderNumber: `${order} changed`, invoiceId: order, status: 'paid', reason: null },
          key: order,
          edits: { kind: 'order.completed', key: order },
        },
      ]),
    )
  }

  test('an edit shows the current state, and removes the buttons', async () => {
    const chat = await person()
    say['M-1'] = () => ({ text: html`Bayar`, buttons: [[{ text: 'Batal', press: 'x' }]] })
    await plan(chat, 'M-1')
    await deliver()
    await planChange(chat, 'M-1')
    await deliver()
    const shown = (await chats.messages(chat)).filter(message => message.from?.is_bot)
    expect(shown).toHaveLength(1)
    expect(shown[0]).toMatchObject({ text: 'M-1 changed', edit_date: expect.any(Number) })
    expect(shown[0].reply_markup).toBeUndefined()
  })

  test('an edit is done if the message already has its content', async () => {
    const chat = await person()
    say['N-1'] = () => ({ text: html`N-1 changed` })
    await plan(chat, 'N-1')
    await planChange(chat, 'N-1')
    await deliver()
    expect(await notices(chat)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })

  test('an edit of a deleted message is sent as a new one', async () => {
    const chat = await person()
    await plan(chat, 'O-1')
    await deliver()
    await fault({
      method: 'editMessageText',
      error_code: 400,
      description: 'Bad Request: message to edit not found',
      count: 1,
    })
    await planChange(chat, 'O-1')
    await deliver()
    expect(await received(chat)).toEqual(['O-1', 'O-1 changed'])
  })

  test('an edit waits for the message that it changes', async () => {
    const chat = await person()
    say['P-1'] = () => 5
    await plan(chat, 'P-1')
    await deliver()
    await planChange(chat, 'P-1')
    expect(await deliver()).toBe(0)
    say = {}
    chats.advance(5)
    await deliver()
    expect(await received(chat)).toEqual(['P-1 changed'])
  })

  test('an edit does not wait for a message that was planned after it', async () => {
    const chat = await person()
    await planChange(chat, 'Q-1')
    await plan(chat, 'Q-1')
    await deliver()
    expect(await notices(chat)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })
})

describe('a bot whose token was revoked', () => {
  test("a revoked bot's notices pause until it has another token, and its owner is notified", async () => {
    const shop = await chats.addShop('revoked')
    const merchant = await chats.machine.makePerson('Sari')
    await chats.say(merchant, '/start', chats.platform)
    await chats.app.sql.write(
      `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, $2, 'Sari', 'id', now())`,
      [shop.accountId, merchant],
    )
    const customer = await chats.machine.makePerson('Rina')
    await chats.say(customer, '/start', shop)
    await chats.app.transaction('installation', tx =>
      planNotices(tx, chats.app.now(), [
        {
          botId: shop.id,
          chatId: customer,
          accountId: shop.accountId,
          kind: 'order.completed',
          data: { orderNumber: 'Q-1' },
          key: 'Q-1',
        },
      ]),
    )
    const renewed = (await chats.machine.post('tokens', { bot: shop.username })).body
    await deliver()
    const [row] = await chats.app.sql.query<{ state: string }>('select state from bot where id = $1', [shop.id])
    expect(row).toEqual({ state: 'revoked' })
    say.undefined = () => ({ text: html`dicabut` })
    await deliver()
    expect(await chats.texts(merchant, chats.platform)).toEqual(['> /start', 'dicabut'])

    const { addBot } = await import('../../bot/bots/add-bot.ts')
    await addBot(chats.app, { token: renewed.token, accountId: shop.accountId, mode: 'test' })
    chats.role.bots.forget()
    await deliver()
    expect(await chats.texts(customer, shop)).toEqual(['> /start', 'Q-1'])
  })
})

function greeting(personId: number) {
  return {
    update_id: 900_000_000 + personId,
    message: {
      message_id: 9,
      date: 1_790_000_000,
      chat: { id: personId, type: 'private' as const, first_name: 'Rina' },
      from: { id: personId, is_bot: false, first_name: 'Rina' },
      text: '/start',
    },
  }
}
