import { afterEach, expect, test } from 'vitest'
import type { ShopScreen } from '../../bot/screens/screen.ts'
import { press } from '../../bot/telegram/message.ts'
import { html } from '../../src/lib/html.ts'
import { type Chats, startChats } from './chats.ts'

/** More than the updates of one bot that are handled at once. */
const customers = 14

let chats: Chats
let open: () => void
let gate: Promise<void>

const shop: ShopScreen = {
  commands: {
    start: async ctx =>
      void (await ctx.say({ text: html`Beranda`, buttons: [[{ text: 'Buka', press: press('slow') }]] })),
  },
  presses: {
    slow: async ctx => {
      await gate
      await ctx.show({ text: html`Terbuka` })
    },
  },
}

afterEach(async () => {
  open()
  await chats.close()
})

test.each(['polling', 'webhook'] as const)(
  'presses of a slow screen are acknowledged before it is drawn, however many wait, by %s',
  async updates => {
    gate = new Promise(resolve => {
      open = resolve
    })
    chats = await startChats({ updates, screens: { shop: [shop], platform: [] } })
    const people = await Promise.all(Array.from({ length: customers }, () => chats.machine.startedPerson(chats.shop)))
    await chats.settle()
    const shown = async () => Promise.all(people.map(async person => (await chats.messages(person)).at(-1)))
    const screens = await shown()
    const pressed = await Promise.all(
      people.map((person, at) => chats.press(person, screens[at].message_id, { button: 'Buka' })),
    )
    expect(pressed.map(({ answer }) => answer)).toEqual(people.map(() => ({})))
    expect(new Set((await shown()).map(({ text }) => text))).toEqual(new Set(['Beranda']))
    open()
    await chats.settle()
    expect(new Set((await shown()).map(({ text }) => text))).toEqual(new Set(['Terbuka']))
  },
  60_000,
)
