import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { signedInitData } from './sign.ts'
import { addPlatformBot, addShopBot, type StoredBot } from './stand.ts'

const chatId = 5_330_000_001

let shop: WebShop
let shopBot: StoredBot
let platform: StoredBot
beforeAll(async () => {
  shop = await createWebShop()
  shopBot = await addShopBot(shop)
  await signInAs(shop, { username: 'ayu' })
  await link('ayu', chatId)
  platform = await addPlatformBot(shop)
})
afterAll(() => shop.close())

async function link(username: string, chat: number | null): Promise<void> {
  await shop.app.sql.write('update app_user set chat_id = $2 where username = $1', [username, chat])
}

let queries = 0
const signed = (more: object = {}, token = platform.token) => {
  const user = { id: chatId, first_name: 'Ayu', allows_write_to_pm: true }
  return signedInitData(token, { auth_date: shop.app.now(), user, query_id: `D${++queries}`, ...more })
}
const enter = async (initData: string, headers: Record<string, string> = {}, at = platform.id) => {
  const visitor = createVisitor(shop)
  return { visitor, answer: await visitor.post(`/t/${at}/enter`, { init_data: initData }, headers) }
}

test('a merchant opens the dashboard from a linked chat, and money and secrets require the password', async () => {
  const door = await createVisitor(shop).get(`/t/${platform.id}`)
  expect(door.status).toBe(200)
  expect(door.text).toContain('data-needs="native"')
  const { visitor, answer } = await enter(signed())
  expect(answer.location, answer.text).toBe('/dashboard')
  expect(answer.headers.getSetCookie().join()).toContain('httponly')
  expect((await visitor.get('/dashboard')).status).toBe(200)
  // https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html: sensitive acts require
  // reauthentication.
  const made = await visitor.post('/dashboard/keys', { act: 'create', label: 'kasir', scopes: 'read' })
  expect(made.location ?? made.text).toContain('/sign-in/again')
  const [row] = await shop.app.sql.query<{ at: Date }>(
    'select authenticated_at as at from session order by id desc limit 1',
  )
  expect(row!.at.getTime()).toBe(0)
})

test.each<[string, () => string]>([
  ['is forged', () => signed().replace(/first_name%22%3A%22Ayu/, 'first_name%22%3A%22Ani')],
  ['is six minutes old', () => signed({ auth_date: new Date(shop.app.now().getTime() - 360_000) })],
  ["comes from a shop's bot", () => signed({}, shopBot.token)],
  ['comes from an unlinked chat', () => signed({ user: { id: 5_330_000_999, first_name: 'Tamu' } })],
  ['is empty', () => ''],
])('the dashboard stays closed to data that %s', async (_, make) => {
  const { visitor, answer } = await enter(make())
  expect(answer.status).toBe(401)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect((await visitor.get('/dashboard')).status).not.toBe(200)
})

test('the same data opens the dashboard only once, and never from another site', async () => {
  const initData = signed()
  expect((await enter(initData)).answer.status).toBe(303)
  expect((await enter(initData)).answer.status).toBe(401)
  expect((await enter(signed(), { 'sec-fetch-site': 'cross-site' })).answer.status).toBe(401)
})

test('an authenticator is requested immediately, and a chat that two users linked opens nothing', async () => {
  await shop.app.sql.write("update app_user set second_step = 'totp' where username = 'ayu'")
  const { visitor, answer } = await enter(signed())
  expect(answer.location).toBe('/sign-in/code')
  expect((await visitor.get('/dashboard')).location ?? '').toContain('/sign-in/code')
  await shop.app.sql.write("update app_user set second_step = 'none' where username = 'ayu'")
  await signInAs(shop, { username: 'budi' })
  await link('budi', chatId)
  expect((await enter(signed())).answer.status).toBe(401)
  await link('budi', null)
  await shop.app.sql.write("update app_user set is_active = false where username = 'ayu'")
  expect((await enter(signed())).answer.status).toBe(401)
  await shop.app.sql.write("update app_user set is_active = true where username = 'ayu'")
})
