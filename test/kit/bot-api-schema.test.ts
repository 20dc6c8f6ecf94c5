import { expect, test } from 'vitest'
import { findCallProblems } from './bot-api-schema.ts'

const call = (method: string, values: Record<string, unknown>, uploads: string[] = []) =>
  findCallProblems({ method, values, uploads })

test('documented calls are valid, in each of their forms', () => {
  const keyboard = { inline_keyboard: [[{ text: 'Bayar', callback_data: 'a', style: 'success' }]] }
  expect(call('getMe', {})).toEqual([])
  expect(call('SENDmessage', { chat_id: 7, text: 'Halo', reply_markup: keyboard })).toEqual([])
  expect(call('sendMessage', { chat_id: '7', text: '1', reply_markup: JSON.stringify(keyboard) })).toEqual([])
  expect(call('sendPhoto', { chat_id: '7' }, ['photo'])).toEqual([])
  const photo = JSON.stringify({ type: 'static', photo: 'attach://x' })
  expect(call('setMyProfilePhoto', { photo }, ['x'])).toEqual([])
  expect(call('getUpdates', { offset: 1, allowed_updates: ['message'] })).toEqual([])
  expect(call('setMessageReaction', { chat_id: 7, message_id: 1, reaction: [{ type: 'emoji', emoji: '👍' }] })).toEqual(
    [],
  )
})

test.each([
  ['sendMesage', {}, 'sendMesage is no method of the Bot API'],
  ['sendMessage', { chat_id: 7 }, 'sendMessage.text is missing'],
  ['sendMessage', { chat_id: 7, text: 'x', parsemode: 'HTML' }, 'sendMessage.parsemode is unknown'],
  ['sendMessage', { chat_id: 7, text: 'x', parse_mode: 'html5' }, 'sendMessage.parse_mode is "html5"'],
  ['sendMessage', { chat_id: 7, text: 'x', protect_content: 'no' }, 'not true or false'],
  ['sendMessage', { chat_id: 7, text: 'x', entities: [{ type: 'bold', offset: '0', length: 1 }] }, 'entities.0.offset'],
  [
    'sendMessage',
    { chat_id: 7, text: 'x', reply_markup: { inline_keyboard: [[{ text: 'x', data: 'a' }]] } },
    'inline_keyboard.0.0.data is unknown',
  ],
  ['getMe', { chat_id: 7 }, 'getMe.chat_id is unknown'],
  ['setChatPhoto', { chat_id: 7, photo: 'a-file-id' }, 'is no file'],
])('%s with %j is invalid', (method, values, problem) => {
  expect(call(method, values).join('; ')).toContain(problem)
})
