import { Api, InputFile } from 'grammy'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatClient, editMessage } from '../../../bot/telegram/send.ts'
import { type Machine, startMachine } from '../../../packages/local-bot-api/test/machine.ts'
import { html } from '../../../src/lib/html.ts'
import { silentLog } from '../../../src/lib/log.ts'

let machine: Machine
let bot: { id: number; username: string; token: string }
let line: ChatClient

beforeAll(async () => {
  machine = await startMachine()
  bot = await machine.makeBot()
  const chatId = await machine.startedPerson(bot)
  const app = { log: silentLog } as ChatClient['app']
  line = { app, api: new Api(bot.token, { apiRoot: machine.url }), botId: bot.id, chatId }
})

afterAll(() => machine.close())

test('a screen for a message that became a picture is sent below the picture', async () => {
  const { message_id: messageId } = await line.api.sendMessage(line.chatId, 'Menyiapkan QR')
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  await line.api.editMessageMedia(line.chatId, messageId, { type: 'photo', media: new InputFile(png) })

  const shown = await editMessage(line, { messageId, form: 'text' }, { text: html`Pesananmu` })

  expect(shown.messageId).toBeGreaterThan(messageId)
  const chat = await machine.messages(bot, line.chatId)
  expect(chat.find(message => message.message_id === messageId)).toHaveProperty('photo')
  expect(chat.find(message => message.message_id === shown.messageId)).toMatchObject({ text: 'Pesananmu' })
})
