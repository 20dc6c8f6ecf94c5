import type { Update } from 'grammy/types'
import { expect, test } from 'vitest'
import { findPerson } from '../../../bot/inbox/inbox-sql.ts'

const rina = { id: 5, is_bot: false, first_name: 'Rina' }
const own = { id: 5, type: 'private', first_name: 'Rina' }
const places = [
  { id: -100, type: 'group', title: 'Ramai' },
  { id: -1_001_234, type: 'supergroup', title: 'Ramai sekali' },
  { id: -1_005_678, type: 'channel', title: 'Kabar' },
]
const message = (chat: object, more: object = {}) => ({
  message_id: 1,
  date: 1,
  chat,
  from: rina,
  text: 'kopi',
  ...more,
})
const personIn = (update: object) => findPerson({ update_id: 1, ...update } as Update)
const forwarded = { forward_origin: { type: 'user', date: 1, sender_user: { ...rina, id: 6 } } }
const buttons = { reply_markup: { inline_keyboard: [[{ text: 'Bayar', callback_data: 'pay:abc' }]] } }
const press = (more: object) => ({
  callback_query: { id: '1', from: rina, chat_instance: '1', data: 'pay:abc', ...more },
})

const member = (chat: object, before: string, after: string) => ({
  my_chat_member: {
    chat,
    from: rina,
    date: 1,
    old_chat_member: { status: before },
    new_chat_member: { status: after },
  },
})

test.each(places)(
  'the member who adds the bot to a $type is asked about its purpose, and later role changes are not',
  chat => {
    expect(personIn(member(chat, 'left', 'member'))).toBe(5)
    expect(personIn(member(chat, 'kicked', 'administrator'))).toBe(5)
    expect(personIn(member(chat, 'member', 'administrator'))).toBeUndefined()
  },
)

test.each(places)(
  'the bot ignores messages, commands, forwarded messages, presses and its removal in a $type',
  chat => {
    const updates = [
      { message: message(chat) },
      { message: message(chat, { text: '/start', entities: [{ type: 'bot_command', offset: 0, length: 6 }] }) },
      { message: message(chat, forwarded) },
      press({ message: message(chat, buttons) }),
      press({ message: message(chat, { ...buttons, ...forwarded }) }),
      member(chat, 'member', 'left'),
    ]
    expect(updates.map(personIn)).toEqual(updates.map(() => undefined))
  },
)

test('a press on a forwarded or inline button belongs to the user who presses it', () => {
  const presses = [
    press({ message: message(own, { ...buttons, ...forwarded }) }),
    press({ message: message(own, { ...buttons, from: { ...rina, id: 7, is_bot: true } }) }),
    press({ inline_message_id: 'of somebody else' }),
  ]
  expect(presses.map(personIn)).toEqual([5, 5, 5])
})

test("a forwarded text is the sender's own message, and an inline card belongs to no customer", () => {
  expect(personIn({ message: message(own, forwarded) })).toBe(5)
  expect(personIn({ message: message(own, { via_bot: { ...rina, id: 7, is_bot: true } }) })).toBeUndefined()
})
