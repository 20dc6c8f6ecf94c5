import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Machine, startMachine } from './machine.ts'

let machine: Machine
let bot: { id: number; username: string; token: string }
const now = new Date('2026-11-27T05:00:00Z')
beforeAll(async () => {
  machine = await startMachine(undefined, { now: () => now })
  bot = await machine.makeBot()
})
afterAll(() => machine.close())

const open = async (person: number, more: object = {}) =>
  machine.post('web-apps', { bot: bot.username, person, url: 'https://example.com/app?a=1', ...more })

/** Checks a signature as described at https://core.telegram.org/bots/webapps. */
function isSigned(initData: string, token: string): boolean {
  const fields = new URLSearchParams(initData)
  const hash = fields.get('hash')
  fields.delete('hash')
  const text = [...fields].map(([name, value]) => `${name}=${value}`).sort()
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  return createHmac('sha256', key).update(text.join('\n')).digest('hex') === hash
}

describe('a Mini App', () => {
  test('a Mini App opens with data that its bot can verify, and that name its user', async () => {
    const person = await machine.makePerson('Rina & "Co" %')
    const { body } = await open(person)
    expect(isSigned(body.init_data, bot.token)).toBe(true)
    const told = new URLSearchParams(body.init_data)
    expect(JSON.parse(told.get('user')!)).toEqual({ id: person, first_name: 'Rina & "Co" %', language_code: 'id' })
    expect(told.get('auth_date')).toBe(String(now.getTime() / 1000))
    const url = new URL(body.url)
    expect(url.origin + url.pathname + url.search).toBe('https://example.com/app?a=1')
    const behind = new URLSearchParams(url.hash.slice(1))
    expect(behind.get('tgWebAppData')).toBe(body.init_data)
    expect(JSON.parse(behind.get('tgWebAppThemeParams')!)).toMatchObject({ bg_color: '#ffffff' })
  })

  test('a Mini App opens from the menu button, with the startapp of its link', async () => {
    const person = await machine.startedPerson(bot)
    const bare = await machine.post('web-apps', { bot: bot.username, person })
    expect(bare.status).toBe(409)
    const menu_button = { type: 'web_app', text: 'Menu', web_app: { url: 'https://example.com/t/7' } }
    await machine.call(bot.token, 'setChatMenuButton', { menu_button })
    const { body } = await machine.post('web-apps', {
      bot: `@${bot.username}`,
      person,
      start_param: 'p_1',
      theme: 'dark',
    })
    expect(body.url).toMatch(/^https:\/\/example\.com\/t\/7\?tgWebAppStartParam=p_1#tgWebAppData=/)
    const told = new URLSearchParams(body.init_data)
    expect(told.get('start_param')).toBe('p_1')
    expect(JSON.parse(told.get('user')!).allows_write_to_pm).toBe(true)
    await machine.post('blocks', { bot: bot.username, person, blocked: true })
    const blocked = new URLSearchParams((await open(person)).body.init_data)
    expect(JSON.parse(blocked.get('user')!).allows_write_to_pm).toBeUndefined()
  })

  test('a Mini App can be opened with data that is old, forged or of another bot', async () => {
    const person = await machine.makePerson()
    const other = await machine.makeBot()
    const old = (await open(person, { age_s: 7200 })).body.init_data
    expect(new URLSearchParams(old).get('auth_date')).toBe(String(now.getTime() / 1000 - 7200))
    expect(isSigned(old, bot.token)).toBe(true)
    expect(isSigned((await open(person, { forged: true })).body.init_data, bot.token)).toBe(false)
    const foreign = (await open(person, { signed_by: other.username })).body.init_data
    expect([isSigned(foreign, bot.token), isSigned(foreign, other.token)]).toEqual([false, true])
    expect((await open(person, { signed_by: 'nobody_bot' })).status).toBe(404)
    expect((await open(999)).status).toBe(404)
    expect((await open(person, { url: 'javascript:alert(1)' })).status).toBe(400)
  })

  test('a Mini App gets a signed phone number, and permission to write', async () => {
    const person = await machine.startedPerson(bot)
    const { body } = await machine.post('web-app-contacts', { bot: bot.username, person })
    expect(isSigned(body.contact, bot.token)).toBe(true)
    expect(JSON.parse(new URLSearchParams(body.contact).get('contact')!)).toMatchObject({ user_id: person })
    const messages = await machine.messages(bot, person)
    expect(messages.at(-1).contact).toMatchObject({ user_id: person })
    const stranger = await machine.makePerson()
    const send = () => machine.call(bot.token, 'sendMessage', { chat_id: stranger, text: 'Halo' })
    expect((await send()).error_code).toBe(403)
    await machine.post('write-access', { bot: bot.username, person: stranger })
    expect((await send()).ok).toBe(true)
  })
})
