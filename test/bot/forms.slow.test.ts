import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BotScreens } from '../../bot/bot.ts'
import type { Form } from '../../bot/forms/form.ts'
import { makePress } from '../../bot/telegram/message.ts'
import { html } from '../../src/lib/html.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { type Chats, eventually, startChats, type TestBot } from './chats.ts'

let saved: string[]
let failures: number

const address: Form = async (conversation, ctx, kind: never) => {
  await ctx.say({ text: html`Alamat ${kind}?`, buttons: [[{ text: 'Lewati', press: makePress('form', 'skip') }]] })
  const street = await conversation.waitFor('message:text')
  await ctx.say({ text: html`Kota?` })
  const city = await conversation.waitFor(['message:text', 'callback_query:data'])
  const text = city.callbackQuery ? 'tanpa kota' : city.message!.text
  await conversation.external(outside => {
    if (failures-- > 0) throw new Error('the database is away')
    saved.push(`${outside.store.name}: ${street.message.text}, ${text}`)
  })
  await ctx.say({ text: html`${ctx.t.cancelled && 'Tersimpan'}: ${street.message.text}, ${text}` })
}

const refused: Form = async conversation => {
  await conversation.external(() => {
    throw new Refusal({ code: 'out_of_stock', names: [] }, 'gone')
  })
}

const screens: BotScreens = {
  platform: [],
  shop: [
    {
      commands: {
        start: async ctx =>
          void (await ctx.say({ text: html`Beranda`, buttons: [[{ text: 'Isi', press: makePress('fill') }]] })),
        isi: ctx => ctx.form('address', 'rumah'),
        ditolak: ctx => ctx.form('refused'),
      },
      presses: {
        fill: ctx => ctx.form('address', 'kantor'),
        elsewhere: async ctx => void (await ctx.show({ text: html`Layar lain` })),
      },
      text: async (ctx, text) => void (await ctx.say({ text: html`Cari ${text}` })),
      forms: { address, refused },
    },
  ],
}

let chats: Chats
let other: TestBot

beforeAll(async () => {
  chats = await startChats({ screens })
  other = await chats.addShop('lain')
})
afterAll(() => chats.close())
beforeEach(() => {
  saved = []
  failures = 0
})

async function say(person: number, text: string, bot = chats.shop): Promise<void> {
  await chats.say(person, text, bot)
  await chats.settle()
}

async function answers(person: number, bot = chats.shop): Promise<string[]> {
  return (await chats.texts(person, bot)).filter(text => !text.startsWith('> '))
}

describe('a form', () => {
  test('a form asks one question after another and stores the answers', async () => {
    const person = await chats.customer()
    await say(person, '/isi')
    await say(person, 'Jalan Mawar 1')
    await say(person, 'Bandung')
    expect(await answers(person)).toEqual(['Beranda', 'Alamat rumah?', 'Kota?', 'Tersimpan: Jalan Mawar 1, Bandung'])
    expect(saved).toEqual(['Warung Kopi: Jalan Mawar 1, Bandung'])
    await say(person, 'Bandung')
    expect((await answers(person)).at(-1)).toBe('Cari Bandung')
  })

  test('every command, and every button of another screen, leaves a form', async () => {
    const person = await chats.customer()
    await say(person, '/isi')
    await say(person, '/batal')
    expect((await answers(person)).at(-1)).toBe('Baik, dibatalkan.')
    await say(person, '/batal')
    expect((await answers(person)).at(-1)).toBe('Tidak ada yang sedang diisi.')

    await say(person, '/isi')
    await say(person, '/start')
    await say(person, 'kopi')
    expect((await answers(person)).at(-1)).toBe('Cari kopi')

    await say(person, '/isi')
    const asked = (await chats.messages(person)).at(-1)
    await chats.press(person, asked.message_id, { data: makePress('elsewhere') })
    await chats.settle()
    await say(person, 'teh')
    expect((await answers(person)).at(-1)).toBe('Cari teh')
  })

  test('a form accepts its own buttons', async () => {
    const person = await chats.customer()
    await say(person, '/isi')
    const asked = (await chats.messages(person)).at(-1)
    await say(person, 'Jalan Melati 2')
    await chats.press(person, asked.message_id, { button: 'Lewati' })
    await chats.settle()
    expect(saved).toEqual(['Warung Kopi: Jalan Melati 2, tanpa kota'])
  })

  test('a customer of two shops has a separate form in each', async () => {
    const person = await chats.customer()
    await chats.say(person, '/start', other)
    await say(person, '/isi')
    await say(person, '/isi', other)
    await say(person, 'Jalan Kopi')
    await say(person, 'Jalan Lain', other)
    await say(person, 'Bandung')
    await say(person, 'Medan', other)
    expect(saved).toEqual(['Warung Kopi: Jalan Kopi, Bandung', 'lain: Jalan Lain, Medan'])
  })

  test('a form does not advance or run its effects twice if an update arrives twice', async () => {
    const person = await chats.customer()
    await chats.machine.post('updates', { mode: 'twice' })
    await say(person, '/isi')
    await say(person, 'Jalan Mawar 1')
    await say(person, 'Bandung')
    await chats.machine.post('updates', { mode: 'normal' })
    expect(saved).toEqual(['Warung Kopi: Jalan Mawar 1, Bandung'])
  })

  test('a form continues from the same step after a failure', async () => {
    const person = await chats.customer()
    await say(person, '/isi')
    await say(person, 'Jalan Mawar 1')
    failures = 1
    await say(person, 'Bandung')
    await eventually(async () => saved.length === 1, 'the second try')
    expect(saved).toEqual(['Warung Kopi: Jalan Mawar 1, Bandung'])
  })

  test('a form that fails on every update is closed when its update is given up', async () => {
    const person = await chats.customer()
    await say(person, '/isi')
    await say(person, 'Jalan Mawar 1')
    failures = 3
    await say(person, 'Bandung')
    expect((await answers(person)).at(-1)).toMatch(/update.failed/)
    await say(person, 'kopi')
    expect((await answers(person)).at(-1)).toBe('Cari kopi')
  })

  test('a form reports a refusal and ends', async () => {
    const person = await chats.customer()
    await say(person, '/ditolak')
    expect((await answers(person)).at(-1)).toBe('Yah, stok baru saja habis. Uangmu belum terpotong.')
    expect(await openForms(person)).toBe(0)
  })

  test('a form continues after a restart, and closes with an explanation after an upgrade', async () => {
    const person = await chats.customer()
    await say(person, '/isi')
    await chats.role.stop()
    await chats.another()
    await say(person, 'Jalan Mawar 1')
    expect((await answers(person)).at(-1)).toBe('Kota?')
    await chats.app.sql.write(
      `update form set state = jsonb_set(state, '{version,1}', '"older"') where person_id = $1`,
      [person],
    )
    await say(person, 'Bandung')
    expect((await answers(person)).at(-1)).toBe(
      'Formulir tadi ditutup karena ada pembaruan. Silakan ulangi langkahnya.',
    )
    await say(person, 'kopi')
    expect((await answers(person)).at(-1)).toBe('Cari kopi')
    expect(await openForms(person)).toBe(0)
  })
})

async function openForms(person: number): Promise<number> {
  const rows = await chats.app.sql.query('select 1 from form where person_id = $1', [person])
  return rows.length
}
