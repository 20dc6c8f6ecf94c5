import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { readOptions } from '../../../src/catalog/options/read-options.ts'
import { picturesMax } from '../../../src/catalog/pictures/product-picture.ts'
import { readPictures } from '../../../src/catalog/pictures/read-pictures.ts'
import { Product } from '../../../src/catalog/product.ts'
import { changeShopRules } from '../../../src/catalog/rules/change-shop-rules.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

const path = '/dashboard/catalog/new'
let shop: WebShop
let owner: Visitor
let picture: Buffer

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(() => shop.close())

/** Sends the form like a browser with several files in one field. */
async function create(name: string, files: Buffer[]): Promise<{ status: number; location: string; text: string }> {
  const form = new FormData()
  const fields = { act: 'create', name, price: '22.000', kind: 'physical', mode: 'unlimited', category: 'Kopi' }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  for (const [at, bytes] of files.entries()) form.append('file', new Blob([new Uint8Array(bytes)]), `${at}.png`)
  const cookie = [...owner.cookies].map(pair => pair.join('=')).join('; ')
  const headers = { cookie, origin: shop.app.config.baseUrl, 'sec-fetch-site': 'same-origin' }
  const init = { method: 'POST', body: form, headers, redirect: 'manual' } as const
  const answer = await fetch(`${shop.pagesUrl}/dashboard/catalog/new?act=create`, init)
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

const found = (name: string) => shop.app.em({ accountId: shop.demo.accountId }).findOne(Product, { name })

describe('a new product', () => {
  test('the form of a new product asks for name, price, pictures and category, and collapses the rest', async () => {
    const { text } = await owner.get('/dashboard/catalog/new')
    const [open, folded] = text
      .slice(text.indexOf('<form method="post" novalidate action="?act=create"'))
      .split('<details')
    for (const name of ['name', 'price', 'file', 'category']) expect(open).toContain(`name="${name}"`)
    for (const name of ['kind', 'mode', 'count'])
      expect([open!.includes(`name="${name}"`), name]).toEqual([false, name])
    expect(folded).toContain('name="asks_address"')
  })

  test("the form of a new product asks for the shop's address until the shop has saved its rules", async () => {
    const isTicked = async () => /<input[^>]*name="asks_address"[^>]* checked/.test((await owner.get(path)).text)
    expect(await isTicked()).toBe(true)
    const rules = { pickupPlace: 'Jalan Kenanga 3' }
    await changeShopRules(shop.app, { accountId: shop.demo.accountId, ...commandActor }, () => rules)
    expect(await isTicked()).toBe(false)
  })

  test('the form of a new product takes several pictures in order, and no address without the tick', async () => {
    expect((await create('Latte gula aren', [picture, picture, picture])).status).toBe(303)
    const product = (await found('Latte gula aren'))!
    expect(product.asks).toEqual(['phone'])
    expect(await readPictures(shop.app.em({ accountId: shop.demo.accountId }), product)).toHaveLength(3)
  })

  test('a new product is refused if one of its files is not a picture, or if there are too many', async () => {
    expect((await create('Rusak', [picture, Buffer.from('bukan gambar')])).status).toBe(400)
    const many = await create(
      'Terlalu banyak',
      Array.from({ length: picturesMax + 1 }, () => picture),
    )
    expect(many.status).toBe(400)
    expect([await found('Rusak'), await found('Terlalu banyak')]).toEqual([null, null])
  })
})

describe('options', () => {
  const group = (rule: string) => ({
    act: 'save',
    group: '',
    rows: '2',
    group_name: `Susu ${rule}`,
    rule,
    min: '',
    max: '',
    option_0: 'Oat',
    price_0: '8.000',
    key_0: '',
    on_0: 'on',
    option_1: 'Kedelai',
    price_1: '',
    key_1: '',
    on_1: 'on',
  })
  const groupsOf = async (name: string) => {
    const em = shop.app.em({ accountId: shop.demo.accountId })
    const product = (await found(name))!
    const groups = (await readOptions(em, [product.id])).get(product.id) ?? []
    return groups.map(one => [one.name, one.choicesMin, one.choicesMax])
  }

  test('option groups are described in words (one, at most one, any number), and copied only once', async () => {
    await create('Kopi susu', [])
    await create('Es kopi', [])
    const [source, target] = [(await found('Kopi susu'))!.publicId, (await found('Es kopi'))!.publicId]
    for (const rule of ['one', 'maybe', 'any']) {
      expect((await owner.post(`/dashboard/catalog/${source}/options`, group(rule))).status).toBe(303)
    }
    const groups = [
      ['Susu one', 1, 1],
      ['Susu maybe', 0, 1],
      ['Susu any', 0, 2],
    ]
    expect(await groupsOf('Kopi susu')).toEqual(groups)
    expect((await owner.get(`/dashboard/catalog/${target}/options`)).text).toContain('Salin dari produk lain')
    for (let time = 0; time < 2; time++) {
      const copied = await owner.post(`/dashboard/catalog/${target}/options`, { act: 'copy', from: source })
      expect(copied.status).toBe(303)
    }
    expect(await groupsOf('Es kopi')).toEqual(groups)
    const none = await owner.post(`/dashboard/catalog/${target}/options`, { act: 'copy', from: 'x'.repeat(22) })
    expect(none.status).toBe(404)
  })
})
