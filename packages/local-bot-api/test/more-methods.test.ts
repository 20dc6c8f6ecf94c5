import { Api, InputFile } from 'grammy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Machine, startMachine } from './machine.ts'

// Fields, limits and defaults are those of https://core.telegram.org/bots/api, whose section each test names.
let machine: Machine
let made: { id: number; username: string; token: string }
let api: Api
let person: number
beforeAll(async () => {
  machine = await startMachine()
  made = await machine.makeBot()
  api = new Api(made.token, { apiRoot: machine.url })
  person = await machine.startedPerson(made)
})
afterAll(() => machine.close())

async function seen() {
  return (await machine.messages(made, person)).at(-1)
}

describe('sending', () => {
  it('a poll has the defaults of #sendpoll and the fields of #poll', async () => {
    const { poll } = await api.sendPoll(person, 'Kopi apa?', [{ text: 'Gayo' }, { text: 'Toraja' }])
    expect(poll).toMatchObject({
      question: 'Kopi apa?',
      type: 'regular',
      is_anonymous: true,
      is_closed: false,
      total_voter_count: 0,
      allows_multiple_answers: false,
      allows_revoting: true,
    })
    expect(poll.options).toMatchObject([
      { text: 'Gayo', voter_count: 0 },
      { text: 'Toraja', voter_count: 0 },
    ])
    expect((await seen()).poll.id).toBe(poll.id)
    const quiz = { chat_id: person, question: 'Mana?', type: 'quiz', options: JSON.stringify(['A', 'B']) }
    const right = await machine.call(made.token, 'sendPoll', { ...quiz, correct_option_ids: '[1]', explanation: 'B!' })
    expect(right.result.poll).toMatchObject({ type: 'quiz', correct_option_ids: [1], allows_revoting: false })
    const wrong = [quiz, { ...quiz, correct_option_ids: [2] }, { ...quiz, question: 'x'.repeat(301) }]
    const many = Array.from({ length: 13 }, (_, index) => ({ text: `${index}` }))
    for (const values of [...wrong, { chat_id: person, question: 'x', options: many }, { chat_id: person }]) {
      expect(await machine.call(made.token, 'sendPoll', values)).toMatchObject({ ok: false, error_code: 400 })
    }
  })

  it('dice of #senddice stay within the range of each animation', async () => {
    for (const [emoji, max] of [['🎲', 6] as const, ['🏀', 5] as const, ['🎰', 64] as const]) {
      const { dice } = await api.sendDice(person, emoji)
      expect(dice.emoji).toBe(emoji)
      expect(dice.value).toBeGreaterThanOrEqual(1)
      expect(dice.value).toBeLessThanOrEqual(max)
    }
    expect((await machine.call(made.token, 'sendDice', { chat_id: person })).result.dice.emoji).toBe('🎲')
    expect((await machine.call(made.token, 'sendDice', { chat_id: person, emoji: '🍵' })).error_code).toBe(400)
  })

  it('a venue of #sendvenue is sent, and its message has the location too', async () => {
    const sent = await api.sendVenue(person, -6.2, 106.8, 'Kopi Kita', 'Jl. Mawar 3', { google_place_id: 'p1' })
    const location = { latitude: -6.2, longitude: 106.8 }
    expect(sent.venue).toEqual({ location, title: 'Kopi Kita', address: 'Jl. Mawar 3', google_place_id: 'p1' })
    expect(sent.location).toEqual(location)
    const untitled = { chat_id: person, latitude: 1, longitude: 1, address: 'x' }
    expect((await machine.call(made.token, 'sendVenue', untitled)).error_code).toBe(400)
  })

  it('a video note of #sendvideonote is sent, again by its file_id, and never by an address', async () => {
    const file = new InputFile(Buffer.from('a round film'), 'note.mp4')
    const { video_note: note } = await api.sendVideoNote(person, file, { duration: 3, length: 320 })
    expect(note).toMatchObject({ duration: 3, length: 320, file_size: 12 })
    expect((await api.sendVideoNote(person, note.file_id)).video_note.file_unique_id).toBe(note.file_unique_id)
    expect((await seen()).file_url).toContain('/control/files/')
    const address = { chat_id: person, video_note: 'https://example.com/note.mp4' }
    expect((await machine.call(made.token, 'sendVideoNote', address)).error_code).toBe(400)
  })
})

it('the rights of #getmydefaultadministratorrights are separate for groups and channels', async () => {
  expect(await api.getMyDefaultAdministratorRights()).toMatchObject({ can_manage_chat: false, can_pin_messages: false })
  const rights = { can_post_messages: true, can_manage_chat: true } as never
  await api.setMyDefaultAdministratorRights({ rights, for_channels: true })
  const ofChannels = await api.getMyDefaultAdministratorRights({ for_channels: true })
  expect(ofChannels).toMatchObject({ can_post_messages: true, can_manage_chat: true, can_delete_messages: false })
  expect(await api.getMyDefaultAdministratorRights()).toMatchObject({ can_manage_chat: false })
})

it("a link of #createinvoicelink for Stars is created from forms, JSON and older libraries' requests", async () => {
  const invoice = { title: 'Kunci', description: 'Satu kunci', payload: 'p', currency: 'XTR' }
  const prices = [{ label: 'Kunci', amount: 5 }]
  const sent = [
    new URLSearchParams({ ...invoice, provider_token: '', prices: JSON.stringify([{ label: 'x', amount: '5' }]) }),
    JSON.stringify({ ...invoice, prices, subscription_period: 2_592_000 }),
    JSON.stringify({ ...invoice, prices: JSON.stringify(prices) }),
  ]
  for (const body of sent) {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined
    const url = `${machine.url}/bot${made.token}/createInvoiceLink`
    const { result } = (await (await fetch(url, { method: 'POST', body, ...(headers && { headers }) })).json()) as {
      result: string
    }
    expect(result).toMatch(/^https:\/\/t\.me\/\$/)
    expect(await machine.get(`invoices?bot=${made.username}&invoice_link=${encodeURIComponent(result)}`)).toMatchObject(
      {
        stars: 5,
      },
    )
  }
  const daily = { ...invoice, prices, subscription_period: 86_400 }
  expect((await machine.call(made.token, 'createInvoiceLink', daily)).error_code).toBe(400)
})

describe('a person', () => {
  const nextUpdate = async () => {
    const updates = await api.getUpdates({ timeout: 1 })
    const last = updates.at(-1)
    if (last) await api.getUpdates({ offset: last.update_id + 1, timeout: 0 })
    return last
  }
  const post = (path: string, body: object) => machine.post(path, { bot: made.username, from: person, ...body })

  it('a person edits their own message, which the bot gets as edited_message', async () => {
    const { body: wrote } = await post('messages', { text: 'Jl. Mawr 3' })
    await nextUpdate()
    const { body: edited } = await post('edits', { message_id: wrote.message_id, text: 'Jl. Mawar 3 /batal' })
    expect(edited.message_id).toBe(wrote.message_id)
    const update = await nextUpdate()
    expect(update).toMatchObject({
      update_id: edited.update_id,
      edited_message: { message_id: wrote.message_id, text: 'Jl. Mawar 3 /batal', from: { id: person } },
    })
    expect(update!.edited_message!.edit_date).toBeGreaterThan(0)
    expect(update!.edited_message!.entities).toMatchObject([{ type: 'bot_command' }])
    expect(await seen()).toMatchObject({ text: 'Jl. Mawar 3 /batal', edited: true })
    const sent = await api.sendMessage(person, 'of the bot')
    expect((await post('edits', { message_id: sent.message_id, text: 'x' })).status).toBe(409)
    expect((await post('edits', { message_id: wrote.message_id, caption: 'x' })).status).toBe(409)
    expect((await post('edits', { message_id: 999_999, text: 'x' })).status).toBe(404)
    expect((await post('edits', { message_id: wrote.message_id })).status).toBe(400)
  })

  it('a person forwards a message of this chat, another bot, a person and a hidden account', async () => {
    const sent = await api.sendMessage(person, 'Struk 17')
    const { body: forwarded } = await post('forwards', { message_id: sent.message_id })
    const update = await nextUpdate()
    expect(update!.message).toMatchObject({
      message_id: forwarded.message_id,
      from: { id: person },
      text: 'Struk 17',
      forward_origin: { type: 'user', sender_user: { id: made.id, is_bot: true }, date: sent.date },
    })
    const other = await machine.makeBot()
    const { body: elsewhere } = await machine.post('messages', { bot: other.username, from: person, text: 'halo' })
    await post('forwards', { message_id: elsewhere.message_id, of: other.username })
    expect((await nextUpdate())!.message!.forward_origin).toMatchObject({ type: 'user', sender_user: { id: person } })
    const friend = await machine.makePerson('Tono')
    await post('messages', { text: 'katanya', forward_from: friend })
    const origin = { type: 'user', sender_user: { id: friend, first_name: 'Tono' } }
    expect((await nextUpdate())!.message!.forward_origin).toMatchObject(origin)
    await post('messages', { text: 'katanya', forward_from: 'Bu Ani' })
    const hidden = { type: 'hidden_user', sender_user_name: 'Bu Ani' }
    expect((await nextUpdate())!.message!.forward_origin).toMatchObject(hidden)
    const secret = await api.sendMessage(person, 'rahasia', { protect_content: true })
    expect((await post('forwards', { message_id: secret.message_id })).status).toBe(409)
    expect((await post('edits', { message_id: forwarded.message_id, text: 'x' })).status).toBe(409)
  })
})
