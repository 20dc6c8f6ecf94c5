import { Bot, InlineKeyboard } from 'grammy'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, type Machine, startMachine } from './machine.ts'

let machine: Machine
let bot: Bot
let made: { id: number; username: string; token: string }
let chosen: Answer[]
let pressed: Answer[]

beforeAll(async () => {
  machine = await startMachine()
})
afterAll(() => machine.close())

beforeEach(async () => {
  made = await machine.makeBot()
  chosen = []
  pressed = []
  bot = new Bot(made.token, { client: { apiRoot: machine.url } })
  bot.on('inline_query', ctx =>
    ctx.answerInlineQuery(
      [
        {
          type: 'article',
          id: 'bill',
          title: 'Tagihan',
          input_message_content: { message_text: `Tagihan ${ctx.inlineQuery.query}` },
          reply_markup: new InlineKeyboard().text('Bayar', 'pay'),
        },
        { type: 'article', id: 'words', title: 'Kata', input_message_content: { message_text: 'Tanpa tombol' } },
      ],
      { cache_time: 0, is_personal: true },
    ),
  )
  bot.on('chosen_inline_result', ctx => void chosen.push(ctx.chosenInlineResult))
  bot.on('callback_query', async ctx => {
    pressed.push(ctx.callbackQuery)
    await ctx.answerCallbackQuery({ text: 'Siap' })
    await ctx.editMessageText('LUNAS', { reply_markup: new InlineKeyboard().text('Lihat', 'look') })
  })
  await new Promise<void>(resolve => void bot.start({ onStart: () => resolve() }))
})
afterEach(() => bot.stop())

async function choose(person: number, result_id: string): Promise<Answer> {
  const asked = { bot: made.username, from: person }
  const { inline_query_id } = (await machine.post('inline-queries', { ...asked, query: '50000 kopi' })).body
  return (await machine.post('inline-results', { ...asked, inline_query_id, result_id })).body
}

it('the bot receives the chosen result with its id, and edits the message by that id', async () => {
  const person = await machine.makePerson('Rina')
  const sent = await choose(person, 'bill')
  await expect.poll(() => chosen).toHaveLength(1)
  expect(chosen[0]).toEqual({
    result_id: 'bill',
    from: expect.objectContaining({ id: person, first_name: 'Rina' }),
    query: '50000 kopi',
    inline_message_id: sent.inline_message_id,
  })
  const edited = await bot.api.editMessageTextInline(sent.inline_message_id, 'Tagihan siap', {
    reply_markup: new InlineKeyboard().url('Bayar', 'https://shop.example/b/1'),
  })
  expect(edited).toBe(true)
  const [message] = await machine.messages(made, person)
  expect(message).toMatchObject({ text: 'Tagihan siap', via_bot: { id: made.id }, from: { id: person } })
  const again = bot.api.editMessageTextInline(sent.inline_message_id, 'Tagihan siap', {
    reply_markup: new InlineKeyboard().url('Bayar', 'https://shop.example/b/1'),
  })
  await expect(again).rejects.toThrow('message is not modified')
  expect(await bot.api.editMessageReplyMarkupInline(sent.inline_message_id)).toBe(true)
  await expect(bot.api.editMessageTextInline('nothing', 'x')).rejects.toThrow('MESSAGE_ID_INVALID')
})

it('a press in another conversation carries the inline id and no message', async () => {
  const [rina, joko] = [await machine.makePerson('Rina'), await machine.makePerson('Joko')]
  const { inline_message_id } = await choose(rina, 'bill')
  const press = { bot: made.username, from: joko, inline_message_id, button: 'Bayar' }
  expect((await machine.post('presses', press)).body.answer).toEqual({ text: 'Siap', show_alert: false })
  expect(pressed).toEqual([expect.objectContaining({ inline_message_id, data: 'pay' })])
  expect(pressed[0].from.id).toBe(joko)
  expect(pressed[0]).not.toHaveProperty('message')
  await expect.poll(async () => (await machine.messages(made, rina))[0].text).toBe('LUNAS')
  expect(await machine.messages(made, joko)).toEqual([])
  expect((await machine.post('presses', { ...press, inline_message_id: 'nothing' })).status).toBe(404)
  expect((await machine.post('presses', { bot: made.username, from: joko, button: 'Bayar' })).status).toBe(400)
})

it('a result without buttons has no inline id, and a bot without inline feedback receives no choice', async () => {
  const person = await machine.makePerson('Rina')
  expect(await choose(person, 'words')).not.toHaveProperty('inline_message_id')
  await expect.poll(() => chosen).toHaveLength(1)
  expect(chosen[0]).not.toHaveProperty('inline_message_id')
  const off = await machine.post('inline-feedback', { bot: made.username, on: false })
  expect(off.body).toEqual({ bot: made.username, on: false })
  const silent = await choose(person, 'bill')
  expect(silent).not.toHaveProperty('chosen_update_id')
  const { inline_message_id } = silent
  await machine.post('presses', { bot: made.username, from: person, inline_message_id, button: 'Bayar' })
  await expect.poll(async () => (await machine.messages(made, person)).at(-1).text).toBe('LUNAS')
  expect(chosen).toHaveLength(1)
})
