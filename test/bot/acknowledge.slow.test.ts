import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ShopScreen } from '../../bot/screens/screen.ts'
import { makePress } from '../../bot/telegram/message.ts'
import { html } from '../../src/lib/html.ts'
import { type Chats, startChats } from './chats.ts'

/** More than the updates of a bot that are handled simultaneously. */
const customers = 14

let chats: Chats
let open: () => void
let gate: Promise<void>
let shown: boolean[]

const shop: ShopScreen = {
  commands: {
    start: async ctx =>
      void (await ctx.say({
        text: html`Beranda`,
        buttons: [[{ text: 'Buka', press: makePress('slow') }], [{ text: 'Kabari', press: makePress('late') }]],
      })),
  },
  presses: {
    slow: async ctx => {
      await gate
      await ctx.show({ text: html`Terbuka` })
    },
    late: {
      answers: true,
      run: async ctx => {
        await gate
        for (const words of ['Sudah', 'Dua kali']) shown.push(await ctx.toast(words))
        shown.push(await ctx.alert('Siap'))
      },
    },
  },
}

beforeEach(() => {
  shown = []
  gate = new Promise(resolve => {
    open = resolve
  })
})

afterEach(async () => {
  open()
  await chats.close()
})

test.each(['polling', 'webhook'] as const)(
  'presses on a slow screen are acknowledged before it is drawn, no matter how many wait, by %s',
  async updates => {
    chats = await startChats({ updates, screens: { shop: [shop], platform: [] } })
    const people = await Promise.all(Array.from({ length: customers }, () => chats.machine.startedPerson(chats.shop)))
    await chats.settle()
    const newest = async () => Promise.all(people.map(async person => (await chats.messages(person)).at(-1)))
    const screens = await newest()
    const pressed = await Promise.all(
      people.map((person, at) => chats.press(person, screens[at].message_id, { button: 'Buka' })),
    )
    expect(pressed.map(({ answer }) => answer)).toEqual(people.map(() => ({})))
    expect(new Set((await newest()).map(({ text }) => text))).toEqual(new Set(['Beranda']))
    open()
    await chats.settle()
    expect(new Set((await newest()).map(({ text }) => text))).toEqual(new Set(['Terbuka']))
  },
  60_000,
)

test('a text shown in time answers the press, and only the first text does', async () => {
  chats = await startChats({ screens: { shop: [shop], platform: [] } })
  open()
  const person = await chats.customer()
  const [, { message_id }] = await chats.messages(person)
  expect((await chats.press(person, message_id, { button: 'Kabari' })).answer).toMatchObject({ text: 'Sudah' })
  await chats.settle()
  expect(shown).toEqual([true, false, false])
}, 60_000)

test('an important text that is too late for the answer is sent as a message', async () => {
  chats = await startChats({ screens: { shop: [shop], platform: [] }, handlerHasMs: 1 })
  const person = await chats.customer()
  const [, { message_id }] = await chats.messages(person)
  expect((await chats.press(person, message_id, { button: 'Kabari' })).answer).toEqual({})
  open()
  await chats.settle()
  expect(shown).toEqual([false, false, false])
  expect(await chats.texts(person)).toEqual(['> /start', 'Beranda', 'Siap'])
}, 60_000)
