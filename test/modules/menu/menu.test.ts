import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { changePictures } from '../../../src/catalog/pictures/change-pictures.ts'
import { setMenu } from '../../../src/modules/menu/set-menu.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
  await openMenu(shop, 'kopi')
})
afterAll(() => shop.close())

const other = () => ({ accountId: shop.second.accountId, mode: 'test', actor: 'test' }) as const

describe('the address of a menu', () => {
  test.each([
    ['ab', 'malformed'],
    ['9kopi', 'malformed'],
    ['kopi susu', 'malformed'],
    ["kopi'--", 'malformed'],
    ['a'.repeat(31), 'malformed'],
    ['Kopi', 'taken'],
  ])('the address of a menu is refused if it is %s', async (slug, code) => {
    const refused = setMenu(shop.app, other(), { slug, isOn: true })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'slug', code }] })
  })

  test('a menu shows nothing before it is switched on, nor after it is switched off', async () => {
    expect((await shop.page('/m/teh')).status).toBe(404)
    await setMenu(shop.app, other(), { slug: 'teh', isOn: true })
    expect((await shop.page('/m/teh')).status).toBe(200)
    await setMenu(shop.app, other(), { slug: 'teh', isOn: false })
    expect((await shop.page('/m/teh')).status).toBe(404)
  })

  test.each(['/m/%00', '/m/KOPI', '/m/kopi/p/x', '/m/kopi/p/%00', '/m/kopi/p/AAAAAAAAAAAAAAAAAAAAAA'])(
    'the address of a menu is unknown as %s',
    async path => expect((await shop.page(path)).status).toBe(404),
  )
})

describe('the menu', () => {
  test('the menu shows what the shop sells, at its prices, under the names of its categories', async () => {
    const { text, status } = await shop.page('/m/kopi')
    expect(status).toBe(200)
    expect(text).toContain('Kopi Susu')
    expect(text).toContain('mulai Rp\u00a018.000')
    expect(text).toContain('Minuman · Dingin')
  })

  test('the menu shows a single category, and its pages in English', async () => {
    const { text } = await shop.page('/m/kopi')
    const [, camilan] = /category=([\w-]{22})[^>]*>Camilan/.exec(text) ?? []
    const alone = await shop.page(`/m/kopi?category=${camilan}&lang=en`)
    expect(alone.text).toContain('Everything')
    expect(alone.text).not.toContain('Kopi Susu')
  })

  test('the menu shows a product with its variants and options', async () => {
    const { text } = await shop.page('/m/kopi')
    const [, latte] = /\/p\/([\w-]{22})[^>]*>Latte</.exec(text) ?? []
    const product = await shop.page(`/m/kopi/p/${latte}`)
    expect(product.text).toContain('Susu oat')
    expect(product.text).toContain('Rp\u00a08.000')
  })

  test('the menu shows all pictures of a product, and that there are several', async () => {
    const acting = { accountId: shop.demo.accountId, mode: 'test', ...commandActor } as const
    const { text } = await shop.page('/m/kopi')
    const [, id] = /\/p\/([\w-]{22})[^>]*>Roti Bakar</.exec(text) ?? []
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const shown = async () => [...(await shop.page(`/m/kopi/p/${id}`)).text.matchAll(/<img src="[^"]*-640\.webp"/g)]
    await changePictures(shop.app, acting, id!, { add: { name: 'a.png', bytes } })
    expect(await shown()).toHaveLength(1)
    expect((await shop.page(`/m/kopi/p/${id}`)).text).not.toContain('menu-pictures')
    await changePictures(shop.app, acting, id!, { add: { name: 'b.png', bytes } })
    expect(await shown()).toHaveLength(2)
    expect((await shop.page(`/m/kopi/p/${id}`)).text).toContain('aria-label="2 gambar" tabindex="0"')
  })

  test('the menu names the table of its code, but no table that the shop does not have', async () => {
    const { accountId } = shop.demo
    await shop.app.sql.write('insert into shop_rules (account_id, tables) values ($1, 4)', [accountId])
    expect((await shop.page('/m/kopi?table=3')).text).toContain('Meja 3')
    expect((await shop.page('/m/kopi?table=5')).text).not.toContain('Meja 5')
  })
})
