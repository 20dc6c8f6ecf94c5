import { afterAll, beforeAll, expect, test } from 'vitest'
import { buttonsOf, eventually, openStore, type Shown, type Store } from '../../bot/store.ts'
import { catalog } from './stand.ts'

const baseUrl = 'http://localhost:9'

let store: Store
beforeAll(async () => {
  store = await openStore({ BASE_URL: baseUrl })
  await store.sell(catalog)
}, 60_000)
afterAll(() => store?.close())

const appOf = async () => {
  const [row] = await store.shop.app.sql.query<{ id: string }>('select id from bot where username = $1', [store.bot])
  return `${baseUrl}/t/${row!.id}`
}
const menuButton = (): Promise<Shown> => store.call('getChatMenuButton')

test('the menu button opens the Mini App, unless the merchant chose another button', async () => {
  const url = await appOf()
  const shown = await eventually(async () => {
    const button = await menuButton()
    return button.type === 'web_app' ? button : undefined
  }, 'a menu button')
  expect(shown).toEqual({ type: 'web_app', text: 'Menu', web_app: { url } })
  const own = { type: 'web_app', text: 'Toko', web_app: { url: 'https://shop.example/app' } }
  await store.call('setChatMenuButton', { menu_button: own })
  await store.restart()
  const ayu = await store.person()
  await ayu.say('/start')
  await ayu.sees(/./)
  expect(await menuButton()).toEqual(own)
})

test('the first button of /start opens the Mini App, and so does the one above inline results', async () => {
  const url = await appOf()
  const budi = await store.person({ first_name: 'Budi' })
  await budi.say('/start')
  const [first] = buttonsOf(await budi.sees(/./))
  expect(first).toMatchObject({ text: '🛍 Buka menu toko', web_app: { url } })
  const asked = { bot: store.bot, from: budi.id, query: 'kopi', offset: '' }
  const { results, button } = await store.control('inline-queries', asked)
  expect(results.length).toBeGreaterThan(0)
  expect(button).toEqual({ text: '🛍 Buka menu toko', web_app: { url } })
})

test('a customer who lets the bot write gets no reply to that, and can be written to', async () => {
  const sari = await store.person({ first_name: 'Sari' })
  const of = { bot: store.bot, person: sari.id }
  const told = async () => new URLSearchParams((await store.control('web-apps', of)).init_data).get('user')
  expect(await told()).not.toContain('allows_write_to_pm')
  await store.control('write-access', of)
  expect(await told()).toContain('"allows_write_to_pm":true')
  await sari.say('/start')
  await sari.sees(/./)
  expect((await sari.chat()).filter(({ from }) => from?.is_bot)).toHaveLength(1)
})
