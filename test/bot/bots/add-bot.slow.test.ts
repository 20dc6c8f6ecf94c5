import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBot, ensurePlatformBot } from '../../../bot/bots/add-bot.ts'
import { setHooks } from '../../../bot/bots/set-hooks.ts'
import { botCommands } from '../../../bot/commands.ts'
import { rotateSecret } from '../../../src/keys/rotate-secret.ts'
import { type Chats, startChats } from '../chats.ts'

let chats: Chats

beforeAll(async () => {
  chats = await startChats({ screens: { shop: [], platform: [] }, isStarted: false })
})
afterAll(() => chats.close())

async function rowOf(id: number) {
  const [row] = await chats.app.sql.query<Record<string, unknown>>('select * from bot where id = $1', [id])
  return row!
}

describe('adding a bot', () => {
  test('a new bot takes its name from Telegram, and its token is stored encrypted', async () => {
    const made = await chats.machine.makeBot()
    const added = await addBot(chats.app, { token: made.token, accountId: chats.accountId })
    expect(added).toEqual({
      id: made.id,
      accountId: chats.accountId,
      mode: 'live',
      username: made.username,
      firstName: 'Shop',
    })
    expect(JSON.stringify(await rowOf(made.id))).not.toContain(made.token.split(':')[1])
    expect((await chats.role.bots.byId(made.id))!.token).toBe(made.token)
  })

  test('adding a bot again stores its new token, and reactivates the bot if it was revoked', async () => {
    const made = await chats.machine.makeBot()
    await addBot(chats.app, { token: made.token, accountId: chats.accountId, mode: 'test' })
    await chats.app.sql.write(`update bot set state = 'revoked', revoked_at = now() where id = $1`, [made.id])
    const { token } = (await chats.machine.post('tokens', { bot: made.username })).body
    await addBot(chats.app, { token, accountId: chats.accountId, mode: 'test' })
    expect(await rowOf(made.id)).toMatchObject({ state: 'active', revoked_at: null })
    chats.role.bots.forget()
    expect((await chats.role.bots.byId(made.id))!.token).toBe(token)
  })

  test.each([
    ['no token', 'hello'],
    ['a token that Telegram does not know', '7100000999:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0'],
  ])('adding a bot refuses %s', async (_, token) => {
    await expect(addBot(chats.app, { token, accountId: chats.accountId })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('adding a bot refuses the bot of another account, and the platform bot as a shop', async () => {
    const shop = await chats.addShop('elsewhere')
    for (const { token } of [shop, chats.platform]) {
      await expect(addBot(chats.app, { token, accountId: chats.accountId })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    }
  })

  test('a new bot gets a picture and an introduction in both languages', async () => {
    const { machine } = chats
    const made = await machine.makeBot()
    await addBot(chats.app, { token: made.token, accountId: chats.accountId })
    const ask = async (method: string, values = {}) => (await machine.call(made.token, method, values)).result
    expect((await ask('getMyDescription')).description).toContain('Tekan MULAI')
    expect((await ask('getMyDescription', { language_code: 'en' })).description).toContain('Press START')
    expect((await ask('getMyShortDescription')).short_description).toContain('di Telegram')
    expect(await ask('getUserProfilePhotos', { user_id: made.id })).toMatchObject({ total_count: 1 })
    const person = await machine.makePerson()
    const { bot } = await machine.get(`chat?bot=${made.username}&person=${person}`)
    const picture = await fetch(bot.photo_url)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
  })

  test('adding a bot keeps the description that its owner wrote in BotFather', async () => {
    const { machine } = chats
    const made = await machine.makeBot()
    await machine.call(made.token, 'setMyDescription', { description: 'Toko Bu Sri' })
    await addBot(chats.app, { token: made.token, accountId: chats.accountId })
    expect((await machine.call(made.token, 'getMyDescription')).result).toEqual({ description: 'Toko Bu Sri' })
    expect((await machine.call(made.token, 'getMyDescription', { language_code: 'en' })).result).toEqual({
      description: 'Toko Bu Sri',
    })
    expect((await machine.call(made.token, 'getMyShortDescription')).result.short_description).not.toBe('')
  })

  test('a new platform bot replaces the previous one', async () => {
    const made = await chats.machine.makeBot()
    await addBot(chats.app, { token: made.token, accountId: null })
    expect(await rowOf(chats.platform.id)).toMatchObject({ state: 'revoked' })
    chats.role.bots.forget()
    expect((await chats.role.bots.platform())!.id).toBe(made.id)
    await addBot(chats.app, { token: chats.platform.token, accountId: null })
  })

  test('the bot of BOT_TOKEN is registered automatically, once', async () => {
    const made = await chats.machine.makeBot()
    const app = { ...chats.app, config: { ...chats.app.config, botToken: made.token } }
    await ensurePlatformBot(app)
    expect(await rowOf(made.id)).toMatchObject({ account_id: null, state: 'active', mode: 'live' })
    await chats.app.sql.write(`update bot set first_name = 'kept' where id = $1`, [made.id])
    await ensurePlatformBot(app)
    expect(await rowOf(made.id)).toMatchObject({ first_name: 'kept' })
    await addBot(chats.app, { token: chats.platform.token, accountId: null })
  })

  test('adding a bot by command reports what was added and what is missing', async () => {
    const made = await chats.machine.makeBot()
    const add = botCommands['bot add']
    expect(await add.run(chats.app, { words: [made.token], options: { account: 'kopi', mode: 'test' } })).toEqual([
      `@${made.username} (Shop) was added in test mode.`,
    ])
    await expect(add.run(chats.app, { words: [made.token], options: {} })).rejects.toThrow('--account')
    await expect(add.run(chats.app, { words: [made.token], options: { account: 'nobody' } })).rejects.toThrow('nobody')
  })
})

describe('webhooks', () => {
  test('webhooks are set once, under a random name with a secret for each bot', async () => {
    while ((await setHooks(chats.app)) > 0);
    const bot = (await chats.role.bots.byId(chats.shop.id))!
    const { result } = await chats.machine.call(chats.shop.token, 'getWebhookInfo')
    expect(result.url).toBe(`${chats.app.config.baseUrl}/tg/${bot.hookId}`)
    expect(result.url).not.toContain(chats.shop.token.split(':')[1])
    expect(await setHooks(chats.app)).toBe(0)
  })

  test('webhooks are set again when the secret rotates', async () => {
    const before = (await chats.role.bots.byId(chats.shop.id))!.hookSecrets()[0]
    await chats.app.sql.write('update bot set secret_rotation = secret_rotation + 1 where id = $1', [chats.shop.id])
    expect(await setHooks(chats.app)).toBe(1)
    chats.role.bots.forget()
    expect((await chats.role.bots.byId(chats.shop.id))!.hookSecrets()[0]).not.toBe(before)
  })

  test("webhooks are set again when the secret's key is replaced; updates in transit still arrive", async () => {
    const before = (await chats.role.bots.byId(chats.shop.id))!.hookSecrets()[0]
    await rotateSecret(chats.app)
    await chats.app.sql.write(`update seal_key set active_from = active_from - interval '1 minute'`)
    await chats.app.keyRing.refresh()
    expect(await setHooks(chats.app)).toBeGreaterThan(1)
    const [now, lately] = (await chats.role.bots.byId(chats.shop.id))!.hookSecrets()
    expect(now).not.toBe(before)
    expect(lately).toBe(before)
  })

  test("a webhook shows if its bot's token was revoked", async () => {
    const shop = await chats.addShop('gone')
    await chats.machine.post('tokens', { bot: shop.username })
    await setHooks(chats.app)
    expect(await rowOf(shop.id)).toMatchObject({ state: 'revoked' })
  })
})
