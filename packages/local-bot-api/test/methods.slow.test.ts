import { Api, GrammyError, InputFile } from 'grammy'
import type { ReactionTypeEmoji } from 'grammy/types'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Machine, startMachine } from './machine.ts'

let machine: Machine
let made: { id: number; username: string; token: string }
let api: Api
let person: number
let png: Buffer
beforeAll(async () => {
  machine = await startMachine()
  made = await machine.makeBot()
  api = new Api(made.token, { apiRoot: machine.url })
  person = await machine.startedPerson(made)
  png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
})
afterAll(() => machine.close())

const keyboard = (data: string) => ({ inline_keyboard: [[{ text: 'x', callback_data: data }]] })

async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  const error = await call.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GrammyError)) throw error
  return [error.error_code, error.description]
}

describe('getMe and the address', () => {
  it('getMe describes the bot', async () => {
    expect(await api.getMe()).toMatchObject({ id: made.id, is_bot: true, username: made.username, first_name: 'Shop' })
  })

  it('the API accepts GET, forms and any case of the method', async () => {
    const query = await fetch(`${machine.url}/bot${made.token}/SENDmessage?chat_id=${person}&text=by+query`)
    expect(((await query.json()) as Answer).result.text).toBe('by query')
    const form = await fetch(`${machine.url}/bot${made.token}/sendMessage`, {
      method: 'POST',
      body: new URLSearchParams({
        chat_id: String(person),
        text: 'by form',
        reply_markup: JSON.stringify(keyboard('a')),
      }),
    })
    expect(((await form.json()) as Answer).result.reply_markup).toEqual(keyboard('a'))
  })

  it('the API is reached with or without a trailing slash in its base', async () => {
    for (const base of [machine.url, `${machine.url}/`]) {
      const answer = await fetch(`${base}/bot${made.token}/getMe`)
      expect(((await answer.json()) as Answer).result.id).toBe(made.id)
      expect((await fetch(base)).headers.get('content-type')).toContain('text/html')
    }
  })

  it('the API accepts null as no parameters', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${machine.url}/bot${made.token}/getMe`, { method: 'POST', headers, body: 'null' })
    expect(((await answer.json()) as Answer).result.id).toBe(made.id)
    const list = await fetch(`${machine.url}/bot${made.token}/getMe`, { method: 'POST', headers, body: '[]' })
    expect(((await list.json()) as Answer).description).toBe("Bad Request: can't parse request JSON object")
  })

  it('the API answers 401 to an unknown token, and to the old one after it was renewed', async () => {
    expect(await machine.call('1:nobody', 'getMe')).toEqual({ ok: false, error_code: 401, description: 'Unauthorized' })
    const other = await machine.makeBot()
    const renewed = await machine.post('tokens', { bot: other.username })
    expect((await machine.call(other.token, 'getMe')).error_code).toBe(401)
    expect((await machine.call(renewed.body.token, 'getMe')).result.username).toBe(other.username)
  })

  it('the API answers 404 to a missing method', async () => {
    expect(await machine.call(made.token, 'sendGift', { chat_id: person })).toMatchObject({
      ok: false,
      error_code: 404,
    })
  })

  it('the API answers 400 to invalid JSON', async () => {
    const answer = await machine.post(`../bot${made.token}/sendMessage`, '{"chat_id":')
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error_code: 400 } })
  })
})

describe('sending', () => {
  it.each([
    ['an unknown chat', () => api.sendMessage(1, 'x'), [400, 'Bad Request: chat not found']],
    ['no text', () => api.sendMessage(person, ' \n'), [400, 'Bad Request: message text is empty']],
    ['4097 characters', () => api.sendMessage(person, 'x'.repeat(4097)), [400, 'Bad Request: message is too long']],
    [
      'a caption of 1025',
      () => api.sendPhoto(person, new InputFile(png), { caption: 'x'.repeat(1025) }),
      [400, 'Bad Request: message caption is too long'],
    ],
    [
      'a name full of markup',
      () => api.sendMessage(person, 'Halo <3 you', { parse_mode: 'HTML' }),
      [400, 'Bad Request: can\'t parse entities: Unsupported start tag "3" at byte offset 5'],
    ],
    [
      'callback_data of 65 bytes',
      () => api.sendMessage(person, 'x', { reply_markup: keyboard(`${'é'.repeat(32)}x`) }),
      [400, 'Bad Request: BUTTON_DATA_INVALID'],
    ],
    [
      'copy_text of 257 characters',
      () =>
        api.sendMessage(person, 'x', {
          reply_markup: { inline_keyboard: [[{ text: 'x', copy_text: { text: 'x'.repeat(257) } }]] },
        }),
      [400, 'Bad Request: BUTTON_COPY_TEXT_INVALID'],
    ],
    [
      'an unknown file_id',
      () => api.sendPhoto(person, 'AgACAgUAAxkBAAI'),
      [400, 'Bad Request: wrong file identifier/HTTP URL specified'],
    ],
    [
      'an invalid photo',
      () => api.sendPhoto(person, new InputFile(Buffer.from('not a picture'))),
      [400, 'Bad Request: IMAGE_PROCESS_FAILED'],
    ],
    [
      'a reply to a missing message',
      () => api.sendMessage(person, 'x', { reply_parameters: { message_id: 999_999 } }),
      [400, 'Bad Request: message to be replied not found'],
    ],
    [
      'a copy of a missing message',
      () => api.copyMessage(person, person, 999_999),
      [400, 'Bad Request: message to copy not found'],
    ],
  ] as [string, () => Promise<unknown>, [number, string]][])('sending is refused for %s', async (_, call, expected) => {
    expect(await refusal(call())).toEqual(expected)
  })

  it('sending accepts 4096 characters after parsing, 64 bytes of data, and text with any sign of HTML', async () => {
    const sent = await api.sendMessage(person, `<b>${'x'.repeat(4096)}</b>`, {
      parse_mode: 'HTML',
      reply_markup: keyboard('é'.repeat(32)),
    })
    expect(sent.text).toHaveLength(4096)
    expect((await api.sendMessage(person, '<b>&"')).text).toBe('<b>&"')
  })

  it('an edit trims the text and moves its entities along', async () => {
    const sent = await api.sendMessage(person, '  <b>a</b> \n', { parse_mode: 'HTML' })
    expect(sent).toMatchObject({ text: 'a', entities: [{ type: 'bold', offset: 0, length: 1 }] })
  })

  it('commands, links and mentions are found, but not inside code', async () => {
    const sent = await api.sendMessage(person, '/start https://a.id/x?y=1, @someone_here #tag <code>/no</code>', {
      parse_mode: 'HTML',
    })
    expect(sent.entities?.map(({ type }) => type)).toEqual(['bot_command', 'url', 'mention', 'hashtag', 'code'])
    expect(sent.entities?.[1]).toEqual({ type: 'url', offset: 7, length: 18 })
  })

  it('a bot cannot write to people who never pressed START, blocked it, or do not exist', async () => {
    const stranger = await machine.makePerson('Stranger')
    expect(await refusal(api.sendMessage(stranger, 'x'))).toEqual([
      403,
      "Forbidden: bot can't initiate conversation with a user",
    ])
    const blocker = await machine.startedPerson(made)
    await machine.post('blocks', { bot: made.username, person: blocker, blocked: true })
    expect(await refusal(api.sendMessage(blocker, 'x'))).toEqual([403, 'Forbidden: bot was blocked by the user'])
    await machine.post('blocks', { bot: made.username, person: blocker, blocked: false })
    expect((await api.sendMessage(blocker, 'x')).text).toBe('x')
    await machine.post('deactivations', { person: blocker, deactivated: true })
    expect(await refusal(api.sendMessage(blocker, 'x'))).toEqual([403, 'Forbidden: user is deactivated'])
  })
})

it('a file that a bot names by an address is fetched from public addresses only', async () => {
  const secret = `${machine.url}/control/bots`
  for (const address of [secret, secret.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254/latest/meta-data']) {
    expect(await machine.call(made.token, 'sendDocument', { chat_id: person, document: address })).toEqual({
      ok: false,
      error_code: 400,
      description: 'Bad Request: failed to get HTTP URL content',
    })
  }
})

describe('stickers and voice notes', () => {
  const webp = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: '#0000' } })
      .webp()
      .toBuffer()

  it('stickers and voice notes are sent as by Telegram, and again by file_id', async () => {
    const { sticker } = await api.sendSticker(person, new InputFile(await webp(512), 'halo.webp'), { emoji: '👍' })
    expect(sticker).toMatchObject({ type: 'regular', width: 512, height: 512, is_animated: false, is_video: false })
    expect(sticker.emoji).toBe('👍')
    const again = await api.sendSticker(person, sticker.file_id)
    expect(again.sticker).toMatchObject({ file_id: sticker.file_id, width: 512 })

    const voice = await api.sendVoice(person, new InputFile(Buffer.from('OggS'), 'note.ogg'), {
      caption: 'Dengarkan',
      duration: 7,
    })
    expect(voice).toMatchObject({ voice: { duration: 7, mime_type: 'audio/ogg', file_size: 4 }, caption: 'Dengarkan' })
    expect((await api.forwardMessage(person, person, voice.message_id)).voice).toMatchObject({ duration: 7 })
    const seen = await machine.messages(made, person)
    const shown = seen.filter(({ sticker, voice }: Answer) => sticker ?? voice)
    expect(shown).toHaveLength(4)
    for (const { file_url } of shown) expect((await fetch(file_url)).status).toBe(200)
  })

  it('invalid stickers and voice notes are refused', async () => {
    const refused = (bytes: Buffer) => refusal(api.sendSticker(person, new InputFile(bytes, 'x.webp')))
    expect(await refused(Buffer.from('no picture'))).toEqual([400, 'Bad Request: IMAGE_PROCESS_FAILED'])
    expect(await refused(await webp(513))).toEqual([400, 'Bad Request: STICKER_FILE_INVALID'])
    const { photo } = await api.sendPhoto(person, new InputFile(png))
    expect(await refusal(api.sendSticker(person, photo[0]!.file_id))).toEqual([
      400,
      'Bad Request: type of file mismatch',
    ])
    expect(await refusal(api.sendVoice(person, ''))).toEqual([400, 'Bad Request: there is no voice in the request'])
  })
})

describe('files', () => {
  it('a photo is sent again by its file_id, and one that Telegram has forgotten is refused', async () => {
    const first = await api.sendPhoto(person, new InputFile(png, 'a b.png'))
    const fileId = first.photo.at(-1)!.file_id
    const again = await api.sendPhoto(person, fileId, { caption: 'again' })
    expect(again.photo.at(-1)!.file_id).toBe(fileId)
    const { body } = await machine.post('forgotten-files', { bot: made.username, file_id: fileId })
    expect(body).toEqual({ forgotten: 1 })
    expect(await refusal(api.sendPhoto(person, fileId))).toEqual([
      400,
      'Bad Request: wrong file identifier/HTTP URL specified',
    ])
  })

  it("a bot cannot use another bot's file, nor a photo as a document", async () => {
    const { photo } = await api.sendPhoto(person, new InputFile(png))
    const other = await machine.makeBot()
    const elsewhere = await machine.startedPerson(other)
    const otherApi = new Api(other.token, { apiRoot: machine.url })
    expect(await refusal(otherApi.sendPhoto(elsewhere, photo.at(-1)!.file_id))).toEqual([
      400,
      'Bad Request: wrong file identifier/HTTP URL specified',
    ])
    expect(await refusal(api.sendDocument(person, photo.at(-1)!.file_id))).toEqual([
      400,
      'Bad Request: type of file mismatch',
    ])
  })

  it('the bytes of a document are returned by getFile to the bot, and by an address to everyone', async () => {
    const bytes = Buffer.from([0, 1, 2, 13, 10, 13, 10, 45, 45, 255])
    const sent = await api.sendDocument(person, new InputFile(bytes, 'kode "x".txt'))
    expect(sent.document).toMatchObject({ file_name: 'kode "x".txt', file_size: bytes.length })
    const file = await api.getFile(sent.document.file_id)
    const download = await fetch(`${machine.url}/file/bot${made.token}/${file.file_path}`)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(bytes)
    const seen = (await machine.messages(made, person)).at(-1)
    const open = await fetch(seen.document.file_url)
    expect(Buffer.from(await open.arrayBuffer())).toEqual(bytes)
    expect(open.headers.get('content-disposition')).toMatch(/^attachment/)
    expect((await fetch(`${machine.url}/file/bot1:nobody/${file.file_path}`)).status).toBe(401)
  })

  it('a photo can be sent by its address', async () => {
    machine.allow(machine.url)
    const { photo } = await api.sendPhoto(person, new InputFile(png))
    const seen = (await machine.messages(made, person)).at(-1)
    const sent = await api.sendPhoto(person, seen.file_url)
    expect(sent.photo).toEqual(photo)
    expect(await refusal(api.sendPhoto(person, `${machine.url}/nothing.png`))).toEqual([
      400,
      'Bad Request: failed to get HTTP URL content',
    ])
  })

  it('an album is sent in one step', async () => {
    const sent: Answer[] = await api.sendMediaGroup(person, [
      { type: 'photo', media: new InputFile(png), caption: '<b>one</b>', parse_mode: 'HTML' },
      { type: 'photo', media: new InputFile(await sharp(png).negate().png().toBuffer()) },
    ])
    expect(sent).toHaveLength(2)
    expect(sent[0]).toMatchObject({ caption: 'one', media_group_id: sent[1].media_group_id })
    expect(sent[1].message_id).toBe(sent[0].message_id + 1)
  })
})

describe('editing', () => {
  it('an edit that changes nothing says so, for text, caption, keyboard and picture', async () => {
    const text = await api.sendMessage(person, '<b>a</b>', { parse_mode: 'HTML', reply_markup: keyboard('k') })
    const notModified =
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as ' +
      'a current content and reply markup of the message'
    const same = api.editMessageText(person, text.message_id, '<b>a</b>', {
      parse_mode: 'HTML',
      reply_markup: keyboard('k'),
    })
    expect(await refusal(same)).toEqual([400, notModified])
    expect(await refusal(api.editMessageReplyMarkup(person, text.message_id, { reply_markup: keyboard('k') }))).toEqual(
      [400, notModified],
    )
    const photo = await api.sendPhoto(person, new InputFile(png), { caption: 'c' })
    expect(await refusal(api.editMessageCaption(person, photo.message_id, { caption: 'c' }))).toEqual([
      400,
      notModified,
    ])
    const media = { type: 'photo' as const, media: photo.photo.at(-1)!.file_id, caption: 'c' }
    expect(await refusal(api.editMessageMedia(person, photo.message_id, media))).toEqual([400, notModified])
    const plain = await api.editMessageText(person, text.message_id, 'a', { reply_markup: keyboard('k') })
    expect(plain).toMatchObject({ text: 'a', edit_date: expect.any(Number) })
  })

  it('an edit without a keyboard removes it', async () => {
    const sent = await api.sendMessage(person, 'a', { reply_markup: keyboard('k') })
    expect(await api.editMessageText(person, sent.message_id, 'b')).not.toHaveProperty('reply_markup')
  })

  it('an edit replaces one photo with another and a new caption', async () => {
    const sent = await api.sendPhoto(person, new InputFile(png), { caption: 'pay', reply_markup: keyboard('k') })
    const paid = await sharp(png).negate().png().toBuffer()
    const edited = await api.editMessageMedia(person, sent.message_id, {
      type: 'photo',
      media: new InputFile(paid),
      caption: '<b>LUNAS</b>',
      parse_mode: 'HTML',
    })
    expect(edited).toMatchObject({ caption: 'LUNAS', caption_entities: [{ type: 'bold' }] })
    expect(edited).not.toHaveProperty('reply_markup')
  })

  it.each([
    ['editMessageText', () => api.editMessageText(person, 999_999, 'x'), 'message to edit not found'],
    ['deleteMessage', () => api.deleteMessage(person, 999_999), 'message to delete not found'],
    ['pinChatMessage', () => api.pinChatMessage(person, 999_999), 'message to pin not found'],
    ['editMessageText of the person', () => api.editMessageText(person, 1, 'x'), "message can't be edited"],
  ])('%s of a missing message is refused', async (_, call, what) => {
    expect(await refusal(call())).toEqual([400, `Bad Request: ${what}`])
  })

  it('an edit cannot set the text of a photo, or the caption of a text', async () => {
    const photo = await api.sendPhoto(person, new InputFile(png))
    expect(await refusal(api.editMessageText(person, photo.message_id, 'x'))).toEqual([
      400,
      'Bad Request: there is no text in the message to edit',
    ])
    const text = await api.sendMessage(person, 'x')
    expect((await refusal(api.editMessageCaption(person, text.message_id, { caption: 'y' })))[0]).toBe(400)
  })

  it('a message can be deleted, but not after 48 hours', async () => {
    const young = await api.sendMessage(person, 'young')
    const old = await api.sendMessage(person, 'old')
    await machine.database.sql.write(
      "update local_bot_api.message set sent_at = now() - interval '49 hours' where message_id = $1",
      [old.message_id],
    )
    expect(await api.deleteMessage(person, young.message_id)).toBe(true)
    expect(await refusal(api.deleteMessage(person, old.message_id))).toEqual([
      400,
      "Bad Request: message can't be deleted",
    ])
    const left = (await machine.messages(made, person)).map(({ message_id }) => message_id)
    expect(left).toContain(old.message_id)
    expect(left).not.toContain(young.message_id)
  })

  it('a bot pins and unpins a message', async () => {
    const sent = await api.sendMessage(person, 'pin me')
    await api.pinChatMessage(person, sent.message_id)
    expect((await machine.messages(made, person)).at(-1).pinned).toBe(true)
    expect((await api.getChat(person)).pinned_message?.message_id).toBe(sent.message_id)
    await api.unpinChatMessage(person)
    expect((await machine.messages(made, person)).at(-1).pinned).toBe(false)
  })
})

describe("a bot's description of itself", () => {
  it('commands are stored by scope and language, and texts by language', async () => {
    await api.setMyCommands([{ command: 'start', description: 'Buka toko' }])
    await api.setMyCommands([{ command: 'start', description: 'Open store' }], { language_code: 'en' })
    await api.setMyCommands([{ command: 'admin', description: 'Kelola' }], {
      scope: { type: 'chat', chat_id: person },
    })
    expect(await api.getMyCommands({ language_code: 'en' })).toEqual([{ command: 'start', description: 'Open store' }])
    const chat = await machine.get(`chat?bot=${made.username}&person=${person}`)
    expect(chat.commands).toEqual([{ command: 'admin', description: 'Kelola' }])
    await api.deleteMyCommands({ scope: { type: 'chat', chat_id: person } })
    expect((await machine.get(`chat?bot=${made.username}&person=${person}`)).commands[0].description).toBe('Buka toko')
    await api.setMyName('Toko', { language_code: 'id' })
    expect(await api.getMyName({ language_code: 'id' })).toEqual({ name: 'Toko' })
    await api.setMyDescription('Halo')
    expect((await machine.get(`chat?bot=${made.username}&person=${person}`)).bot).toMatchObject({
      first_name: 'Toko',
      description: 'Halo',
    })
  })

  it('a command that cannot be typed is refused', async () => {
    const call = api.setMyCommands([{ command: 'Bad-Name', description: 'x' }])
    expect(await refusal(call)).toEqual([400, 'Bad Request: BOT_COMMAND_INVALID'])
  })

  it('an answer to a press that never was, or that is too long, is refused', async () => {
    expect(await refusal(api.answerCallbackQuery('123'))).toEqual([
      400,
      'Bad Request: query is too old and response timeout expired or query ID is invalid',
    ])
    expect((await refusal(api.answerCallbackQuery('123', { text: 'x'.repeat(201) })))[1]).toBe(
      'Bad Request: MESSAGE_TOO_LONG',
    )
  })
})

describe('MarkdownV2 in messages', () => {
  it("MarkdownV2 becomes entities, and mistakes are reported in Telegram's words", async () => {
    const sent = await api.sendMessage(person, '*Rp 10\\.000* lunas', { parse_mode: 'MarkdownV2' })
    expect(sent).toMatchObject({ text: 'Rp 10.000 lunas', entities: [{ type: 'bold', offset: 0, length: 9 }] })
    expect(await refusal(api.sendMessage(person, 'Rp 10.000', { parse_mode: 'MarkdownV2' }))).toEqual([
      400,
      "Bad Request: can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
    ])
  })
})

describe('several messages in one call', () => {
  const textOf = ({ text, caption }: Answer) => text ?? caption ?? '(none)'
  const last = async (count: number) => (await machine.messages(made, person)).slice(-count)

  it('several messages are copied and forwarded in order with their captions, and an album stays an album', async () => {
    const text = await api.sendMessage(person, 'satu')
    const album = await api.sendMediaGroup(person, [
      { type: 'photo', media: new InputFile(png), caption: 'dua' },
      { type: 'photo', media: new InputFile(png), caption: 'tiga' },
    ])
    const ids = [text.message_id, ...album.map(({ message_id }) => message_id)]
    const copied = await api.copyMessages(person, person, [...ids, 999_999])
    const copies = await last(3)
    expect(copies.map(textOf)).toEqual(['satu', 'dua', 'tiga'])
    expect(copied).toEqual(copies.map(({ message_id }) => ({ message_id })))
    expect(copies[1].media_group_id).toBe(copies[2].media_group_id)
    expect(copies[1].media_group_id).not.toBe((album[0] as Answer).media_group_id)
    await api.copyMessages(person, person, ids, { remove_caption: true })
    expect((await last(3)).map(textOf)).toEqual(['satu', '(none)', '(none)'])
    await api.forwardMessages(person, person, ids)
    const forwarded = await last(3)
    expect(forwarded.map(textOf)).toEqual(['satu', 'dua', 'tiga'])
    for (const message of forwarded) expect(message.forward_origin.sender_user.id).toBe(made.id)
  })

  it("messages of another person's chat cannot be copied", async () => {
    const other = await machine.startedPerson(made)
    const { message_id } = await api.sendMessage(other, 'rahasia')
    expect(await refusal(api.copyMessages(person, person, [message_id]))).toEqual([
      400,
      'Bad Request: there are no messages to copy',
    ])
  })

  it.each([
    [[], 'message identifiers are not specified'],
    [[2, 1], 'message identifiers must be in a strictly increasing order'],
    [Array.from({ length: 101 }, (_, at) => at + 1), 'too many message identifiers specified'],
    [[999_999], 'there are no messages to forward'],
  ])('sending several messages is refused: %j', async (ids, sentence) => {
    expect(await refusal(api.forwardMessages(person, person, ids))).toEqual([400, `Bad Request: ${sentence}`])
  })
})

describe('a reaction', () => {
  const reactionsOf = async (id: number) =>
    (await machine.messages(made, person)).find(({ message_id }) => message_id === id).reactions

  it('the person sees a reaction change and disappear', async () => {
    const { message_id } = await api.sendMessage(person, 'lunas')
    await api.setMessageReaction(person, message_id, [{ type: 'emoji', emoji: '🎉' }])
    expect(await reactionsOf(message_id)).toEqual([{ type: 'emoji', emoji: '🎉' }])
    await api.setMessageReaction(person, message_id, [{ type: 'emoji', emoji: '❤' }])
    expect(await reactionsOf(message_id)).toEqual([{ type: 'emoji', emoji: '❤' }])
    await api.setMessageReaction(person, message_id, [])
    expect(await reactionsOf(message_id)).toBeUndefined()
  })

  it("a reaction is a single emoji of Telegram's, on an existing message", async () => {
    const { message_id } = await api.sendMessage(person, 'lunas')
    const react = (id: number, ...emoji: string[]) =>
      refusal(
        api.setMessageReaction(
          person,
          id,
          emoji.map(one => ({ type: 'emoji', emoji: one as ReactionTypeEmoji['emoji'] })),
        ),
      )
    expect(await react(message_id, '🧾')).toEqual([400, 'Bad Request: REACTION_INVALID'])
    expect(await react(message_id, '👍', '👎')).toEqual([400, 'Bad Request: REACTIONS_TOO_MANY'])
    expect(await react(999_999, '👍')).toEqual([400, 'Bad Request: message to react not found'])
  })
})

it('a private chat has no administrators', async () => {
  expect(await refusal(api.getChatAdministrators(person))).toEqual([
    400,
    'Bad Request: there are no administrators in the private chat',
  ])
})

it('the creator of a group administers it, and a bot that becomes administrator receives its rights', async () => {
  const team = await machine.post('teams', { title: 'Dapur', type: 'supergroup', creator: person })
  const { id } = team.body
  await machine.post('memberships', { bot: made.username, team: id, by: person, status: 'administrator' })
  const updates = await api.getUpdates()
  expect(updates.at(-1)!.my_chat_member!.new_chat_member).toMatchObject({
    status: 'administrator',
    user: { id: made.id },
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_promote_members: false,
    can_delete_stories: false,
  })
  expect(await api.getChatAdministrators(id)).toEqual([
    { status: 'creator', is_anonymous: false, user: expect.objectContaining({ id: person, is_bot: false }) },
  ])
})

describe('an invoice link', () => {
  const prices = [{ label: 'Kunci', amount: 150 }]

  it('an invoice link can be paid any number of times, and transactions are listed oldest first', async () => {
    const link = await api.createInvoiceLink('Kunci', 'Satu kunci', 'order-7', '', 'XTR', prices)
    expect(link).toMatch(/^https:\/\/t\.me\/\$[\w-]+$/)
    const query = new URLSearchParams({ bot: made.username, invoice_link: link })
    expect(await machine.get(`invoices?${query}`)).toEqual({ title: 'Kunci', stars: 150 })

    const charges: string[] = []
    for (let time = 0; time < 2; time++) {
      const paying = machine.post('payments', { bot: made.username, from: person, invoice_link: link })
      let checkout: Answer
      await expect
        .poll(async () => {
          const updates: Answer[] = await api.getUpdates({ allowed_updates: [] })
          checkout = updates.map(update => update.pre_checkout_query).find(Boolean)
          return checkout
        })
        .toMatchObject({ invoice_payload: 'order-7', total_amount: 150, currency: 'XTR' })
      await api.answerPreCheckoutQuery(checkout.id, true)
      charges.push((await paying).body.charge_id)
      const [seen] = (await api.getUpdates({})).slice(-1)
      await api.getUpdates({ offset: seen!.update_id + 1 })
    }
    await api.refundStarPayment(person, charges[0]!)

    const user = { id: person, is_bot: false, first_name: 'Rina', language_code: 'id' }
    const partner = { type: 'user', transaction_type: 'invoice_payment', user, invoice_payload: 'order-7' }
    const date = expect.any(Number)
    const { transactions } = await api.getStarTransactions()
    expect(transactions).toEqual([
      { id: charges[0], amount: 150, date, source: partner },
      { id: charges[1], amount: 150, date, source: partner },
      { id: charges[0], amount: 150, date, receiver: partner },
    ])
    expect((await api.getStarTransactions({ offset: 1, limit: 1 })).transactions).toEqual([transactions[1]])
  })

  it('an unknown invoice link cannot be paid, and an unknown person cannot pay', async () => {
    const paid = await machine.post('payments', {
      bot: made.username,
      from: person,
      invoice_link: 'https://t.me/$none',
    })
    expect(paid).toEqual({ status: 404, body: { error: 'no invoice of this bot has that link' } })
  })
})
