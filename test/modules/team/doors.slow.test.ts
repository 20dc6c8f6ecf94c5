import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { Product, Variant } from '../../../src/catalog/product.ts'
import { setLimits } from '../../../src/modules/team/guard-act.ts'
import type { Permission } from '../../../src/modules/team/member-limit.ts'
import { User } from '../../../src/people/user.ts'
import { openStall } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let support: Visitor
let userId: number
let productId: string
let variantId: string
let before: string

beforeAll(async () => {
  shop = await createWebShop()
  await openStall(shop.app, shop.demo)
  support = await signInAs(shop, { role: 'support', username: 'dibatasi' })
  userId = (await shop.app.em('shared').findOneOrFail(User, { username: 'dibatasi' })).id
  const em = shop.app.em({ accountId: shop.demo.accountId })
  const variant = await em.findOneOrFail(
    Variant,
    { stockMode: 'counter', product: { isActive: true } },
    { populate: ['product'], orderBy: { id: 'asc' } },
  )
  productId = variant.product.publicId
  variantId = variant.publicId
  before = await state()
})
afterAll(() => shop.close())

/** Returns everything that the forms below would change. */
async function state(): Promise<string> {
  const em = shop.app.em({ accountId: shop.demo.accountId })
  const variants = await em.find(Variant, {}, { orderBy: { id: 'asc' } })
  const prices = variants.map(({ publicId, price, starPrice, stockUrl }) => [publicId, price, starPrice, stockUrl])
  const page = (await support.get('/dashboard/catalog/many')).text
  const stocks = [...page.matchAll(/name="was_left_[\w-]+" value="\d+"/g)].map(([text]) => text)
  return JSON.stringify([prices, stocks, await em.count(Product, {})])
}

const limit = (permission: Permission) =>
  setLimits(
    shop.app,
    shop.demo.accountId,
    { userId, refundMax: null, refund: permission, discount: permission, price: permission, stock: permission },
    commandActor,
  )

const product = () => `/dashboard/catalog/${productId}`
const many = (changed: Record<string, string>) =>
  ['/dashboard/catalog/many', { act: 'save', once: crypto.randomUUID(), ...changed }] as const
const priced = { mode: 'counter', price: '700', count: '9' }

/** The core's forms that change a price or the stock, each filled in correctly. */
const doors: Record<string, () => readonly [path: string, fields: Record<string, string>]> = {
  'a new product': () => ['/dashboard/catalog/new', { act: 'create', name: 'Pintu', kind: 'physical', ...priced }],
  'prices of many products': () => many({ [`was_price_${variantId}`]: '1', [`price_${variantId}`]: '777' }),
  'stock of many products': () => many({ [`was_left_${variantId}`]: '1', [`left_${variantId}`]: '777' }),
  'a new variant': () => [product(), { act: 'add', variant_name: 'Jumbo', ...priced }],
  'more stock': () => [product(), { act: 'restock', variant: variantId, delta: '5' }],
  'codes that are sold': () => [product(), { act: 'keys', variant: variantId, lines: 'AAA' }],
  'a price in Stars': () => [product(), { act: 'stars', variant: variantId, stars: '5' }],
  'an address of stock': () => [product(), { act: 'source', variant: variantId, url: 'https://stok.example.com/' }],
  'options of a product': () => [
    `${product()}/options`,
    { act: 'save', group: '', group_name: 'Gula', rule: 'one', rows: '1', option_0: 'Banyak', price_0: '9000' },
  ],
  'options of another product': () => [`${product()}/options`, { act: 'copy', from: productId }],
  'options that are removed': () => [`${product()}/options`, { act: 'drop', group: 'gula' }],
}

describe('a member limited by the owner', () => {
  test.each(Object.keys(doors))('a limited member cannot use the form for %s', async name => {
    const [path, fields] = doors[name]!()
    await limit('no')
    expect((await confirmed(support, path, fields)).status).toBe(403)
    await limit('ask')
    const asked = await confirmed(support, path, fields)
    expect([asked.status, asked.location]).toEqual([303, expect.stringContaining('done=asked_owner')])
    expect(await state()).toBe(before)
  })

  test('a limited member can still hide a product in the list of many', async () => {
    await limit('no')
    const [path, fields] = many({ [`was_on_${productId}`]: '1' })
    expect((await support.post(path, fields)).location).toContain('done=saved')
    const em = shop.app.em({ accountId: shop.demo.accountId })
    expect((await em.findOneOrFail(Product, { publicId: productId })).isActive).toBe(false)
  })
})
