import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskSecrets } from '../../../src/lib/log.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { signedInitData } from './sign.ts'
import { addShopBot, type StoredBot, stockShop } from './stand.ts'

let shop: WebShop
let bot: StoredBot
let other: StoredBot
beforeAll(async () => {
  shop = await createWebShop()
  await stockShop(shop)
  bot = await addShopBot(shop)
  other = await addShopBot(shop)
})
afterAll(() => shop.close())

let people = 5_310_000_000
const person = (more = {}) => ({
  id: ++people,
  first_name: 'Sari',
  language_code: 'id',
  allows_write_to_pm: true,
  ...more,
})
const signed = (more: object = {}, by = bot) =>
  signedInitData(by.token, { auth_date: shop.app.now(), user: person(), query_id: `AA${people}`, ...more })
// Telegram's web view sends none of our cookies and headers.
const enter = (initData: string, at = bot.id as number | string) =>
  createVisitor(shop).post(`/t/${at}/enter`, { init_data: initData }, {})
const customers = () => shop.app.sql.query<{ id: number }>('select id from customer where bot_id > 7400000000')

describe('entering a Mini App', () => {
  test('the Mini App exchanges signed data for a session in the path, without a cookie', async () => {
    const entered = await enter(signed())
    expect(entered.status, entered.text).toBe(303)
    expect(entered.location).toMatch(new RegExp(`^/t/${bot.id}/[\\w-]{72}$`))
    expect(entered.headers.getSetCookie()).toEqual([])
    const list = await createVisitor(shop).get(entered.location!)
    expect(list.status).toBe(200)
    expect(list.text).toContain('Kopi Gula Aren')
  })

  test.each([
    ['is forged', () => signed().replace(/first_name%22%3A%22Sari/, 'first_name%22%3A%22Budi')],
    ['has another hash', () => signed().replace(/hash=..../, 'hash=0000')],
    ['is older than an hour', () => signed({ auth_date: new Date(shop.app.now().getTime() - 3_700_000) })],
    ['is dated tomorrow', () => signed({ auth_date: new Date(shop.app.now().getTime() + 86_400_000) })],
    ["is another bot's", () => signed({}, other)],
    ['has 4 KB of startapp', () => signed({ start_param: 'p'.repeat(4096) })],
    ['has 400 KB', () => signed({ start_param: 'p'.repeat(400_000) })],
    ['names a bot as its user', () => signed({ user: person({ is_bot: true }) })],
    ['has a NUL', () => `${signed()}\0`],
    ['is empty', () => ''],
  ])('the Mini App answers 401 to data that %s, and creates no customer', async (_, make) => {
    const before = (await customers()).length
    const refused = await enter(make())
    expect(refused.status).toBe(401)
    expect(refused.text).toContain('Buka lagi dari chat')
    expect(await customers()).toHaveLength(before)
  })

  test('the Mini App answers 401 to data that was already exchanged, even simultaneously', async () => {
    const initData = signed()
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(initData)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401, 401, 401])
    expect((await enter(initData)).status).toBe(401)
  })

  test('the Mini App answers 401 to data posted by another site, against signing visitors in as the sender', async () => {
    const post = (site: string, initData = signed()) =>
      createVisitor(shop).post(`/t/${bot.id}/enter`, { init_data: initData }, { 'sec-fetch-site': site })
    expect((await post('cross-site')).status).toBe(401)
    expect((await post('same-site')).status).toBe(401)
    // https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header: the door's own form.
    expect((await post('same-origin')).status).toBe(303)
  })

  test.each(['0', '99', 'x', '..%2f', '99999999999999999999'])(
    'the Mini App answers 401 for the unknown bot %s',
    async at => {
      expect((await enter(signed(), at)).status).toBe(401)
    },
  )

  test('the Mini App answers 401 for a bot whose token was revoked, and ends its sessions', async () => {
    const gone = await addShopBot(shop)
    const { location } = await enter(signed({}, gone), gone.id)
    await shop.app.sql.write("update bot set state = 'revoked', revoked_at = now() where id = $1", [gone.id])
    expect((await enter(signed({}, gone), gone.id)).status).toBe(401)
    expect((await createVisitor(shop).get(location!)).status).toBe(401)
  })

  test('the Mini App recognises the same person again, in each bot as a separate customer', async () => {
    const user = person()
    const before = (await customers()).length
    for (const query_id of ['1', '2']) await enter(signed({ user, query_id }))
    expect(await customers()).toHaveLength(before + 1)
    await enter(signed({ user }, other), other.id)
    expect(await customers()).toHaveLength(before + 2)
  })

  test('the Mini App admits customers who blocked the bot, as reachable only if the bot may write', async () => {
    const user = person({ allows_write_to_pm: undefined })
    await enter(signed({ user, query_id: '1' }))
    const blockedAt = async () => {
      const sql = 'select blocked_at from customer where telegram_user_id = $1'
      return (await shop.app.sql.query<{ blocked_at: Date | null }>(sql, [user.id]))[0]!.blocked_at
    }
    await shop.app.sql.write('update customer set blocked_at = now() where telegram_user_id = $1', [user.id])
    expect((await enter(signed({ user, query_id: '2' }))).status).toBe(303)
    expect(await blockedAt()).not.toBeNull()
    expect((await enter(signed({ user: { ...user, allows_write_to_pm: true } }))).status).toBe(303)
    expect(await blockedAt()).toBeNull()
  })

  test.each([
    ['p_AAAAAAAAAAAAAAAAAAAAAA', '/p/AAAAAAAAAAAAAAAAAAAAAA', 404],
    ['o_AAAAAAAAAAAAAAAAAAAAAA', '/o/AAAAAAAAAAAAAAAAAAAAAA', 404],
    ['c_AAAAAAAAAAAAAAAAAAAAAA', '?category=AAAAAAAAAAAAAAAAAAAAAA', 200],
    ['m7', '', 200],
    ['m0', '', 200],
    ['../../dashboard', '', 200],
    ['nothing', '', 200],
  ])('the Mini App opens a link with startapp=%s', async (start_param, path, status) => {
    const { location } = await enter(signed({ start_param }))
    expect(location!.replace(/^\/t\/\d+\/[\w-]{72}/, '')).toBe(path)
    const page = await createVisitor(shop).get(location!)
    expect(page.status).toBe(status)
    expect(page.text).toContain(`/t/${bot.id}/`)
  })
})

describe('a session of the Mini App', () => {
  test('a session of the Mini App expires after two hours, works with one bot, and cannot be altered', async () => {
    const { location } = await enter(signed())
    const [, session] = /\/t\/\d+\/([\w-]{72})/.exec(location!)!
    const visitor = createVisitor(shop)
    const looked = async (path: string) => (await visitor.get(path)).status
    expect(await looked(`/t/${other.id}/${session}`)).toBe(401)
    for (const at of [0, 8, 30, 40, 71]) {
      const bent = `${session!.slice(0, at)}${session![at] === 'A' ? 'B' : 'A'}${session!.slice(at + 1)}`
      expect(await looked(`/t/${bot.id}/${bent}`)).toBe(401)
    }
    expect(await looked(`/t/${bot.id}/short`)).toBe(401)
    expect(await looked(location!)).toBe(200)
    await shop.advance(7_000)
    expect(await looked(location!)).toBe(200)
    await shop.advance(201)
    expect(await looked(location!)).toBe(401)
  })

  test('a session of the Mini App is framed only by Telegram, leaks to no site, and is masked in the log', async () => {
    const { location } = await enter(signed())
    const page = await createVisitor(shop).get(location!)
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain('frame-ancestors https://web.telegram.org https://*.telegram.org')
    expect(page.headers.get('x-frame-options')).toBeNull()
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).not.toMatch(/(href|src|action)="(https?:)?\/\//)
    expect(maskSecrets(`GET ${location} 200`)).toBe(`GET /t/${bot.id}/[masked] 200`)
    expect(maskSecrets(`/t/${bot.id}/enter`)).toBe(`/t/${bot.id}/enter`)
    const menu = await createVisitor(shop).get('/m/unknown')
    expect(menu.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})
