import { Bot, InlineKeyboard, InputFile } from 'grammy'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Machine, startMachine } from './machine.ts'

let machine: Machine
beforeAll(async () => {
  machine = await startMachine()
})
afterAll(() => machine.close())

describe('a polling grammY bot', () => {
  it('a polling grammY bot greets, reacts to a press, edits and sends a picture', async () => {
    const made = await machine.makeBot()
    const bot = new Bot(made.token, { client: { apiRoot: machine.url } })
    bot.command('start', ctx =>
      ctx.reply(`Halo <b>${ctx.from!.first_name}</b> &lt;3 ${ctx.match}`, {
        parse_mode: 'HTML',
        reply_markup: new InlineKeyboard()
          .text('Beli', 'buy')
          .url('Bayar', 'http://localhost:3000/pay')
          .copyText('Salin', '25321'),
      }),
    )
    bot.callbackQuery('buy', async ctx => {
      await ctx.answerCallbackQuery({ text: 'Sebentar ya' })
      await ctx.editMessageText('Dipilih')
      const photo = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
      await ctx.replyWithPhoto(new InputFile(photo, 'qr code.png'), { caption: 'QR' })
    })
    const started = new Promise<void>(resolve => void bot.start({ onStart: () => resolve() }))
    await started

    const person = await machine.makePerson('Rina')
    const sent = await machine.post('messages', { bot: made.username, from: person, text: '/start abc' })
    expect(sent).toEqual({ status: 200, body: { update_id: 100000001, message_id: 1 } })
    await expect.poll(() => machine.messages(made, person)).toHaveLength(2)
    const [command, greeting] = await machine.messages(made, person)
    expect(command.entities).toEqual([{ type: 'bot_command', offset: 0, length: 6 }])
    expect(greeting.text).toBe('Halo Rina <3 abc')
    expect(greeting.entities).toEqual([{ type: 'bold', offset: 5, length: 4 }])

    const pressed = await machine.post('presses', { bot: made.username, from: person, message_id: 2, button: 'Beli' })
    expect(pressed.body.answer).toEqual({ text: 'Sebentar ya', show_alert: false })
    expect(pressed.body.answered_after_ms).toBeGreaterThan(0)
    await expect.poll(() => machine.messages(made, person)).toHaveLength(3)
    const [, edited, picture] = await machine.messages(made, person)
    expect(edited.text).toBe('Dipilih')
    expect(edited.edit_date).toBeGreaterThan(1_700_000_000)
    expect(edited.reply_markup).toBeUndefined()
    expect(picture.photo.map((size: Answer) => [size.width, size.height])).toEqual([
      [320, 160],
      [800, 400],
    ])
    const download = await fetch(picture.file_url)
    expect(download.headers.get('content-type')).toBe('image/png')
    expect((await sharp(Buffer.from(await download.arrayBuffer())).metadata()).width).toBe(800)
    await bot.stop()
  })
})
