import http from 'node:http'
import { Bot } from 'grammy'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Machine, startMachine } from './machine.ts'

let machine: Machine
let made: { id: number; username: string; token: string }
let person: number
beforeAll(async () => {
  machine = await startMachine()
})
afterAll(() => machine.close())
beforeEach(async () => {
  made = await machine.makeBot()
  person = await machine.startedPerson(made)
})

const call = (method: string, values: object) => machine.call(made.token, method, values)

describe('bots', () => {
  it('a bot is created as BotFather would, and a name in use returns its existing bot', async () => {
    const first = await machine.post('bots', { username: 'Toko_Kita_bot', first_name: 'Toko Kita' })
    expect(first).toEqual({
      status: 200,
      body: { id: expect.any(Number), username: 'Toko_Kita_bot', token: expect.stringMatching(/^\d+:[\w-]{35}$/) },
    })
    expect(first.body.token.split(':')[0]).toBe(String(first.body.id))
    expect((await machine.post('bots', { username: '@toko_kita_BOT', first_name: 'Other' })).body).toEqual(first.body)
    expect(await machine.get('bots')).toContainEqual({
      id: first.body.id,
      username: 'Toko_Kita_bot',
      first_name: 'Toko Kita',
    })
  })

  it('several processes that request one name at once get the same bot', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => machine.post('bots', { username: 'raced_bot', first_name: 'R' })),
    )
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
  })
})

describe('unknown or invalid requests to the control', () => {
  it.each([
    ['messages', { bot: 'nobody_bot', from: 1, text: 'x' }],
    ['presses', { bot: 'nobody_bot', from: 1, message_id: 1, data: 'x' }],
    ['blocks', { bot: 'nobody_bot', person: 1, blocked: true }],
    ['updates', { bot: 'nobody_bot', mode: 'normal' }],
    ['faults', { bot: 'nobody_bot', method: 'sendMessage', error_code: 500 }],
    ['tokens', { bot: 'nobody_bot' }],
    ['nothing', {}],
  ])('a request to %s for an unknown bot is a 404 with an error', async (path, body) => {
    expect(await machine.post(path, body)).toEqual({ status: 404, body: { error: expect.any(String) } })
  })

  it('an unknown person, message or button is a 404 with an error', async () => {
    const bot = made.username
    await call('sendMessage', {
      chat_id: person,
      text: 'x',
      reply_markup: { inline_keyboard: [[{ text: 'Beli', callback_data: 'b' }]] },
    })
    for (const body of [
      { bot, from: 1, message_id: 2, button: 'Beli' },
      { bot, from: person, message_id: 99, button: 'Beli' },
      { bot, from: person, message_id: 2, button: 'Jual' },
    ]) {
      expect(await machine.post('presses', body)).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    }
    expect((await machine.post('messages', { bot, from: 1, text: 'x' })).status).toBe(404)
    expect((await machine.get(`messages?bot=${bot}&person=1`)).error).toMatch(/no person/)
    expect((await machine.get(`messages?bot=nobody_bot&person=${person}`)).error).toMatch(/no bot/)
  })

  it.each([
    ['bots', { username: 'x', first_name: 'X' }],
    ['bots', { username: 'shop_bot' }],
    ['people', {}],
    ['people', { first_name: 7 }],
    ['messages', {}],
    ['messages', { bot: 'b', from: 'x', text: 'x' }],
    ['messages', { bot: 'b', from: 1, text: 'x', photo: { name: 'a', base64: '' } }],
    ['messages', { bot: 'b', from: 1, document: { name: 'a', base64: '!!' } }],
    ['presses', { bot: 'b', from: 1, message_id: 1 }],
    ['updates', { mode: 'sideways' }],
    ['updates', { mode: 'delay' }],
    ['faults', { method: 'sendMessage' }],
    ['faults', { error_code: 500 }],
    ['blocks', { bot: 'b', person: 1 }],
    ['bots', '{"username":'],
    ['bots', '[]'],
    ['bots', 'null'],
  ])('a request to %s with %j is a 400 with an error', async (path, body) => {
    expect(await machine.post(path, body)).toEqual({ status: 400, body: { error: expect.any(String) } })
  })

  it.each(['/bot%E0%A4%A/getMe', '/control/%ff', '/file/bot1', '/control/files/', '/../../package.json', '/bot'])(
    'the address %s causes no failure',
    async path => {
      expect([401, 404]).toContain(await statusOf(path))
    },
  )

  it('a double slash, as from a base with a trailing slash, reaches the same endpoint', async () => {
    expect([await statusOf('//'), await statusOf('//bot')]).toEqual([200, 404])
  })

  const statusOf = (path: string) => {
    const { hostname, port } = new URL(machine.url)
    return new Promise(resolve =>
      http.get({ hostname, port, path: `/telegram${path}` }, answer => resolve(answer.resume().statusCode)),
    )
  }

  it('a page of another site cannot send requests', async () => {
    const answer = await fetch(`${machine.url}/control/people`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
      body: '{"first_name":"Mallory"}',
    })
    expect(answer.status).toBe(403)
  })

  it('a body that is refused halfway does not hold up the next request on its connection', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const send = (method: string, headers: http.OutgoingHttpHeaders, body?: Buffer) =>
      new Promise(resolve => {
        const sent = http.request(`${machine.url}/control/bots`, { agent, method, headers }, answer =>
          answer.resume().once('end', () => resolve([answer.statusCode, sent.reusedSocket])),
        )
        sent.end(body)
      })
    const tooLarge = Buffer.alloc(51 * 1024 * 1024)
    expect(await send('POST', { 'content-type': 'application/json' }, tooLarge)).toEqual([400, false])
    expect(await send('GET', {})).toEqual([200, true])
    agent.destroy()
  })
})

describe('messages of a person', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

  it('a person sends texts, photos, documents and contacts', async () => {
    const bot = made.username
    await machine.post('messages', { bot, from: person, photo: { name: 'bukti.png', base64: png } })
    await machine.post('messages', { bot, from: person, document: { name: 'kode.txt', base64: 'YQ==' }, caption: '/x' })
    await machine.post('messages', { bot, from: person, contact: { phone_number: '628123' } })
    const { result } = await call('getUpdates', {})
    const [, photo, document, contact] = result.map(({ message }: Answer) => message)
    expect(photo.photo).toMatchObject([{ width: 1, height: 1 }])
    expect(document).toMatchObject({ document: { file_name: 'kode.txt', mime_type: 'text/plain' }, caption: '/x' })
    expect(contact.contact).toEqual({ phone_number: '628123', first_name: 'Rina', user_id: person })
    const file = await call('getFile', { file_id: document.document.file_id })
    expect(await (await fetch(`${machine.url}/file/bot${made.token}/${file.result.file_path}`)).text()).toBe('a')
  })

  it('a person sends stickers and voice notes, and the bot receives them', async () => {
    const send = (what: object) => machine.post('messages', { bot: made.username, from: person, ...what })
    expect((await send({ sticker: { name: 'halo.png', base64: png, emoji: '😊' } })).status).toBe(200)
    expect((await send({ voice: { name: 'suara.ogg', base64: 'T2dnUw==', duration: 3 } })).status).toBe(200)
    const { result } = await call('getUpdates', {})
    const [sticker, voice] = result.slice(-2).map(({ message }: Answer) => message)
    expect(sticker.sticker).toMatchObject({ type: 'regular', width: 1, height: 1, emoji: '😊', is_video: false })
    expect(sticker).not.toHaveProperty('caption')
    expect(voice.voice).toMatchObject({ duration: 3, mime_type: 'audio/ogg', file_size: 4 })
    expect(await send({ sticker: { name: 'a.webp', base64: 'YQ==' } })).toEqual({
      status: 400,
      body: { error: 'IMAGE_PROCESS_FAILED' },
    })
    expect((await send({ voice: { name: 'a.ogg', base64: 'YQ==', duration: -1 } })).status).toBe(400)
    expect((await send({ text: 'x', voice: { name: 'a.ogg', base64: 'YQ==' } })).status).toBe(400)
  })

  it('messages can contain any characters, and never break the queue', async () => {
    const text = '<b>&" 😀 \u0000 \ud800 end'
    expect((await machine.post('messages', { bot: made.username, from: person, text })).status).toBe(200)
    const { result } = await call('getUpdates', {})
    expect(result.at(-1).message.text).toBe('<b>&" 😀   � end')
  })

  it('a person who blocks the bot cannot send messages', async () => {
    await machine.post('blocks', { bot: made.username, person, blocked: true })
    expect(await machine.post('messages', { bot: made.username, from: person, text: 'x' })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('blocked') },
    })
  })
})

describe('presses', () => {
  const sendKeyboard = async () =>
    (
      await call('sendMessage', {
        chat_id: person,
        text: 'x',
        reply_markup: {
          inline_keyboard: [
            [{ text: 'Beli', callback_data: 'buy:1', style: 'success' }],
            [{ text: 'Buka', url: 'http://localhost:3000/pay?x=1' }],
            [{ text: 'Salin', copy_text: { text: '25321' } }],
          ],
        },
      })
    ).result.message_id

  it('presses wait until the bot acknowledges, and report its answer and duration', async () => {
    const message_id = await sendKeyboard()
    const pressing = machine.post('presses', { bot: made.username, from: person, message_id, button: 'Beli' })
    const update = await nextPress()
    expect(update.callback_query).toMatchObject({
      data: 'buy:1',
      from: { id: person },
      message: { message_id, text: 'x' },
    })
    await call('answerCallbackQuery', { callback_query_id: update.callback_query.id, text: 'Habis', show_alert: true })
    const { body } = await pressing
    expect(body).toEqual({
      update_id: update.update_id,
      answer: { text: 'Habis', show_alert: true },
      answered_after_ms: expect.any(Number),
    })
    // Answered a second time, as if the update had been delivered twice: accepted, without a visible effect.
    const again = await call('answerCallbackQuery', { callback_query_id: update.callback_query.id, text: 'x' })
    expect(again.ok).toBe(true)
  })

  it('each press of a batch gets its own result', async () => {
    const message_id = await sendKeyboard()
    const pressing = machine.post('presses', { bot: made.username, from: person, message_id, button: 'Beli' })
    const { callback_query } = await nextPress()
    const answer = (callback_query_id: string, text: string) =>
      call('answerCallbackQuery', { callback_query_id, text }).then(({ ok }) => ok)
    const given = await Promise.all([
      ...['satu', 'dua', 'tiga'].map(text => answer(callback_query.id, text)),
      answer('123', 'empat'),
      machine
        .call('7100000000:nobody', 'answerCallbackQuery', { callback_query_id: callback_query.id })
        .then(({ ok }) => ok),
    ])
    expect(given).toEqual([true, true, true, false, false])
    expect(['satu', 'dua', 'tiga']).toContain((await pressing).body.answer.text)
  })

  it('simultaneous presses create one update each, with consecutive numbers', async () => {
    const message_id = await sendKeyboard()
    const all = ['buy:1', 'buy:2', 'buy:3', 'buy:4', 'buy:5']
    const pressing = all.map(data => machine.post('presses', { bot: made.username, from: person, message_id, data }))
    const updates: Answer[] = []
    while (updates.length < all.length) {
      const { result } = await call('getUpdates', { offset: (updates.at(-1)?.update_id ?? 0) + 1, timeout: 5 })
      updates.push(...result.filter((update: Answer) => update.callback_query))
      for (const { callback_query } of result) {
        await call('answerCallbackQuery', { callback_query_id: callback_query?.id, text: callback_query?.data })
      }
    }
    const pressed = (await Promise.all(pressing)).map(({ body }) => body)
    expect(pressed.map(({ answer }) => answer.text)).toEqual(all)
    const numbers = pressed.map(({ update_id }) => update_id).sort()
    expect(numbers).toEqual(all.map((_, at) => numbers[0] + at))
    expect(updates.map(({ update_id }) => update_id)).toEqual(numbers)
  })

  it('a press can carry invented data', async () => {
    const message_id = await sendKeyboard()
    for (const data of ['x'.repeat(65), '', '\u0000\u0001', '😀\ud800', '<b>&"']) {
      const pressing = machine.post('presses', { bot: made.username, from: person, message_id, data })
      const update = await nextPress()
      expect(update.callback_query.data).toBe(data)
      await call('answerCallbackQuery', { callback_query_id: update.callback_query.id })
      expect((await pressing).body.answer).toEqual({})
    }
  })

  it('a press on a link or copy button never reaches the bot', async () => {
    const message_id = await sendKeyboard()
    const press = (button: string) => machine.post('presses', { bot: made.username, from: person, message_id, button })
    expect((await press('Buka')).body).toEqual({ url: 'http://localhost:3000/pay?x=1' })
    expect((await press('Salin')).body).toEqual({ copied: '25321' })
  })

  it('a press on a reply keyboard sends its text, or the contact', async () => {
    const { result } = await call('sendMessage', {
      chat_id: person,
      text: 'x',
      reply_markup: { keyboard: [['Lewati', { text: 'Bagikan nomor', request_contact: true }]] },
    })
    const { message_id } = result
    for (const button of ['Lewati', 'Bagikan nomor']) {
      await machine.post('presses', { bot: made.username, from: person, message_id, button })
    }
    const [skipped, shared] = (await machine.messages(made, person)).slice(-2)
    expect(skipped.text).toBe('Lewati')
    expect(shared.contact).toMatchObject({ user_id: person, phone_number: expect.stringMatching(/^628/) })
  })

  it('a press cannot be answered after 15 seconds, nor by another bot', async () => {
    const message_id = await sendKeyboard()
    void machine.post('presses', { bot: made.username, from: person, message_id, button: 'Beli' })
    const { callback_query } = await nextPress()
    const other = await machine.makeBot()
    const tooOld = 'Bad Request: query is too old and response timeout expired or query ID is invalid'
    const values = { callback_query_id: callback_query.id }
    expect((await machine.call(other.token, 'answerCallbackQuery', values)).description).toBe(tooOld)
    await machine.database.sql.write(
      "update local_bot_api.callback_query set pressed_at = pressed_at - interval '16 s' where id = $1",
      [callback_query.id],
    )
    expect((await call('answerCallbackQuery', values)).description).toBe(tooOld)
  })

  // The speed is measured by drills/bench/presses.test.ts.
  it('simultaneous presses of 50 people are each acknowledged', async () => {
    const shop = new Bot(made.token, { client: { apiRoot: machine.url } })
    shop.on('callback_query', ctx => ctx.answerCallbackQuery())
    await shop.init()
    let offset = 0
    let going = true
    // Every press is handled immediately, as by a bot with webhooks; grammY's own polling handles them one by one.
    const polling = (async () => {
      while (going) {
        const { result } = await call('getUpdates', { offset, timeout: 1 })
        for (const update of result) {
          offset = update.update_id + 1
          void shop.handleUpdate(update)
        }
      }
    })()
    const people = await Promise.all(Array.from({ length: 50 }, () => machine.startedPerson(made)))
    const chats = await Promise.all(
      people.map(async id => ({
        id,
        message_id: (
          await call('sendMessage', {
            chat_id: id,
            text: 'x',
            reply_markup: { inline_keyboard: [[{ text: 'Beli', callback_data: 'b' }]] },
          })
        ).result.message_id,
      })),
    )
    const times: (number | null)[] = []
    await Promise.all(
      chats.map(async ({ id, message_id }) => {
        for (let round = 0; round < 2; round++) {
          const press = { bot: made.username, from: id, message_id, button: 'Beli' }
          times.push((await machine.post('presses', press)).body.answered_after_ms)
        }
      }),
    )
    going = false
    await polling
    expect(times).toHaveLength(100)
    expect(times.every(time => time !== null)).toBe(true)
  })
})

/** Returns the next press that the bot has not confirmed. */
async function nextPress(): Promise<Answer> {
  for (;;) {
    const { result } = await call('getUpdates', { timeout: 5 })
    const last = result.at(-1)
    const { callback_query } = last
    await call('getUpdates', { offset: last.update_id + 1 })
    if (callback_query) return last
  }
}

describe('faults', () => {
  it('a fault returns its error and its waiting time as often as requested', async () => {
    await machine.post('faults', {
      bot: made.username,
      method: 'sendMessage',
      error_code: 429,
      retry_after: 7,
      count: 2,
    })
    const refused = {
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    }
    expect(await call('sendMessage', { chat_id: person, text: 'x' })).toEqual(refused)
    expect(await call('SENDMESSAGE', { chat_id: person, text: 'x' })).toEqual(refused)
    expect((await call('sendMessage', { chat_id: person, text: 'x' })).ok).toBe(true)
  })

  it('a fault stays until it is switched off, for one bot or for all', async () => {
    const other = await machine.makeBot()
    await machine.post('faults', { method: 'getMe', error_code: 502, description: 'Bad Gateway: away' })
    for (const bot of [made, other]) {
      for (let time = 0; time < 3; time++) {
        expect(await machine.call(bot.token, 'getMe')).toEqual({
          ok: false,
          error_code: 502,
          description: 'Bad Gateway: away',
        })
      }
    }
    await machine.post('faults', { method: 'getMe', off: true })
    expect((await call('getMe', {})).ok).toBe(true)
  })

  it('a fault with a count ends exactly then, even under simultaneous requests', async () => {
    await machine.post('faults', { bot: made.username, method: 'getMe', error_code: 500, count: 10 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => call('getMe', {})))
    expect(answers.filter(({ ok }) => !ok)).toHaveLength(10)
  })

  it('a fault with timeout_ms executes the call and cuts the connection instead of answering', async () => {
    await machine.post('faults', { bot: made.username, method: 'sendMessage', timeout_ms: 50, count: 1 })
    await expect(call('sendMessage', { chat_id: person, text: 'in doubt' })).rejects.toThrow()
    expect((await machine.messages(made, person)).at(-1).text).toBe('in doubt')
  })
})

describe('reset and restart', () => {
  it('a restart loses nothing', async () => {
    await machine.post('updates', { bot: made.username, mode: 'hold' })
    await machine.post('messages', { bot: made.username, from: person, text: 'held' })
    await machine.post('faults', { bot: made.username, method: 'getMe', error_code: 500, count: 1 })
    const before = await machine.messages(made, person)
    await machine.restart()
    expect(await machine.messages(made, person)).toEqual(before)
    expect((await call('getMe', {})).error_code).toBe(500)
    expect((await call('getUpdates', {})).result).toHaveLength(1)
    await machine.post('updates', { bot: made.username, mode: 'normal' })
    expect((await call('getUpdates', {})).result).toHaveLength(2)
  })

  it('a reset empties chats and people, keeps bots, and resets no counter', async () => {
    const last = await machine.post('messages', { bot: made.username, from: person, text: 'x' })
    await machine.post('faults', { method: '*', error_code: 500 })
    expect((await machine.post('reset', {})).status).toBe(200)
    expect(await machine.get('people')).toEqual([])
    expect((await call('getMe', {})).result.username).toBe(made.username)
    expect((await call('getUpdates', {})).result).toEqual([])
    expect((await call('sendMessage', { chat_id: person, text: 'x' })).description).toBe('Bad Request: chat not found')
    const newcomer = await machine.makePerson()
    expect(newcomer).toBeGreaterThan(person)
    const next = await machine.post('messages', { bot: made.username, from: newcomer, text: 'x' })
    expect(next.body).toEqual({ update_id: last.body.update_id + 1, message_id: last.body.message_id + 1 })
  })

  it('the numbers of one bot never repeat, even if several people write simultaneously', async () => {
    const [people] = await Promise.all([Promise.all(Array.from({ length: 10 }, () => machine.startedPerson(made)))])
    const sent = await Promise.all(
      people.flatMap(from => [
        machine.post('messages', { bot: made.username, from, text: 'x' }).then(({ body }) => body.message_id),
        call('sendMessage', { chat_id: from, text: 'y' }).then(({ result }) => result.message_id),
      ]),
    )
    expect(new Set(sent).size).toBe(20)
    const { result } = await call('getUpdates', { limit: 100 })
    const ids = result.map(({ update_id }: Answer) => update_id)
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => (one as number) - (other as number)))
  })
})

describe('the page', () => {
  it('the page receives the business time, and again when it changes', async () => {
    const clock = { aheadMs: 0 }
    const moved = await startMachine(machine.database, { now: () => new Date(Date.now() + clock.aheadMs) })
    const answer = await fetch(`${moved.url}/control/events?person=${person}`)
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    const nextClock = async (): Promise<number> => {
      for (let text = ''; ; text += (await reader.read()).value) {
        const told = /data: (\{"kind":"clock".*?\})\n/.exec(text)
        if (told) return JSON.parse(told[1]!).now_ms
      }
    }
    expect(Math.abs((await nextClock()) - Date.now())).toBeLessThan(60_000)
    clock.aheadMs = 1_860_000
    expect((await nextClock()) - Date.now()).toBeGreaterThan(1_800_000)
    await reader.cancel()
    await moved.close()
  })
})
